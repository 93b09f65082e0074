// Memory counters as a GPU's: for each request of a warp the distinct 32-byte sectors that it touches, and for shared
// memory the wavefronts that it takes. Totals of the launch, and of each site. What only sites have is for estimates of
// time (grader/timing/estimate/).
#include "state.h"

static u64 (*siteCounters)[SITE_COUNTER_COUNT];
static u32 *lastBlocks; // of an atomic function's site: the last block that called it, plus 1

static void add_request(u32 site, int shared, int write, cost c, u64 times) {
  u32 first = (shared ? SHARED_LOAD_INSTRUCTIONS : GLOBAL_LOAD_REQUESTS) + (write ? 2 : 0);
  counters[first] += times;
  counters[first + 1] += c.units * times;
  counters[write ? SHARED_STORE_BANK_CONFLICTS : SHARED_LOAD_BANK_CONFLICTS] += c.conflicts * times;
  u64 *ofSite = siteCounters[site];
  ofSite[SITE_REQUESTS] += times;
  ofSite[SITE_UNITS] += c.units * times;
  ofSite[SITE_BANK_CONFLICTS] += c.conflicts * times;
  ofSite[SITE_LINES] += c.lines * times;
  ofSite[SITE_KIND] = (shared ? SITE_IS_SHARED : 0) | (write ? SITE_IS_STORE : 0);
}

#include "reuse.c"

static void count_call(u32 site) {
  if (!lastBlocks || site >= __emu_control.siteCount) return;
  siteCounters[site][SITE_CALLS]++;
  siteCounters[site][SITE_BLOCKS] += lastBlocks[site] != now.blockNumber + 1;
  lastBlocks[site] = now.blockNumber + 1;
}

#include "samples.c"

#include "streams.c"

static void counters_begin(void) {
  arenaUsed = arenaStart = 0;
  __emu_control.siteSamples = 0;
  streams = streamsOfWarp = 0;
  lastBlocks = 0;
  if (!__emu_control.counting) return;
  if (__emu_control.influence) {
    __emu_control.countersLost = 1;
    return;
  }
  for (u32 i = 0; i < COUNTERS; i++) counters[i] = 0;
  __builtin_memset(works, 0, sizeof works);
  for (u32 w = 0; w < MAX_WARPS; w++) opened[w] = 0;
  openWarps = 0;
  countedSites = __emu_control.siteCount < MAX_SITES ? __emu_control.siteCount : MAX_SITES;
  u32 perSite = countedSites * (u32)sizeof(*siteCounters);
  u32 table = (now.threads + 31) / 32 * countedSites * (u32)sizeof(stream *), bytes = (perSite + table + 15) & ~15u;
  u32 calls = (countedSites * (u32)sizeof(u32) + 15) & ~15u;
  u32 known = TOUCHED * (u32)sizeof(known_sector);
  u8 *memory = arena_take(bytes + calls + known);
  __emu_control.siteCounters = (u32)memory;
  if (!memory || __emu_control.siteCount > MAX_SITES) {
    __emu_control.countersLost = 1;
    return;
  }
  __builtin_memset(memory, 0, bytes + calls + known);
  siteCounters = (u64(*)[SITE_COUNTER_COUNT])memory;
  lastBlocks = (u32 *)(memory + bytes);
  begin_touched(memory + bytes + calls);
  streams = (stream **)(memory + perSite);
  samples_begin(countedSites);
  arenaStart = arenaUsed;
}

static void counters_enter_thread(void) {
  countedLane = now.thread % 32;
  streamsOfWarp = streams ? &streams[now.thread / 32 * countedSites] : 0;
}

// One access of any size and alignment: the widest elements that both allow, as a compiler would have to use.
// @param path - HOW_SHARED, HOW_TEXTURE, HOW_CONSTANT or 0
static void count_access(u32 address, u32 bytes, u32 type, u32 site, u32 path) {
  if ((type == RMW && path == HOW_SHARED) || bytes == 0) return; // those have counters of their own on a GPU
  u32 element = lowest_bit(address | bytes | 16);
  for (u32 done = 0; done < bytes; done += element)
    count_element(address + done, HOW(type, element) | path, site);
}
