// Threads of a block that wait for each other. Most kernels are coroutines of LLVM's: what must survive a wait lies in a
// frame. For the others Binaryen's Asyncify unwinds a waiting thread's frames into a save area and winds them up again
// when it may go on. Every thread has a stack region of its own, with the frame or save area at its lower end and the
// stack at its upper end.
#include "state.h"
#include "include/emu/wmma_codes.h"

extern void *__emu_call(u32 kernel, void *arguments);

INLINE void set_stack_pointer(u32 value) {
  __asm__ volatile("local.get %0\nglobal.set __stack_pointer" : : "r"((uptr)value));
}

enum { READY, AT_BARRIER, AT_WARP, AT_ACTIVEMASK, SPINNING, AT_GRID, AT_CLUSTER, DONE };
enum { OP_SYNCWARP, OP_SHFL, OP_VOTE, OP_LOCKSTEP, OP_FRAGMENT, OP_MMA }; // from OP_FRAGMENT on for whole warps at one place

typedef struct {
  u32 saved, savedEnd; // Asyncify's: where the next frame goes, and where the area ends
  u32 started, stack, status;
  void *frame; // LLVM's; its first word is the function that goes on
  u32 site, op, mode, mask, value, lane, width;
  u32 addend; // of mma_sync, whose sum, factors and code are value, lane, width and mode
  u32 result;
} coroutine;

static coroutine coroutines[MAX_THREADS];
static u32 stackBytes; // of each thread
static enum { RUNNING, UNWINDING, REWINDING } async;

INLINE u32 stack_low(u32 thread) { return (u32)stacks + STACK_GUARD + thread * stackBytes; }

// A lane that its own mask does not name waits for nobody, and nobody for it.
static NOINLINE u32 not_in_mask(u32 site, u32 mask) {
  fault *row = report(BARRIER_DIVERGENCE, NOT_IN_MASK, site, NO_SITE);
  if (row) row->access = ACCESS_BARRIER, row->address = mask;
  return 1u << now.thread % 32;
}

INLINE void wait_for(u32 status, u32 op, u32 site, u32 mode, u32 mask, u32 value, u32 lane, u32 width) {
  coroutine *c = &coroutines[now.thread];
  settle();
  if (__emu_control.counting && status == AT_WARP && op != OP_SYNCWARP) works[now.thread].shares = 1;
  c->status = status;
  c->op = op;
  c->site = site;
  c->mode = mode;
  c->mask = status == AT_WARP && !(mask >> now.thread % 32 & 1) ? not_in_mask(site, mask) : mask;
  c->value = value;
  c->lane = lane;
  c->width = width;
}

static void check_cooperative(u32 site) {
  if (__emu_control.cooperative) return;
  report(LAUNCH_ERROR, NOT_COOPERATIVE, site, NO_SITE);
  stop(STOP_LAUNCH_FAILURE);
}

// Waits until the scheduler lets the thread go on. On the way back it is called again and answers the result.
INLINE u32 wait_as(u32 status, u32 op, u32 site, u32 mode, u32 mask, u32 value, u32 lane, u32 width) {
  coroutine *c = &coroutines[now.thread];
  if (async == REWINDING) {
    asyncify_stop_rewind();
    async = RUNNING;
    return c->result;
  }
  wait_for(status, op, site, mode, mask, value, lane, width);
  c->stack = stack_pointer();
  c->saved = stack_low(now.thread);
  c->savedEnd = c->stack;
  if (c->stack < c->saved + 256) __emu_exhausted(site);
  async = UNWINDING;
  asyncify_start_unwind((u32)c);
  return 0;
}

// Memory of the program's own that keeps its content while the thread waits: the place where a waiting thread is saved
// does not.
static void *lasting_memory(const void *pointer, u32 bytes) {
  u32 address = (u32)own_memory(pointer, bytes);
  int isFrame = __emu_control.suspends == SUSPENDS_COROUTINES && address + bytes <= coroutines[now.thread].saved;
  if (!within(address, 1, now.stackLow, now.stackHigh - now.stackLow) || address >= stack_pointer() || isFrame)
    return (void *)address;
  return sink;
}
// The same memory after the wait, in which another thread may have freed it.
static void *still_own(u32 thread, u32 address, u32 bytes) {
  return within(address, bytes, stack_low(thread), stackBytes) ? (void *)address : own_memory((void *)address, bytes);
}

