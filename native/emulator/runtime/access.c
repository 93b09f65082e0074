// The slow path of every access: decides byte by byte, reports what is wrong, and says which memory to use instead.
#include "state.h"

static u8 poison[MAX_ACCESS_BYTES] ALIGNED(16);
static u8 sink[MAX_ACCESS_BYTES] ALIGNED(16);

// A refused load sees NaN or -1; a refused store lands where nobody looks.
static void *refuse(u32 type, u32 bytes) {
  if (type == WRITE) return sink;
  __builtin_memset(poison, 0xff, bytes);
  return poison;
}

static u32 lastVariable;
static const variable *variable_at(u32 address) {
  u32 count = __emu_control.variableCount;
  if (lastVariable < count && address - variables[lastVariable].address < variables[lastVariable].bytes)
    return &variables[lastVariable];
  u32 low = 0, high = count;
  while (low < high) {
    u32 middle = (low + high) / 2;
    if (variables[middle].address <= address) low = middle + 1;
    else high = middle;
  }
  if (low == 0 || address - variables[low - 1].address >= variables[low - 1].bytes) return 0;
  lastVariable = low - 1;
  return &variables[lastVariable];
}

// Strings, tables of virtual functions and other constants of the compiler; the linker sets both ends.
extern u8 __start_emu_constants[] __attribute__((weak)), __stop_emu_constants[] __attribute__((weak));
INLINE int constants_hold(u32 address, u32 bytes) {
  u32 size = (u32)__stop_emu_constants - (u32)__start_emu_constants;
  return size > 2 * CONSTANTS_GUARD &&
         within(address, bytes, (u32)__start_emu_constants + CONSTANTS_GUARD, size - 2 * CONSTANTS_GUARD);
}

// Why an address was refused.
static u32 blame(u32 address, u32 bytes, u32 type, int shared, u32 *detail) {
  u32 outside = type == READ ? OUT_OF_BOUNDS_READ : OUT_OF_BOUNDS_WRITE;
  *detail = NO_DETAIL;
  if (shared || within(address, 1, (u32)__emu_shared, SHARED_BYTES) || is_remote(address, 1)) return SHARED_OUT_OF_BOUNDS;
  if (address < FIRST_ADDRESS) {
    if (address < 65536) *detail = NULL_POINTER;
    return HOST_DEVICE_POINTER;
  }
  if (within(address, 1, (u32)stacks, STACK_GUARD + STACK_BYTES)) return LOCAL_OUT_OF_BOUNDS;
  for (u32 i = 0; i < bytes; i++)
    if (within(address + i, 1, (u32)__emu_heap, heap_bytes()) && is_freed(__emu_state[address + i - (u32)__emu_heap]))
      return USE_AFTER_FREE;
  return outside;
}

static void *out_of_bounds(u32 address, u32 bytes, u32 type, u32 site, int shared) {
  u32 detail, rule = blame(address, bytes, type, shared, &detail);
  report_access(rule, detail, site, type, bytes, address);
  return refuse(type, bytes);
}

// Most kernels store to one buffer: it is looked at first.
static u32 lastTracked;
NOINLINE void __emu_stored_output(u32 site, u32 address) {
  u32 count = __emu_control.trackedCount, at = lastTracked;
  if (at >= count || address - trackedRanges[at].first >= trackedRanges[at].bytes) {
    for (at = 0; at < count && address - trackedRanges[at].first >= trackedRanges[at].bytes; at++) {}
    if (at == count) return;
    lastTracked = at;
  }
  u32 slot = trackedRanges[at].slot;
  if (site < MAX_SITES) siteStoresTable[slot][site]++;
  now.storing[slot][now.thread / 32] |= 1u << now.thread % 32;
  if (__emu_control.counting) works[now.thread].outputs++;
}

static __attribute__((noreturn)) void begin_anew(u32 address) {
  __emu_control.storedTo = address;
  stop(STOP_STORED_TO_READ_ONLY);
}

