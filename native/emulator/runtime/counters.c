// Memory counters as a GPU's: for a warp's k-th execution of a site, one request, the distinct 32-byte sectors it
// touches, and for shared memory the wavefronts it takes. Lanes run one after the other here, so each warp remembers
// its open requests until its lanes meet again (barrier, __syncwarp, end).
#include "state.h"

enum { // order of the counters, as control.ts names them
  LOAD_REQUESTS,
  LOAD_SECTORS,
  STORE_REQUESTS,
  STORE_SECTORS,
  SHARED_LOADS,
  SHARED_LOAD_WAVEFRONTS,
  SHARED_STORES,
  SHARED_STORE_WAVEFRONTS,
  SHARED_LOAD_CONFLICTS,
  SHARED_STORE_CONFLICTS,
};
#define NONE 0xffffffffu
#define CHUNK 16u   // requests a chunk
#define INLINE_UNITS 4u
#define MAX_UNITS 128u

static u64 counters[COUNTERS];
static u64 (*siteCounters)[4]; // requests, sectors or wavefronts, conflicts, 1 where shared

// One request of a warp: the sectors (or words of shared memory) seen so far.
typedef struct {
  u32 count, most;
  u32 units[INLINE_UNITS];
  u32 *more; // the rest of them
} request;
typedef struct chunk {
  struct chunk *next;
  request requests[CHUNK];
} chunk;
typedef struct {
  u32 generation;
  chunk *first;
} head; // of a warp and site
typedef struct {
  u32 generation, executed;
  chunk *at;
} cursor; // of a thread and site

static head *heads;
static cursor *cursors;
static u32 countedSites, generation[MAX_WARPS], lastGeneration, arenaStart;

static void counters_begin(void) {
  arenaUsed = 0;
  heads = 0;
  if (!__emu_control.counting) return;
  countedSites = __emu_control.siteCount < MAX_SITES ? __emu_control.siteCount : MAX_SITES;
  u32 warps = (now.threads + 31) / 32;
  u32 perSite = 32, headBytes = warps * countedSites * (u32)sizeof(head);
  u32 cursorBytes = now.threads * countedSites * (u32)sizeof(cursor);
  u8 *memory = arena_take((countedSites * perSite + headBytes + cursorBytes + 15) & ~15u);
  for (u32 i = 0; i < COUNTERS; i++) counters[i] = 0;
  __emu_control.siteCounters = (u32)memory;
  if (!memory) {
    __emu_control.countersLost = 1;
    return;
  }
  __builtin_memset(memory, 0, countedSites * perSite + headBytes + cursorBytes);
  siteCounters = (u64(*)[4])memory;
  heads = (head *)(memory + countedSites * perSite);
  cursors = (cursor *)((u8 *)heads + headBytes);
  arenaStart = arenaUsed;
  lastGeneration = 0;
  for (u32 w = 0; w < MAX_WARPS; w++) generation[w] = ++lastGeneration;
}

static void counters_warp_converged(u32 warp) {
  if (!heads) return;
  generation[warp] = ++lastGeneration;
  if (now.threads <= 32) arenaUsed = arenaStart;
}

static void counters_block_converged(void) {
  if (!heads) return;
  for (u32 w = 0; w * 32 < now.threads; w++) generation[w] = ++lastGeneration;
  arenaUsed = arenaStart;
}

static chunk *new_chunk(void) {
  chunk *c = arena_take(sizeof(chunk));
  if (!c) {
    __emu_control.countersLost++;
    return 0;
  }
  c->next = 0;
  for (u32 i = 0; i < CHUNK; i++) c->requests[i].count = NONE;
  return c;
}

// The request that this execution of the site belongs to; `opened` where its warp makes it now.
static request *request_of(u32 site, int *opened) {
  u32 warp = now.thread / 32;
  head *h = &heads[warp * countedSites + site];
  if (h->generation != generation[warp]) {
    h->first = new_chunk();
    if (!h->first) return 0;
    h->generation = generation[warp];
  }
  cursor *c = &cursors[now.thread * countedSites + site];
  if (c->generation != generation[warp]) {
    c->generation = generation[warp];
    c->executed = 0;
    c->at = h->first;
  } else if (c->executed % CHUNK == 0) {
    if (!c->at->next && !(c->at->next = new_chunk())) return 0;
    c->at = c->at->next;
  }
  request *r = &c->at->requests[c->executed++ % CHUNK];
  *opened = r->count == NONE;
  if (*opened) r->count = r->most = 0, r->more = 0;
  return r;
}

INLINE u32 unit_at(const request *r, u32 i) { return i < INLINE_UNITS ? r->units[i] : r->more[i - INLINE_UNITS]; }

// Adds a sector or word; answers 0 where it was there already.
static int add_unit(request *r, u32 unit) {
  for (u32 i = 0; i < r->count; i++)
    if (unit_at(r, i) == unit) return 0;
  if (r->count == MAX_UNITS) return 0;
  if (r->count >= INLINE_UNITS) {
    if (!r->more && !(r->more = arena_take((MAX_UNITS - INLINE_UNITS) * 4))) {
      __emu_control.countersLost++;
      return 0;
    }
    r->more[r->count - INLINE_UNITS] = unit;
  } else r->units[r->count] = unit;
  r->count++;
  return 1;
}

// A 4-byte word in one of 32 banks. An access of 8 or 16 bytes is served in phases of 16 or 8 lanes. Answers whether
// it takes one more wavefront, and whether that is because of a bank conflict.
static u32 add_word(request *r, u32 word, u32 phase, u32 *conflicts) {
  u32 unit = phase << 28 | word;
  if (!add_unit(r, unit)) return 0;
  u32 same = 0;
  for (u32 i = 0; i < r->count; i++) same += ((unit_at(r, i) ^ unit) & 0xf000001fu) == 0;
  u32 shift = phase * 8, most = r->most >> shift & 0xff;
  if (same <= most) return 0;
  r->most += 1u << shift;
  *conflicts += most != 0;
  return 1;
}

static void count_access(u32 address, u32 bytes, u32 type, u32 site, int shared) {
  if (!heads || site >= countedSites) return;
  int opened;
  request *r = request_of(site, &opened);
  if (!r) return;
  u32 units = 0, conflicts = 0;
  if (shared) {
    u32 lane = now.thread % 32, phase = bytes == 16 ? lane / 8 : bytes == 8 ? lane / 16 : 0;
    for (u32 a = address & ~3u; a < address + bytes; a += 4) units += add_word(r, (a - (u32)__emu_shared) / 4, phase, &conflicts);
  } else {
    for (u32 a = address & ~31u; a < address + bytes; a += 32) units += (u32)add_unit(r, a / 32);
  }
  u32 first = (shared ? SHARED_LOADS : LOAD_REQUESTS) + (type == READ ? 0 : 2);
  if (type == RMW) return; // reductions have counters of their own on a GPU
  counters[first] += (u32)opened;
  counters[first + 1] += units;
  counters[type == READ ? SHARED_LOAD_CONFLICTS : SHARED_STORE_CONFLICTS] += conflicts;
  siteCounters[site][0] += (u32)opened;
  siteCounters[site][1] += units;
  siteCounters[site][2] += conflicts;
  siteCounters[site][3] = (u64)shared;
}