NOINLINE void __emu_barrier(int site) { wait_as(AT_BARRIER, 0, (u32)site, 3, 0, 0, 0, 0); }
NOINLINE int __emu_barrier_reduce(int site, int mode, int predicate) {
  return (int)wait_as(AT_BARRIER, 0, (u32)site, (u32)mode, 0, predicate != 0, 0, 0);
}
NOINLINE void __emu_syncwarp(int site, u32 mask) { wait_as(AT_WARP, OP_SYNCWARP, (u32)site, 0, mask, 0, 0, 0); }
NOINLINE u32 __emu_shfl(int site, u32 mask, int mode, u32 value, int lane, int width) {
  return wait_as(AT_WARP, OP_SHFL, (u32)site, (u32)mode, mask, value, (u32)lane, (u32)width);
}
NOINLINE u32 __emu_vote(int site, u32 mask, int mode, u32 predicate) {
  return wait_as(AT_WARP, OP_VOTE, (u32)site, (u32)mode, mask, predicate, 0, 0);
}
NOINLINE void __emu_fragment_sync(int site, void *fragment, const void *pointer, u32 ldm, u32 code) {
  fragment = lasting_memory(fragment, exchanged_bytes(code));
  wait_as(AT_WARP, OP_FRAGMENT, (u32)site, code, 0xffffffffu, (u32)fragment, (u32)pointer, ldm);
}
// The bytes of the fragments of a product: its sum, its factors and its addend.
typedef struct {
  u32 d, a, b, c;
} product_bytes;
static product_bytes bytes_of_product(u32 code) {
  u32 shape = __EMU_SHAPE(code), type = __EMU_TYPE(code);
  return (product_bytes){
      .d = fragment_bytes(__EMU_FRAGMENT(__EMU_ACCUMULATOR, shape, __EMU_SUM(code), 0, 0)),
      .a = fragment_bytes(__EMU_FRAGMENT(__EMU_MATRIX_A, shape, type, 0, code >> 9 & 7)),
      .b = fragment_bytes(__EMU_FRAGMENT(__EMU_MATRIX_B, shape, type, 0, code >> 12 & 7)),
      .c = fragment_bytes(__EMU_FRAGMENT(__EMU_ACCUMULATOR, shape, __EMU_ADDED(code), 0, 0)),
  };
}
// Puts pointers to memory of the program's own in the place of others, and looks at what they lead to.
INLINE void bring(int site, void **d, const void **a, const void **b, const void *c, u32 code) {
  product_bytes bytes = bytes_of_product(code);
  *d = lasting_memory(*d, bytes.d);
  *a = lasting_memory(*a, bytes.a);
  *b = lasting_memory(*b, bytes.b);
  c = lasting_memory(c, bytes.c);
  check_product(*a, *b, c, code, (u32)site);
  coroutines[now.thread].addend = (u32)c;
}
// Once more after the wait, for all lanes of a warp that are there.
static void keep_own(coroutine *lanes, u32 group) {
  for (u32 lane = 0; lane < 32; lane++) {
    if (!(group >> lane & 1)) continue;
    coroutine *c = &lanes[lane];
    u32 thread = (u32)(c - coroutines);
    if (c->op == OP_FRAGMENT) {
      c->value = (u32)still_own(thread, c->value, exchanged_bytes(c->mode));
      continue;
    }
    product_bytes bytes = bytes_of_product(c->mode);
    c->value = (u32)still_own(thread, c->value, bytes.d);
    c->lane = (u32)still_own(thread, c->lane, bytes.a);
    c->width = (u32)still_own(thread, c->width, bytes.b);
    c->addend = (u32)still_own(thread, c->addend, bytes.c);
  }
}
NOINLINE void __emu_mma(int site, void *d, const void *a, const void *b, const void *c, u32 code) {
  if (async != REWINDING) bring(site, &d, &a, &b, c, code);
  wait_as(AT_WARP, OP_MMA, (u32)site, code, 0xffffffffu, (u32)d, (u32)a, (u32)b);
}
NOINLINE u32 __emu_activemask(int site) { return wait_as(AT_ACTIVEMASK, 0, (u32)site, 0, 0, 0, 0, 0); }
// Waits for the lanes of the warp that are on their way to the same place.
NOINLINE void __emu_lockstep(int site) { wait_as(AT_ACTIVEMASK, OP_LOCKSTEP, (u32)site, 0, 0, 0, 0, 0); }
NOINLINE void __emu_grid_sync(int site) {
  if (async != REWINDING) check_cooperative((u32)site);
  wait_as(AT_GRID, 0, (u32)site, 0, 0, gridBarriers, 0, 0);
}
// `value` is the phase that the thread waits for.
NOINLINE void __emu_cluster_sync(int site) {
  u32 phase = async == REWINDING ? 0 : meet_cluster((u32)site, 1);
  wait_as(AT_CLUSTER, 0, (u32)site, 0, 0, phase, 0, 0);
}
NOINLINE void __emu_cluster_wait(int site) {
  u32 phase = async == REWINDING ? 0 : meet_cluster((u32)site, 0);
  wait_as(AT_CLUSTER, 0, (u32)site, 0, 0, phase, 0, 0);
}

// Threads that spin let others run each 16th turn: a compare-and-swap that succeeds soon never waits.
#define SPIN_TURNS 16u
static u32 spinsEntered; // since the module was loaded
INLINE int yields(u32 turn) {
  if (turn == 0) spinsEntered++, order.spins = 1;
  if (turn % SPIN_TURNS == 0) now.loaded = 0;
  return turn % SPIN_TURNS == SPIN_TURNS - 1;
}
NOINLINE void __emu_spin(int site, u32 turn, u32 endsAlone) {
  if (async == REWINDING || yields(turn)) wait_as(SPINNING, 0, (u32)site, endsAlone, 0, now.polled, now.loaded, 0);
}