// Managed and mapped memory: kernels have the host's addresses of it, and its content lies in the heap.
static u32 lastHostRange;
static const host_range *host_range_at(u32 address) {
  u32 count = __emu_control.hostRangeCount;
  const host_range *last = &hostRangesTable[lastHostRange];
  if (lastHostRange < count && address - last->first < last->bytes) return last;
  u32 low = 0, high = count;
  while (low < high) {
    u32 middle = (low + high) / 2;
    if (hostRangesTable[middle].first <= address) low = middle + 1;
    else high = middle;
  }
  if (low == 0 || address - hostRangesTable[low - 1].first >= hostRangesTable[low - 1].bytes) return 0;
  lastHostRange = low - 1;
  return &hostRangesTable[lastHostRange];
}
INLINE int is_mapped(const void *pointer, u32 address) { return address != (u32)pointer && (u32)pointer < FIRST_ADDRESS; }
INLINE u32 on_device(u32 address) {
  if (LIKELY(address >= FIRST_ADDRESS)) return own_address(address);
  if (!__emu_control.hostRangeCount) return address;
  const host_range *range = host_range_at(address);
  return range ? address + range->shift : address;
}

// An address that no memory has, such as one behind an index of 2^30 floats.
static NOINLINE void *far_access(const void *pointer, u32 bytes, u32 type, u32 site, int shared) {
  settle();
  u32 rule = shared ? SHARED_OUT_OF_BOUNDS : type == READ ? OUT_OF_BOUNDS_READ : OUT_OF_BOUNDS_WRITE;
  report_access(rule, NO_DETAIL, site, type, bytes, (uptr)pointer);
  return refuse(type, bytes);
}

enum { HINT_SHARED = 1, COPYING = 2, TEXTURED = 4 }; // or of HOW_SPECIAL

// What is kept of an access, beside its site.
INLINE u32 info_of(u32 type, u32 site, u32 how) {
  u32 narrow = how & HOW_NARROW ? NARROW : 0;
  if (type == RMW) return site | ATOMIC | UPDATE | narrow;
  if (how & HOW_POLL) return site | ATOMIC | narrow;
  if (!(how & HOW_VOLATILE)) return site;
  return site | VOLATILE | (!(how & HOW_DATA) ? 0 : type == WRITE ? DATA | UPDATE : DATA);
}

