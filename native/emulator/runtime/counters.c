// Memory counters as a GPU's: for each request of a warp the distinct 32-byte sectors that it touches, and for shared
// memory the wavefronts that it takes. Totals of the launch, and of each site.
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

static u64 counters[COUNTERS];
static u64 (*siteCounters)[4]; // requests, sectors or wavefronts, conflicts, 1 where shared

static void add_request(u32 site, int shared, int write, cost c, u64 times) {
  u32 first = (shared ? SHARED_LOADS : LOAD_REQUESTS) + (write ? 2 : 0);
  counters[first] += times;
  counters[first + 1] += c.units * times;
  counters[write ? SHARED_STORE_CONFLICTS : SHARED_LOAD_CONFLICTS] += c.conflicts * times;
  siteCounters[site][0] += times;
  siteCounters[site][1] += c.units * times;
  siteCounters[site][2] += c.conflicts * times;
  siteCounters[site][3] = (u64)shared;
}

#include "streams.c"

static void counters_begin(void) {
  arenaUsed = arenaStart = 0;
  streams = streamsOfWarp = 0;
  if (!__emu_control.counting) return;
  for (u32 i = 0; i < COUNTERS; i++) counters[i] = 0;
  for (u32 w = 0; w < MAX_WARPS; w++) opened[w] = 0;
  openWarps = 0;
  countedSites = __emu_control.siteCount < MAX_SITES ? __emu_control.siteCount : MAX_SITES;
  u32 perSite = countedSites * (u32)sizeof(*siteCounters);
  u32 table = (now.threads + 31) / 32 * countedSites * (u32)sizeof(stream *), bytes = (perSite + table + 15) & ~15u;
  u8 *memory = arena_take(bytes);
  __emu_control.siteCounters = (u32)memory;
  if (!memory || __emu_control.siteCount > MAX_SITES) {
    __emu_control.countersLost = 1;
    return;
  }
  __builtin_memset(memory, 0, bytes);
  siteCounters = (u64(*)[4])memory;
  streams = (stream **)(memory + perSite);
  arenaStart = arenaUsed;
}

static void counters_enter_thread(void) {
  countedLane = now.thread % 32;
  streamsOfWarp = streams ? &streams[now.thread / 32 * countedSites] : 0;
}

// One access of any size and alignment: the widest elements that both allow, as a compiler would have to use.
static void count_access(u32 address, u32 bytes, u32 type, u32 site, int shared) {
  if (type == RMW || bytes == 0) return; // atomics have counters of their own on a GPU
  u32 element = lowest_bit(address | bytes | 16);
  for (u32 done = 0; done < bytes; done += element)
    count_element(address + done, HOW(type, element) | (shared ? HOW_SHARED : 0), site);
}
