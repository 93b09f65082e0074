// The slow path of every access: decides byte by byte, reports what is wrong, and says which memory to use instead.
#include "state.h"

#define SCRATCH_BYTES 4096u
static u8 poison[SCRATCH_BYTES] ALIGNED(16);
static u8 sink[SCRATCH_BYTES] ALIGNED(16);

// A refused load sees NaN or -1; a refused store lands where nobody looks.
static void *refuse(u32 type, u32 bytes) {
  if (type == WRITE) return sink;
  __builtin_memset(poison, 0xff, bytes);
  return poison;
}

// Is a byte range inside [base, base + size)? Written so that nothing wraps.
INLINE int within(u32 address, u32 bytes, u32 base, u32 size) {
  u32 offset = address - base;
  return bytes <= size && offset <= size - bytes;
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

// Why an address was refused.
static u32 blame(u32 address, u32 bytes, u32 type, int shared, u32 *detail) {
  u32 outside = type == READ ? OUT_OF_BOUNDS_READ : OUT_OF_BOUNDS_WRITE;
  *detail = NO_DETAIL;
  if (shared || within(address, 1, (u32)__emu_shared, SHARED_BYTES)) return SHARED_OUT_OF_BOUNDS;
  if (address < FIRST_ADDRESS) {
    if (address < 65536) *detail = NULL_POINTER;
    return HOST_POINTER;
  }
  if (within(address, 1, (u32)stacks, STACK_GUARD + STACK_BYTES)) return LOCAL_OUT_OF_BOUNDS;
  for (u32 i = 0; i < bytes; i++)
    if (within(address + i, 1, (u32)__emu_heap, heap_bytes()) && (__emu_state[address + i - (u32)__emu_heap] & FREED))
      return USE_AFTER_FREE;
  return outside;
}

static void *out_of_bounds(u32 address, u32 bytes, u32 type, u32 site, int shared) {
  u32 detail, rule = blame(address, bytes, type, shared, &detail);
  report_access(rule, detail, site, type, bytes, address);
  return refuse(type, bytes);
}

NOINLINE void __emu_stored_output(u32 site) {
  if (site < MAX_SITES) siteStoresTable[site]++;
  now.storing[now.thread / 32] |= 1u << now.thread % 32;
}

static __attribute__((noreturn)) void begin_anew(u32 address) {
  __emu_control.storedTo = address;
  stop(STORED_TO_READ_ONLY);
}

enum { HINT_SHARED = 1, COPYING = 2 };

static void *access(u32 address, u32 bytes, u32 type, u32 site, int how) {
  int shared = how & HINT_SHARED;
  settle();
  int region = NOWHERE;
  u8 *state = 0;
  if (within(address, bytes, (u32)__emu_shared, SHARED_BYTES)) region = SHARED;
  else if (shared) region = NOWHERE;
  else if (within(address, bytes, (u32)__emu_heap, heap_bytes())) region = GLOBAL;
  else if (within(address, bytes, now.stackLow, now.stackHigh - now.stackLow)) return (void *)address;
  else {
    const variable *v = variable_at(address);
    if (v && within(address, bytes, v->address, v->bytes)) {
      if (v->constant) {
        if (type == READ) return (void *)address;
        report_access(OUT_OF_BOUNDS_WRITE, CONSTANT, site, type, bytes, address);
        return refuse(type, bytes);
      }
      region = VARIABLE;
    }
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
    if (any & READ_ONLY) {
      if (type != READ) begin_anew(address);
      region = UNRECORDED;
    }
    if (type != WRITE && !(all & INITIALISED) && !(how & COPYING))
      report_access(UNINITIALIZED_READ, NO_DETAIL, site, type, bytes, address);
    if (type != READ) {
      for (u32 i = 0; i < bytes; i++) state[i] |= INITIALISED | WRITTEN;
      if (any & OUTPUT) __emu_stored_output(site);
    }
  }
  if (region == SHARED && type != WRITE) __emu_control.sharedLoads = 1;
  if (type == RMW && region != SHARED) {
    if (now.fenced) {
      for (u32 e = now.block >> EPOCH_SHIFT; e <= now.epoch; e++) published[e >> 3] |= (u8)(1u << (e & 7));
      now.fenced = 0;
    }
    now.acquired = 1;
  }
  if (region != UNRECORDED) race_check(address, bytes, type, site, region);
  if (__emu_control.counting) count_access(address, bytes, type, site, region == SHARED);
  return (void *)address;
}

NOINLINE void *__emu_slow(void *pointer, u32 site, u32 how) {
  u32 address = (u32)pointer, bytes = how & 0xffff, type = how >> 16 & 3;
  if (address & (bytes - 1)) {
    // An address that is also outside is told as such.
    void *use = access(address, bytes, type, site, how & HOW_SHARED ? HINT_SHARED : 0);
    if (use == pointer) report_access(MISALIGNED_ACCESS, NO_DETAIL, site, type, bytes, address);
    return use;
  }
  return access(address, bytes, type, site, how & HOW_SHARED ? HINT_SHARED : 0);
}

NOINLINE void *__emu_slow_local(void *pointer, u32 bytes, u32 site) {
  report_access(LOCAL_OUT_OF_BOUNDS, NO_DETAIL, site, READ, bytes, (u32)pointer);
  __builtin_memset(poison, 0xff, bytes < SCRATCH_BYTES ? bytes : SCRATCH_BYTES);
  return poison;
}

// Pointer arithmetic that leaves the 32-bit address space: on a GPU the address would lie far outside.
NOINLINE void __emu_wrap(void *base, u32 site, u32 type) {
  report_access(type == READ ? OUT_OF_BOUNDS_READ : OUT_OF_BOUNDS_WRITE, INDEX_WRAP, site, type, 0, (u32)base);
}

NOINLINE void *__emu_rn(void *pointer, u32 bytes, u32 site) {
  return bytes ? access((u32)pointer, bytes, READ, site, 0) : pointer;
}
NOINLINE void *__emu_an(void *pointer, u32 bytes, u32 site) {
  return bytes ? access((u32)pointer, bytes, RMW, site, 0) : pointer;
}
NOINLINE void *__emu_wn(void *pointer, u32 bytes, u32 site) {
  return bytes ? access((u32)pointer, bytes, WRITE, site, 0) : pointer;
}


static u8 *known_state(u32 address) {
  if (within(address, 1, (u32)__emu_shared, SHARED_BYTES)) return state_of(address, SHARED);
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

// Copies carry uninitialised bytes along instead of reporting them: struct padding is copied all the time.
NOINLINE void __emu_memmove(void *to, const void *from, u32 bytes, u32 site) {
  if (!range_ok((u32)from, bytes, READ, site) || !range_ok((u32)to, bytes, WRITE, site)) return;
  u32 apart = (u32)to > (u32)from ? (u32)to - (u32)from : (u32)from - (u32)to;
  for (u32 i = 0; apart >= bytes && i < bytes; i++) {
    const u8 *source = known_state((u32)from + i);
    u8 *target = known_state((u32)to + i);
    if (source && target && !(*source & INITIALISED)) *target &= (u8)~INITIALISED;
  }
  __builtin_memmove(to, from, bytes);
  settle();
}
NOINLINE void __emu_memcpy(void *to, const void *from, u32 bytes, u32 site) { __emu_memmove(to, from, bytes, site); }

NOINLINE void __emu_memset(void *to, u32 value, u32 bytes, u32 site) {
  if (!range_ok((u32)to, bytes, WRITE, site)) return;
  __builtin_memset(to, (int)value, bytes);
  settle();
}