static void *access(u32 address, u32 bytes, u32 type, u32 site, int how) {
  int shared = how & HINT_SHARED;
  settle();
  int region = NOWHERE;
  u8 *state = 0;
  if (within(address, bytes, (u32)__emu_shared, SHARED_BYTES)) region = SHARED;
  else if (shared) region = NOWHERE;
  else if (is_remote(address, bytes)) region = REMOTE;
  else if (within(address, bytes, (u32)__emu_heap, heap_bytes())) region = GLOBAL;
  else if (within(address, bytes, now.stackLow, now.stackHigh - now.stackLow)) return (void *)address;
  else {
    const variable *v = variable_at(address);
    if (v && within(address, bytes, v->address, v->bytes)) {
      if (v->constant) {
        if (type == READ) {
          if (__emu_control.counting && !(how & COPYING)) count_access(address, bytes, READ, site, HOW_CONSTANT);
          return (void *)address;
        }
        report_access(OUT_OF_BOUNDS_WRITE, CONSTANT, site, type, bytes, address);
        return refuse(type, bytes);
      }
      region = VARIABLE;
    }
  }
  if (region == NOWHERE && constants_hold(address, bytes)) {
    if (type == READ) return (void *)address;
    report_access(OUT_OF_BOUNDS_WRITE, CONSTANT, site, type, bytes, address);
    return refuse(type, bytes);
  }
  if (region == NOWHERE) return out_of_bounds(address, bytes, type, site, shared);
  if (region != VARIABLE) {
    state = state_of(address, region);
    u32 all = ADDRESSABLE | INITIALISED | OUTPUT, any = 0;
    for (u32 i = 0; i < bytes; i++) {
      all &= state[i];
      any |= state[i];
    }
    if (!(all & ADDRESSABLE)) return out_of_bounds(address, bytes, type, site, shared);
    if (region == REMOTE && !block_exists(address, bytes, type, site)) return refuse(type, bytes);
    if (any & (__emu_control.counting ? FREED : READ_ONLY)) {
      if (type != READ) begin_anew(address);
      region = UNRECORDED;
    }
    if (type != WRITE && !(all & INITIALISED) && !((u32)how & (COPYING | HOW_BLIND))) {
      if (region == SHARED) keep_unset(address, bytes, type, site);
      else report_access(UNINITIALIZED_READ, NO_DETAIL, site, type, bytes, address);
    }
    if (type != READ) {
      for (u32 i = 0; i < bytes; i++) state[i] |= INITIALISED | WRITTEN;
      if (any & OUTPUT) __emu_stored_output(site, address);
    }
  }
  if (is_shared_region(region) && type != WRITE) __emu_control.sharedLoads = 1;
  u32 info = info_of(type, site, (u32)how);
  // A plain load that an atomic function confirms takes over nothing.
  if (info != site && (type == RMW || (u32)how & HOW_VOLATILE)) synchronise(address, type, how & HOW_LOCK);
  if (info & ATOMIC) __emu_control.ordering |= type == RMW && !is_shared_region(region) ? ANY_ATOMIC | GLOBAL_ATOMIC : ANY_ATOMIC;
  int plain = region == VARIABLE && type != RMW && info == site;
  if (region != UNRECORDED && !(plain && short_way(address, bytes, type, site, VARIABLE)))
    race_check(address, bytes, type, info, region);
  if (info != site) order_renew();
  if (__emu_control.counting && region != REMOTE && !(how & COPYING)) {
    if (type == RMW && region != SHARED) count_call(site);
    if (!((u32)how & (HOW_VOLATILE | HOW_POLL))) count_work(type, region == SHARED, 1);
  }
  if (__emu_control.counting && region != REMOTE && !(how & COPYING))
    count_access(address, bytes, type, site, how & TEXTURED ? HOW_TEXTURE : region == SHARED ? HOW_SHARED : 0);
  return (void *)address;
}

static int is_addressable(u32 address) {
  if (within(address, 1, (u32)__emu_shared, SHARED_BYTES)) return *state_of(address, SHARED) & ADDRESSABLE;
  if (is_remote(address, 1)) return *state_of(address, REMOTE) & ADDRESSABLE;
  if (within(address, 1, (u32)__emu_heap, heap_bytes())) return *state_of(address, GLOBAL) & ADDRESSABLE;
  if (within(address, 1, now.stackLow, now.stackHigh - now.stackLow)) return 1;
  const variable *v = variable_at(address);
  return (v && within(address, 1, v->address, v->bytes)) || constants_hold(address, 1);
}

// Memory of the program's, for what the runtime itself reads and stores through a pointer; what is none of it is
// replaced by memory where nobody looks.
static void *own_memory(const void *pointer, u32 bytes) {
  if (is_far(pointer)) return sink;
  u32 address = (u32)pointer;
  if (within(address, bytes, now.stackLow, now.stackHigh - now.stackLow)) return (void *)address;
  if (within(address, bytes, (u32)poison, MAX_ACCESS_BYTES) || within(address, bytes, (u32)sink, MAX_ACCESS_BYTES))
    return (void *)address;
  for (u32 i = 0; i < bytes; i++)
    if (!is_addressable(address + i)) return sink;
  return (void *)address;
}

