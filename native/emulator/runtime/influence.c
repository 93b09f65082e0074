// Altered runs: do outputs follow from what threads load from global memory themselves, or from what other threads of
// the block have handed them? Three devices run the same launches. The first keeps what each thread gets from others,
// through shared memory and warp functions. The second alters some loads of memory that host code filled. The third
// alters the same loads and gives each thread what it got from others in the first. Outputs that still change there do
// so without shared memory.
#include "state.h"

#define LOG_BYTES (128u * MIB)
#define CHUNK_WORDS 31u
typedef struct log_chunk {
  struct log_chunk *next;
  u32 words[CHUNK_WORDS];
} log_chunk;
// Of a thread of the grid: for each such value the site, from 1 on, and its words.
typedef struct {
  log_chunk *first, *at;
  u32 position, unused;
} thread_log;
#define MAX_LOGS (1u << 20)
static thread_log *logs;
// Of each byte of shared memory the thread that stored it, from 1 on.
#define NOBODYS 0u
#define SEVERALS 0xffffu
static u16 *owners;
static u8 shown[64] ALIGNED(16);

static void influence_lost(void) {
  __emu_control.logLost = 1;
  logs = 0;
}

static void influence_begin(void) {
  control *c = &__emu_control;
  logs = 0;
  owners = 0;
  if (c->influence != INFLUENCE_KEPT && c->influence != INFLUENCE_SEPARATED) return;
  u64 count = (u64)c->gridX * c->gridY * c->gridZ * now.threads;
  c->logEnd = (u32)&__emu_pool[__emu_pool_bytes];
  u32 bytes = count <= MAX_LOGS ? (u32)count * (u32)sizeof(thread_log) : 0;
  owners = bytes ? arena_take(SHARED_BYTES * (u32)sizeof *owners) : 0;
  logs = owners ? arena_take(bytes) : 0;
  if (!logs) {
    influence_lost();
    return;
  }
  if (c->influence == INFLUENCE_KEPT) {
    __builtin_memset(logs, 0, bytes);
    return;
  }
  for (u32 i = 0; i < (u32)count; i++) logs[i].at = logs[i].first, logs[i].position = 0;
  if (c->logBytes > arenaUsed) arena_take(c->logBytes - arenaUsed);
}

static void influence_begin_block(void) {
  for (u32 i = 0; owners && i < __emu_control.sharedRangeCount; i++)
    __builtin_memset(&owners[sharedRanges[i].offset], 0, sharedRanges[i].bytes * sizeof *owners);
}

static void influence_end(void) {
  if (__emu_control.influence == INFLUENCE_KEPT) __emu_control.logBytes = arenaUsed;
}

static void keep_word(thread_log *l, u32 word) {
  if (!l->at || l->position == CHUNK_WORDS) {
    log_chunk *c = arenaUsed < LOG_BYTES ? arena_take(sizeof *c) : 0;
    if (!c) {
      influence_lost();
      return;
    }
    __builtin_memset(c, 0, sizeof *c);
    if (l->at) l->at->next = c;
    else l->first = c;
    l->at = c;
    l->position = 0;
  }
  l->at->words[l->position++] = word;
}

static u32 kept_word(thread_log *l) {
  if (l->at && l->position == CHUNK_WORDS && l->at->next) {
    l->at = l->at->next;
    l->position = 0;
  }
  return l->at && l->position < CHUNK_WORDS ? l->at->words[l->position++] : 0;
}

// A value that the thread gets from another one, `words` long. A separated thread gets the one that was kept, unless it
// goes another way than the thread that kept it: then it gets its own.
static void from_others(u32 thread, u32 site, u32 *value, u32 words) {
  if (!logs) return;
  thread_log *l = &logs[(now.blockNumber - __emu_control.firstBlockNumber) * now.threads + thread];
  if (__emu_control.influence == INFLUENCE_KEPT) {
    keep_word(l, site + 1);
    for (u32 i = 0; logs && i < words; i++) keep_word(l, value[i]);
    return;
  }
  thread_log before = *l;
  if (kept_word(l) != site + 1) {
    *l = before;
    return;
  }
  for (u32 i = 0; i < words; i++) value[i] = kept_word(l);
}

