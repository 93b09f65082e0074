// Shapes are few, words are many: each shape is kept once in a launch, and words name it by its number. Number 0 is
// that of a word of which nothing is known. Words of which more is known than a cell holds have a record of their own;
// there is room for MAX_WIDE of these at a time.
#include "state.h"

static u32 shapeCount = 1, wideCount, freeWide; // freeWide: a number from 1 on, or 0
static u32 begun = 1;                            // how often numbers were given anew

// Of whole words of 64 bits.
INLINE int same(const void *a, const void *b, u32 bytes) {
  u64 differ = 0;
  for (u32 i = 0; i < bytes / 8; i++) differ |= ((const u64 *)a)[i] ^ ((const u64 *)b)[i];
  return !differ;
}

// `count` as in unpack: a shape of whole words says nothing beyond its first part.
static u32 intern(const shape *s, u32 count) {
  const u32 *words = (const u32 *)s;
  u32 hash = 0, any = 0, size = count * (u32)sizeof(s->of[0]);
  for (u32 i = 0; i < size / 4; i++) {
    hash = (hash ^ words[i]) * 0x9e3779b1u;
    hash ^= hash >> 15;
    any |= words[i];
  }
  if (!any) return 0;
  for (u32 i = hash % SHAPE_BUCKETS;; i = (i + 1) % SHAPE_BUCKETS) {
    u32 number = shapeBuckets[i];
    if (number && same(&shapesTable[number], s, size)) return number;
    if (number) continue;
    if (shapeCount == MAX_SHAPES) return NO_SHAPE;
    shapeBuckets[i] = (u16)shapeCount;
    shapesTable[shapeCount] = *s;
    return shapeCount++;
  }
}

// The shape of a whole word; those that were asked for last are found at once.
static u32 intern_whole(const mark *m) {
  static struct {
    u32 info[MARKS], number, begun;
  } known[256];
  u32 hash = m[0].info * 0x9e3779b1u ^ m[1].info * 0x85ebca6bu ^ m[2].info * 0xc2b2ae35u ^ m[3].info * 0x27d4eb2fu ^
             m[4].info * 0x165667b1u ^ m[5].info * 0xd3a2646du;
  typeof(&known[0]) at = &known[hash >> 24];
  u32 same = at->begun == begun;
  for (u32 i = 0; i < MARKS; i++) same &= at->info[i] == m[i].info;
  if (same) return at->number;
  shape s;
  __builtin_memset(&s, 0, sizeof s);
  s.of[0].layout = WHOLE;
  for (u32 i = 0; i < MARKS; i++) at->info[i] = s.of[0].info[i] = m[i].info;
  at->begun = begun;
  at->number = intern(&s, 1);
  return at->number;
}

static u32 take_wide(void) {
  u32 index = freeWide - 1;
  if (freeWide) freeWide = wideTable[index][0].writers.first.info;
  else if (wideCount < MAX_WIDE) index = wideCount++;
  else return NO_SHAPE;
  __builtin_memset(wideTable[index], 0, sizeof wideTable[index]);
  return WIDE | index;
}

static void give_wide(u32 number) {
  u32 index = number & ~WIDE;
  __builtin_memset(wideTable[index], 0, sizeof wideTable[index]);
  wideTable[index][0].writers.first.info = freeWide;
  freeWide = index + 1;
}

// When no word names any of them.
static void forget_shapes(void) {
  wideCount = freeWide = 0;
  if (shapeCount == 1) return;
  shapeCount = 1;
  begun++;
  __builtin_memset(shapeBuckets, 0, sizeof shapeBuckets);
  __builtin_memset(stepsTable, 0, sizeof stepsTable);
}
