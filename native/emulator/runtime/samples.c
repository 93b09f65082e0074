// One request of each site, to be shown to people: of those of the most lanes the one that costs most, and of equals the
// first. It has no influence on any count.
#include "state.h"

static site_sample *samples;
static u32 sampledWarp;

static void samples_begin(u32 sites) {
  u32 bytes = sites * (u32)sizeof(site_sample) + 15 & ~15u;
  samples = arena_take(bytes);
  __emu_control.siteSamples = (u32)samples;
  if (samples) __builtin_memset(samples, 0, bytes);
}

static NOINLINE void keep_sample(u32 site, u32 rank, u32 how, const u32 *addresses, const u8 *lane, u32 lanes) {
  site_sample *s = &samples[site];
  s->rank = rank;
  s->how = how;
  s->block = now.blockNumber - __emu_control.firstBlockNumber;
  s->warp = sampledWarp;
  s->lanes = 0;
  for (u32 i = 0; i < lanes; i++) {
    s->lanes |= 1u << lane[i];
    s->addresses[lane[i]] = addresses[i];
  }
}

INLINE void sample_request(u32 site, u32 how, const u32 *addresses, const u8 *lane, u32 lanes, u32 units) {
  u32 rank = lanes << 16 | units;
  if (samples && rank > samples[site].rank) keep_sample(site, rank, how, addresses, lane, lanes);
}