static NOINLINE void *checked(void *pointer, u32 site, u32 how) {
  u32 address = (u32)pointer, bytes = how & 0xffff, type = how >> 16 & 3;
  int hints = (how & HOW_SHARED ? HINT_SHARED : 0) | (int)(how & HOW_SPECIAL);
  if (address & (bytes - 1)) {
    // As a GPU does, which looks at the address first; one that lies outside altogether is told as such.
    if (!is_addressable(address)) return access(address, bytes, type, site, hints);
    report_access(MISALIGNED_ACCESS, NO_DETAIL, site, type, bytes, address);
    return is_addressable(address + bytes - 1) ? access(address, bytes, type, site, hints) : refuse(type, bytes);
  }
  return access(address, bytes, type, site, hints);
}

NOINLINE void *__emu_slow(void *pointer, u32 site, u32 how) {
  if (is_far(pointer)) return far_access(pointer, how & 0xffff, how >> 16 & 3, site, (how & HOW_SHARED) != 0);
  u32 address = on_device((u32)pointer);
  if (__emu_control.counting) {
    if (is_mapped(pointer, address)) count_host_bytes(how & 0xffff);
    return counted_access((void *)address, site, how);
  }
  return address == (u32)pointer ? checked(pointer, site, how) : mapped_access((void *)address, site, how);
}
NOINLINE void *__emu_volatile(void *pointer, u32 site, u32 how) {
  return how & HOW_CACHED && !is_far(pointer) ? constant_load(pointer, site, how & ~HOW_CACHED) : __emu_slow(pointer, site, how);
}
// __isGlobal 0, __isShared 1, __isConstant 2, __isLocal 3; nothing of these -1.
NOINLINE int __emu_memory_of(const void *pointer) {
  if (is_far(pointer)) return -1;
  u32 address = (u32)pointer;
  if (within(address, 1, (u32)__emu_shared, SHARED_BYTES) || is_remote(address, 1)) return 1;
  if (within(address, 1, (u32)stacks, STACK_GUARD + STACK_BYTES)) return 3;
  const variable *v = variable_at(address);
  if (v) return v->constant ? 2 : 0;
  return within(address, 1, (u32)__emu_heap, heap_bytes()) ? 0 : -1;
}

NOINLINE void *__emu_slow_local(void *pointer, u32 bytes, u32 site) {
  report_access(LOCAL_OUT_OF_BOUNDS, NO_DETAIL, site, READ, bytes, (uptr)pointer);
  __builtin_memset(poison, 0xff, bytes < MAX_ACCESS_BYTES ? bytes : MAX_ACCESS_BYTES);
  return poison;
}

// Odd sizes, and what the compiler does not know to be aligned.
static void *accessed(void *pointer, u32 bytes, u32 type, u32 site) {
  if (!bytes) return pointer;
  if (is_far(pointer)) return far_access(pointer, bytes, type, site, 0);
  u32 address = on_device((u32)pointer);
  if (__emu_control.counting && is_mapped(pointer, address)) count_host_bytes(bytes);
  if (__emu_control.counting && type == WRITE) note_overwritten(address, bytes);
  void *place = short_access(address, bytes, type, site) ? (void *)address : access(address, bytes, type, site, 0);
  return influenced(place, bytes, type, site);
}
NOINLINE void *__emu_rn(void *pointer, u32 bytes, u32 site) { return accessed(pointer, bytes, READ, site); }
NOINLINE void *__emu_an(void *pointer, u32 bytes, u32 site) {
  if (is_far(pointer)) return far_access(pointer, bytes, RMW, site, 0);
  return bytes ? influenced(access(on_device((u32)pointer), bytes, RMW, site, 0), bytes, RMW, site) : pointer;
}
NOINLINE void *__emu_wn(void *pointer, u32 bytes, u32 site) { return accessed(pointer, bytes, WRITE, site); }


static u8 *known_state(u32 address) {
  if (within(address, 1, (u32)__emu_shared, SHARED_BYTES)) return state_of(address, SHARED);
  if (is_remote(address, 1)) return state_of(address, REMOTE);
  if (within(address, 1, (u32)__emu_heap, heap_bytes())) return state_of(address, GLOBAL);
  return 0;
}

