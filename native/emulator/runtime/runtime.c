// The runtime as one object: its parts are compiled together, so that everything but the contract stays internal.
#include "state.h"

fast_stamps __emu_fast;
u64 __emu_steps;
u32 __emu_last_loop, __emu_stack_low, __emu_ids[24], __emu_shared_was_read;
control __emu_control;

static void next_epoch(void);
static void enter_thread(u32 thread);
static void new_interval(void);
static void race_unset(u32 address, u32 bytes);
static void begin_block(u32 number);
static void end_block(void);
static void take_step(void);
static u32 place_of(u32 site);
static u32 fragment_bytes(u32 code);
static u32 exchanged_bytes(u32 code);
static void check_product(const void *a, const void *b, const void *c, u32 code, u32 site);
static void *influenced(void *place, u32 bytes, u32 type, u32 site);
static void influenced_copy(u8 *to, u32 from, u32 bytes, u32 site);
static void own_shared(u32 address, u32 bytes, u32 type);
static void influence_begin(void);
static void influence_begin_block(void);
static void influence_end(void);
static void trace_begin(void);
static void trace_fault(void);
static u32 result_of_others(u32 thread, u32 site, u32 result);
static void counters_begin(void);
static void counters_enter_thread(void);
static void counters_warp_converged(u32 warp);
static void counters_block_converged(void);
static void counters_end_block(void);
static void count_call(u32 site);
static void work_end_block(void);
static void renumber(void);
static u32 meet_cluster(u32 site, int arrives);
static void launches_renumbered(void);
static int has_launched(void);

#include "fault.c"
#include "pool.c"
#include "order.c"
#include "cluster.c"
#include "shapes.c"
#include "cells.c"
#include "small.c"
#include "ancestry.c"
#include "remote.c"
#include "race.c"
#include "work.c"
#include "unset.c"
#include "access.c"
#include "influence.c"
#include "trace.c"
#include "request.c"
#include "allocator.c"
#include "counters.c"
#include "counted.c"
#include "mapped.c"
#include "words.c"
#include "texture.c"
#include "print.c"
#include "renumber.c"
#include "coroutine.c"
#include "fragments.c"
#include "products.c"
#include "warp.c"
#include "resident.c"
#include "kept.c"
#include "meeting.c"
#include "launches.c"
#include "block.c"
#include "partition.c"
#include "shadow.c"
#include "states.c"
#include "grid.c"
#include "schedule.c"
#include "control.c"
