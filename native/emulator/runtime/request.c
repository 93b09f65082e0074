// What one request of a warp costs, from the addresses of its active lanes.
#include "state.h"

typedef struct {
  u32 units;     // 32-byte sectors, or wavefronts of shared memory
  u32 lines;     // 128-byte lines of global memory: each takes the cache a turn
  u32 conflicts; // wavefronts beyond those that any addresses would take
} cost;

#define MAX_UNITS 128u
// Distinct values in the order seen. Lanes mostly repeat their neighbour, go on upwards, or repeat a sequence.
typedef struct {
  u32 count, most, at;
  u32 values[MAX_UNITS];
} distinct;

INLINE int add_distinct(distinct *d, u32 value) {
  if (d->count == 0 || value > d->most) {
    d->most = value;
    d->at = d->count;
    d->values[d->count++] = value;
    return 1;
  }
  for (u32 i = 0, at = d->at; i < d->count; i++, at = at + 1 < d->count ? at + 1 : 0) {
    if (d->values[at] != value) continue;
    d->at = at;
    return 0;
  }
  d->at = d->count;
  d->values[d->count++] = value;
  return 1;
}

// An element of 1 to 16 bytes never crosses a sector.
static cost global_request(const u32 *addresses, u32 lanes, distinct *sectors) {
  distinct lines;
  sectors->count = lines.count = 0;
  for (u32 i = 0; i < lanes; i++)
    if (add_distinct(sectors, addresses[i] / 32)) add_distinct(&lines, addresses[i] / 128);
  return (cost){sectors->count, lines.count, 0};
}

// Do lanes whose numbers differ by this bit alone want the same element, as far as both take part?
static int pairs_agree(const u32 *addresses, const u8 *lane, u32 lanes, u32 bit) {
  u32 of[32], active = 0;
  for (u32 i = 0; i < lanes; i++) of[lane[i]] = addresses[i], active |= 1u << lane[i];
  for (u32 at = 0; at < 32; at++)
    if (active >> at & active >> (at ^ bit) & 1 && of[at] != of[at ^ bit]) return 0;
  return 1;
}

// 32 banks of 4-byte words, each of which serves one word a wavefront. Elements of 8 or 16 bytes are served 16 or 8
// lanes at a time; loads twice as many, where lanes agree in pairs (measured: test/fixtures/gpu/wide-shared.cu).
static cost shared_request(const u32 *addresses, const u8 *lane, u32 lanes, u32 bytes, int load) {
  cost all = {0, 0, 0};
  u32 together = bytes <= 4 ? 32 : 128 / bytes, words = (bytes + 3) / 4;
  if (load && bytes > 4 && (pairs_agree(addresses, lane, lanes, 1) || pairs_agree(addresses, lane, lanes, 2)))
    together *= 2;
  for (u32 i = 0; i < lanes;) {
    u8 depth[32] = {0};
    u32 most = 0, phase = lane[i] / together;
    distinct seen;
    seen.count = 0;
    for (; i < lanes && lane[i] / together == phase; i++)
      for (u32 w = 0; w < words; w++) {
        u32 word = addresses[i] / 4 + w;
        if (add_distinct(&seen, word) && ++depth[word % 32] > most) most = depth[word % 32];
      }
    all.units += most;
    all.conflicts += most - 1;
  }
  return all;
}