// Checks a long range in pieces that never divide a word; answers 0 where a piece is refused.
static int range_ok(u32 address, u32 bytes, u32 type, u32 site) {
  u32 end = address + bytes;
  if (end < address) {
    out_of_bounds(address, bytes, type, site, 0);
    return 0;
  }
  while (address < end) {
    u32 next = (address & ~15u) + 16;
    if (next > end || next == 0) next = end;
    if (__emu_steps > 1) __emu_steps--;
    if (access(address, next - address, type, site, COPYING) != (void *)address) return 0;
    address = next;
  }
  return 1;
}

// Counts what a copy reads or writes of memory that is not the thread's own.
static void count_range(u32 address, u32 bytes, u32 type, u32 site) {
  if (!__emu_control.counting) return;
  int shared = within(address, 1, (u32)__emu_shared, SHARED_BYTES);
  int counts = shared || within(address, 1, (u32)__emu_heap, heap_bytes());
  const variable *v = counts ? 0 : variable_at(address);
  if (counts || (v && !v->constant)) count_work(type, shared, (bytes + 15) / 16);
  if (counts || v) count_access(address, bytes, type, site, shared ? HOW_SHARED : v && v->constant ? HOW_CONSTANT : 0);
}

// Reports a range of which a part has no address in memory.
static int is_long(const void *pointer, size_t bytes, u32 type, u32 site) {
  int isFar = bytes != 0 && is_far(pointer), isLong = (u64)bytes >> 32 != 0;
  if (isFar || isLong) far_access(pointer, isLong ? MAX_ACCESS_BYTES : (u32)bytes, type, site, 0);
  return isFar || isLong;
}

// Copies carry uninitialised bytes along instead of reporting them: struct padding is copied all the time.
NOINLINE void __emu_memmove(void *to, const void *from, size_t count, u32 site) {
  u32 bytes = (u32)count;
  if (is_long(from, count, READ, site) || is_long(to, count, WRITE, site)) return;
  to = (void *)on_device((u32)to);
  from = (const void *)on_device((u32)from);
  if (short_copy((u32)to, (u32)from, bytes, site)) {
    __builtin_memmove(to, from, bytes);
    return;
  }
  if (__emu_control.counting) note_overwritten((u32)to, bytes);
  if (!range_ok((u32)from, bytes, READ, site) || !range_ok((u32)to, bytes, WRITE, site)) return;
  count_range((u32)from, bytes, READ, site);
  count_range((u32)to, bytes, WRITE, site);
  u32 apart = (u32)to > (u32)from ? (u32)to - (u32)from : (u32)from - (u32)to;
  for (u32 i = 0; apart >= bytes && i < bytes; i++) {
    const u8 *source = known_state((u32)from + i);
    u8 *target = known_state((u32)to + i);
    if (source && target && !(*source & INITIALISED)) *target &= (u8)~INITIALISED;
  }
  __builtin_memmove(to, from, bytes);
  if (apart >= bytes) influenced_copy(to, (u32)from, bytes, site);
  settle();
}
NOINLINE void __emu_memcpy(void *to, const void *from, size_t bytes, u32 site) { __emu_memmove(to, from, bytes, site); }

NOINLINE void __emu_memset(void *to, u32 value, size_t count, u32 site) {
  u32 bytes = (u32)count;
  if (is_long(to, count, WRITE, site)) return;
  to = (void *)on_device((u32)to);
  if (__emu_control.counting) note_overwritten((u32)to, bytes);
  if (!range_ok((u32)to, bytes, WRITE, site)) return;
  count_range((u32)to, bytes, WRITE, site);
  __builtin_memset(to, (int)value, bytes);
  if (__emu_control.influence && within((u32)to, bytes, (u32)__emu_shared, SHARED_BYTES)) own_shared((u32)to, bytes, WRITE);
  settle();
}
