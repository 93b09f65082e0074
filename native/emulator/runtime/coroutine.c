// Threads of a block that wait for each other, as coroutines: Binaryen's Asyncify unwinds a waiting thread's frames
// into its save area and winds them up again when it may go on. Every thread has a stack region of its own; the save
// area grows from its lower end, the stack from its upper end.
#include "state.h"

#define ASYNCIFY(name) __attribute__((import_module("asyncify"), import_name(#name)))
ASYNCIFY(start_unwind) void asyncify_start_unwind(void *area);
ASYNCIFY(stop_unwind) void asyncify_stop_unwind(void);
ASYNCIFY(start_rewind) void asyncify_start_rewind(void *area);
ASYNCIFY(stop_rewind) void asyncify_stop_rewind(void);
extern void __emu_call(u32 kernel, void *arguments);

__asm__(".globaltype __stack_pointer, i32\n");
INLINE u32 stack_pointer(void) {
  u32 value;
  __asm__ volatile("global.get __stack_pointer\nlocal.set %0" : "=r"(value));
  return value;
}
INLINE void set_stack_pointer(u32 value) { __asm__ volatile("local.get %0\nglobal.set __stack_pointer" : : "r"(value)); }

enum { READY, AT_BARRIER, AT_WARP, AT_ACTIVEMASK, DONE };
enum { OP_SYNCWARP, OP_SHFL, OP_VOTE };

typedef struct {
  u32 saved, savedEnd; // Asyncify's: where the next frame goes, and where the area ends
  u32 started, stack, status;
  u32 site, op, mode, mask, value, lane, width;
  u32 result;
} coroutine;

static coroutine coroutines[MAX_THREADS];
static u32 stackBytes; // of each thread
static enum { RUNNING, UNWINDING, REWINDING } async;

INLINE u32 stack_low(u32 thread) { return (u32)stacks + STACK_GUARD + thread * stackBytes; }

// Waits until the scheduler lets the thread go on. On the way back it is called again and answers the result.
INLINE u32 wait_as(u32 status, u32 op, u32 site, u32 mode, u32 mask, u32 value, u32 lane, u32 width) {
  coroutine *c = &coroutines[now.thread];
  if (async == REWINDING) {
    asyncify_stop_rewind();
    async = RUNNING;
    return c->result;
  }
  settle();
  c->status = status;
  c->op = op;
  c->site = site;
  c->mode = mode;
  c->mask = mask;
  c->value = value;
  c->lane = lane;
  c->width = width;
  c->stack = stack_pointer();
  c->saved = stack_low(now.thread);
  c->savedEnd = c->stack;
  if (c->stack < c->saved + 256) __emu_exhausted(site);
  async = UNWINDING;
  asyncify_start_unwind(c);
  return 0;
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
NOINLINE u32 __emu_activemask(int site) { return wait_as(AT_ACTIVEMASK, 0, (u32)site, 0, 0, 0, 0, 0); }

// Runs a thread until it waits or ends.
static void resume(u32 thread) {
  coroutine *c = &coroutines[thread];
  u32 own = stack_pointer();
  __emu_stack_low = stack_low(thread) + 256;
  now.stackHigh = stack_low(thread) + stackBytes;
  enter_thread(thread);
  if (c->started) {
    set_stack_pointer(c->stack);
    async = REWINDING;
    asyncify_start_rewind(c);
  } else {
    c->started = 1;
    set_stack_pointer(now.stackHigh);
    take_step();
  }
  __emu_call(__emu_control.kernel, arguments);
  set_stack_pointer(own);
  if (async == UNWINDING) {
    asyncify_stop_unwind();
    async = RUNNING;
  } else {
    settle();
    c->status = DONE;
  }
}
