// Which sectors of global memory a block has touched: what it asks for a second time is likely in the cache of its
// multiprocessor. Of blocks with more than the table holds, the oldest are forgotten together.
#include "state.h"

#define TOUCHED 65536u
#define MOST_TOUCHED (TOUCHED / 4 * 3)

typedef struct {
  u32 key, begun; // sector and whether stored to; when it was entered
} known_sector;
static known_sector *knownSectors;
static u32 touchedBegun, touchedCount;

static void forget_touched(void) {
  touchedCount = 0;
  touchedBegun++;
}

// `memory` is all zeros.
static void begin_touched(u8 *memory) {
  knownSectors = (known_sector *)memory;
  touchedBegun = 1;
  touchedCount = 0;
}

// Answers whether it is the first time.
INLINE u32 touch(u32 sector, u32 write) {
  u32 key = sector << 1 | write, at = (key * 0x9e3779b1u) >> 16;
  for (; knownSectors[at].begun == touchedBegun; at = (at + 1) % TOUCHED)
    if (knownSectors[at].key == key) return 0;
  if (touchedCount == MOST_TOUCHED) {
    forget_touched();
    at = (key * 0x9e3779b1u) >> 16;
  }
  knownSectors[at].key = key;
  knownSectors[at].begun = touchedBegun;
  touchedCount++;
  return 1;
}

// How many sectors the block had not touched before.
static u64 touch_new(const distinct *sectors, u32 step, u32 write, u64 times) {
  u64 fresh = 0;
  if (step == 0) times = 1;
  for (u32 turn = 0; turn < times; turn++)
    for (u32 i = 0; i < sectors->count; i++) fresh += touch(sectors->values[i] + turn * step, write);
  return fresh;
}

// Turns of a loop: the same sectors, moved on by `step` each time.
static void touch_all(u32 site, const distinct *sectors, u32 step, u32 write, u64 times) {
  u64 *ofSite = siteCounters[site];
  if (step == 0) times = 1;
  for (u32 turn = 0; turn < times; turn++) {
    u32 fresh = 0;
    for (u32 i = 0; i < sectors->count; i++) fresh += touch(sectors->values[i] + turn * step, write);
    ofSite[SITE_NEW_SECTORS] += fresh;
    ofSite[SITE_NEW_REQUESTS] += fresh != 0;
  }
}