// The same for a coroutine, which is left by its own code afterwards.
NOINLINE void __emu_await_barrier(int site) { wait_for(AT_BARRIER, 0, (u32)site, 3, 0, 0, 0, 0); }
NOINLINE void __emu_await_barrier_reduce(int site, int mode, int predicate) {
  wait_for(AT_BARRIER, 0, (u32)site, (u32)mode, 0, predicate != 0, 0, 0);
}
NOINLINE void __emu_await_syncwarp(int site, u32 mask) { wait_for(AT_WARP, OP_SYNCWARP, (u32)site, 0, mask, 0, 0, 0); }
NOINLINE void __emu_await_shfl(int site, u32 mask, int mode, u32 value, int lane, int width) {
  wait_for(AT_WARP, OP_SHFL, (u32)site, (u32)mode, mask, value, (u32)lane, (u32)width);
}
NOINLINE void __emu_await_vote(int site, u32 mask, int mode, u32 predicate) {
  wait_for(AT_WARP, OP_VOTE, (u32)site, (u32)mode, mask, predicate, 0, 0);
}
NOINLINE void __emu_await_fragment_sync(int site, void *fragment, const void *pointer, u32 ldm, u32 code) {
  fragment = lasting_memory(fragment, exchanged_bytes(code));
  wait_for(AT_WARP, OP_FRAGMENT, (u32)site, code, 0xffffffffu, (u32)fragment, (u32)pointer, ldm);
}
NOINLINE void __emu_await_mma(int site, void *d, const void *a, const void *b, const void *c, u32 code) {
  bring(site, &d, &a, &b, c, code);
  wait_for(AT_WARP, OP_MMA, (u32)site, code, 0xffffffffu, (u32)d, (u32)a, (u32)b);
}
NOINLINE void __emu_await_activemask(int site) { wait_for(AT_ACTIVEMASK, 0, (u32)site, 0, 0, 0, 0, 0); }
NOINLINE void __emu_await_lockstep(int site) { wait_for(AT_ACTIVEMASK, OP_LOCKSTEP, (u32)site, 0, 0, 0, 0, 0); }
NOINLINE void __emu_await_grid_sync(int site) {
  check_cooperative((u32)site);
  wait_for(AT_GRID, 0, (u32)site, 0, 0, gridBarriers, 0, 0);
}
NOINLINE void __emu_await_cluster_sync(int site) {
  u32 phase = meet_cluster((u32)site, 1);
  wait_for(AT_CLUSTER, 0, (u32)site, 0, 0, phase, 0, 0);
}
NOINLINE void __emu_await_cluster_wait(int site) {
  u32 phase = meet_cluster((u32)site, 0);
  wait_for(AT_CLUSTER, 0, (u32)site, 0, 0, phase, 0, 0);
}
NOINLINE int __emu_await_spin(int site, u32 turn, u32 endsAlone) {
  if (!yields(turn)) return 0;
  wait_for(SPINNING, 0, (u32)site, endsAlone, 0, now.polled, now.loaded, 0);
  return 1;
}
NOINLINE u32 __emu_awaited(void) { return coroutines[now.thread].result; }
NOINLINE void __emu_finished(void) { coroutines[now.thread].status = DONE; }
// Where the thread's frame lies; the stack may not grow into it.
NOINLINE void *__emu_frame(size_t bytes) {
  u32 low = stack_low(now.thread), end = (low + (u32)bytes + 15) & ~15u;
  if (bytes > stackBytes || end + 1024 > now.stackHigh) __emu_exhausted(NO_SITE);
  __emu_stack_low = end + 256;
  coroutines[now.thread].saved = end;
  return (void *)low;
}

// Runs a thread until it waits or ends.
static void resume(u32 thread) {
  coroutine *c = &coroutines[thread];
  u32 own = stack_pointer();
  int first = !c->started;
  // The start of a frame is the runtime's: which function goes on.
  now.stackLow = stack_low(thread) + COROUTINE_HEAD;
  now.stackHigh = stack_low(thread) + stackBytes;
  __emu_stack_low = now.stackLow + 256;
  enter_thread(thread);
  c->started = 1;
  set_stack_pointer(now.stackHigh);
  if (first) take_step();
  if (__emu_control.suspends == SUSPENDS_COROUTINES) {
    if (first) {
      c->frame = __emu_call(__emu_control.kernel, arguments);
    } else {
      __emu_stack_low = c->saved + 256;
      (*(void (**)(void *))c->frame)(c->frame);
    }
    if (c->status == DONE) settle();
  } else {
    if (!first) {
      set_stack_pointer(c->stack);
      async = REWINDING;
      asyncify_start_rewind((u32)c);
    }
    __emu_call(__emu_control.kernel, arguments);
    if (async == UNWINDING) {
      asyncify_stop_unwind();
      async = RUNNING;
    } else {
      settle();
      c->status = DONE;
    }
  }
  set_stack_pointer(own);
}
