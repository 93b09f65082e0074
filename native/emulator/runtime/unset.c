// Reads of shared memory that no thread has written yet. Such a read has one of two causes: no thread writes there before
// the next barrier, or another thread does, without any order. In the second case the barrier before the read is
// missing, which is the race that is reported. So a read is kept until the interval ends.
#include "state.h"

#define MAX_UNSET 8192u
typedef struct {
  u32 site, stamp, address, bytes, type;
  u32 access, accessBytes; // to which the word belongs
  u16 next;   // an earlier one of the same word, as in `unsetOf`
  u8 isFirst; // of the words of one access
  u8 isRace;
} unset_read;
static unset_read unsetReads[MAX_UNSET];
static u32 unsetCount;
static u16 unsetOf[SHARED_BYTES / 4]; // by word, a number in `unsetReads` + 1

INLINE u32 shared_word(u32 address) { return (address - (u32)__emu_shared) / 4; }

// Beyond the maximum a read is not kept. It is one of thousands.
static void keep_unset(u32 address, u32 bytes, u32 type, u32 site) {
  const u8 *state = state_of(address, SHARED);
  int isFirst = 1;
  for (u32 a = address; a < address + bytes && unsetCount < MAX_UNSET;) {
    u32 end = (a & ~3u) + 4, last = end < address + bytes ? end : address + bytes, isSet = INITIALISED;
    for (u32 i = a; i < last; i++) isSet &= state[i - address];
    if (!isSet) {
      u16 *first = &unsetOf[shared_word(a)];
      unsetReads[unsetCount++] = (unset_read){site, now.current, a, last - a, type, address, bytes, *first, (u8)isFirst, 0};
      *first = (u16)unsetCount;
      isFirst = 0;
    }
    a = last;
  }
}

// The running thread races with a thread that has accessed these bytes before.
static void race_unset(u32 address, u32 bytes) {
  for (u32 a = address & ~3u; unsetCount && a < address + bytes; a += 4)
    for (u32 at = unsetOf[shared_word(a)]; at; at = unsetReads[at - 1].next) {
      unset_read *read = &unsetReads[at - 1];
      int overlaps = read->address < address + bytes && address < read->address + read->bytes;
      if (overlaps && !ordered(read->stamp, 1)) read->isRace = 1;
    }
}

// Reports the reads that are kept, when the interval ends.
static void settle_unset(void) {
  u32 thread = now.thread;
  for (u32 at = 0; at < unsetCount;) {
    const unset_read *read = &unsetReads[at];
    u32 isRace = 1;
    do {
      isRace &= unsetReads[at].isRace;
      unsetOf[shared_word(unsetReads[at].address)] = 0;
    } while (++at < unsetCount && !unsetReads[at].isFirst);
    now.thread = thread_of(read->stamp);
    u32 detail = isRace ? WRITTEN_LATER : NO_DETAIL;
    report_access(UNINITIALIZED_READ, detail, read->site, read->type, read->accessBytes, read->access);
  }
  now.thread = thread;
  unsetCount = 0;
}