// A warp function's result.
static u32 result_of_others(u32 thread, u32 site, u32 result) {
  from_others(thread, site, &result, 1);
  return result;
}

// A float keeps its magnitude, and a number of another kind changes by one.
INLINE u32 altered_word(u32 value) {
  u32 exponent = value >> 23 & 255;
  return value ^ (exponent >= 64 && exponent <= 190 ? 1u << 22 : 1u);
}

#define LEAST_ARRAY 256u // bytes of a variable that is none of a program's own counters and flags
// Memory that host code filled.
static int is_given(u32 address) {
  if (within(address, 1, (u32)__emu_heap, heap_bytes()))
    return (*state_of(address, GLOBAL) & (INITIALISED | WRITTEN)) == INITIALISED;
  const variable *v = variable_at(address);
  return v && v->bytes >= LEAST_ARRAY;
}

// Alters what a copy of this memory holds. Which words depends on their addresses alone, so all threads agree.
static void alter(u8 *copy, u32 address, u32 bytes) {
  if (__emu_control.influence < INFLUENCE_ALTERED) return;
  for (u32 word = address & ~3u; word < address + bytes; word += 4) {
    u32 hash = (word >> 2) * 0x9e3779b1u;
    hash = (hash ^ hash >> 15) * 0x85ebca6bu;
    if ((hash ^ hash >> 13) % __emu_control.alterEvery || !is_given(word)) continue;
    u32 value;
    __builtin_memcpy(&value, (const void *)word, 4);
    value = altered_word(value);
    for (u32 i = 0; i < 4; i++)
      if (word + i >= address && word + i < address + bytes) copy[word + i - address] = (u8)(value >> 8 * i);
  }
}

static void own_shared(u32 address, u32 bytes, u32 type) {
  u16 own = (u16)(now.thread + 1);
  for (u32 i = address - (u32)__emu_shared; owners && bytes; i++, bytes--)
    owners[i] = type == WRITE || owners[i] == NOBODYS || owners[i] == own ? own : SEVERALS;
}

static int is_of_others(u32 address, u32 bytes) {
  for (u32 i = address - (u32)__emu_shared; owners && bytes; i++, bytes--)
    if (owners[i] != NOBODYS && owners[i] != now.thread + 1) return 1;
  return 0;
}

static int is_shared(u32 address, u32 bytes) { return within(address, bytes, (u32)__emu_shared, SHARED_BYTES); }

// What a load sees: the memory itself, or a copy that differs. @param bytes - at most `shown` has
static void *influenced(void *place, u32 bytes, u32 type, u32 site) {
  u32 address = (u32)place;
  if (!__emu_control.influence || bytes > sizeof shown) return place;
  if (is_shared(address, bytes)) {
    if (type != READ) own_shared(address, bytes, type);
    else if (is_of_others(address, bytes)) {
      __builtin_memcpy(shown, place, bytes);
      from_others(now.thread, site, (u32 *)shown, (bytes + 3) / 4);
      return shown;
    }
    return place;
  }
  if (type != READ || (u32)place == (u32)poison || __emu_control.influence < INFLUENCE_ALTERED) return place;
  __builtin_memcpy(shown, place, bytes);
  alter(shown, address, bytes);
  return shown;
}

// The same of a copy that has been made.
static void influenced_copy(u8 *to, u32 from, u32 bytes, u32 site) {
  if (!__emu_control.influence) return;
  if (is_shared((u32)to, bytes)) own_shared((u32)to, bytes, WRITE);
  if (!is_shared(from, bytes)) {
    alter(to, from, bytes);
    return;
  }
  for (u32 done = 0; done < bytes; done += 16) {
    u32 part = bytes - done < 16 ? bytes - done : 16, value[4] = {0};
    if (!is_of_others(from + done, part)) continue;
    __builtin_memcpy(value, to + done, part);
    from_others(now.thread, site, value, (part + 3) / 4);
    __builtin_memcpy(to + done, value, part);
  }
}
