// What the parts of the runtime share and nobody else sees.
#pragma once
#include "control.h"

#define MAX_WARPS (MAX_THREADS / 32)
#define STACK_BYTES (64u * 1048576u)
#define STACK_GUARD (1u * 1048576u)

// Where execution stands.
static struct {
  u32 epoch;
  u32 launch, block, interval;   // first stamps of each
  u32 grid;                      // first stamp since the launch, or since the grid's last barrier
  u32 warpStart[MAX_WARPS];      // first stamp since the last __syncwarp of the whole warp
  u32 partly;                    // a __syncwarp of the block had the mask of a part of a warp: see `meetings`
  u32 current;                   // stamp of the running thread
  u32 thread, threads, blockNumber;
  u32 rank;                      // of the block in its cluster
  u32 generation;                // of the stamps above
  u64 sharedSum;                 // of shared memory when the block last waited
  u32 alive;                     // threads of the block that have not ended
  u32 polled;                    // address of the last access that was atomic or volatile
  u32 loaded;                    // the same of a load, in these turns of a loop that spins
  u32 stackLow, stackHigh;       // of the running thread, its frame included
  u32 warpSynced;
  u32 firstEpoch, droppedEpochs; // the launch's first one, and those whose numbers were given again
  u64 budget;                    // of steps, when the launch began
  u32 storing[STORE_SLOTS][MAX_THREADS / 32]; // threads of the block that stored to memory of a slot
} now;

// For each thread and each lane of its warp: the lane's accesses with smaller stamps come before a __syncwarp after which
// the thread goes on. Used by a block with masks of a part of a warp. A thread's own lane has its last __syncwarp.
static u32 meetings[MAX_THREADS][32];

static fault faults[MAX_FAULTS];
static failed_assert failedAsserts[MAX_FAILED_ASSERTS];
static variable variables[MAX_VARIABLES];
static shared_range sharedRanges[MAX_SHARED_RANGES];
static tracked_range trackedRanges[MAX_TRACKED];
static storer_count storers[STORE_SLOTS];
static u8 arguments[32768] ALIGNED(16); // since CUDA 12.1 a kernel may have 32,764 bytes of parameters
_Static_assert(STACK_GUARD + STACK_BYTES <= STACKS_BYTES, "the stacks' place in the layout is too small");
#define stacks ((u8 *)STACKS_ADDRESS)

// What a thread handed over when it changed a place by an atomic function or through `volatile`: accesses with smaller
// stamps, of the thread, of its warp or of its block (see order.c).
enum { IN_BLOCK, IN_DEVICE, UNFENCED, LIMITS };
typedef struct {
  u32 block, who, older, number;
  u32 limit[LIMITS];
} handover;
#define MAX_RELEASES 262144u
#define RELEASE_BUCKETS 65536u

// What is known of the accesses to a word, or to one of its bytes: of those who stored, and of those who read, the last
// one, a second one of its interval, and one of another block of this launch. Stamp 0: nobody.
typedef struct {
  u32 stamp, info;
} mark;
typedef struct {
  mark first, second, foreign;
} accesses;
typedef struct {
  accesses writers, readers;
} history;
#define MARKS 6u // of a history

// Histories without their stamps: for each mark the number of the slot where its stamp is, from 1 on, or 0. A whole word
// has the first alone, and its slots are fixed.
enum { FOUR_STAMPS, TWO_EPOCHS, WHOLE }; // shape.layout, how the cell is used (see cells.c)
typedef struct {
  struct {
    u8 slot[MARKS];
    u8 uses, layout; // slots that occur, as bits; layout: in the first one
    u32 info[MARKS];
  } of[4];
} shape;
#define SLOTS 8u
#define MAX_SHAPES 32767u
#define SHAPE_BUCKETS 65536u
#define NO_SHAPE 0xffffu
#define WIDE 0x8000u // of a word whose cell does not suffice: what follows is the number of its record
#define MAX_WIDE 32767u
// What an access by one or two bytes makes of a shape (see small.c).
typedef struct {
  u64 key;
  u32 site, sources;
  u16 shape;
  u8 change, slot;
} step;
#define STEPS 4096u

// The large tables, in one place of the layout.
typedef struct {
  u32 places[MAX_SITES];     // barriers: sites of one source position have one number
  u32 siteStores[STORE_SLOTS][MAX_SITES]; // stores to tracked memory
  u8 print[PRINT_BYTES];
  u32 blockOfEpoch[EPOCHS];
  u8 liveEpochs[EPOCHS / 8];
  u32 newEpoch[EPOCHS];
  host_range hostRanges[MAX_HOST_RANGES];
  u32 variableState[PAGES], variableCells[PAGES], variableShapes[PAGES], handovers[PAGES], nextExpanded[PAGES];
  handover releases[MAX_RELEASES];
  u32 releaseBuckets[RELEASE_BUCKETS];
  shape shapes[MAX_SHAPES];
  u16 shapeBuckets[SHAPE_BUCKETS];
  step steps[STEPS];
  history wide[MAX_WIDE][4];
} tables;
_Static_assert(sizeof(tables) <= TABLES_BYTES, "the tables' place in the layout is too small");
#define TABLES ((tables *)TABLES_ADDRESS)
#define placesTable (TABLES->places)
#define siteStoresTable (TABLES->siteStores)
#define printTable (TABLES->print)
#define blockOfEpoch (TABLES->blockOfEpoch)
#define liveEpochs (TABLES->liveEpochs)
#define newEpoch (TABLES->newEpoch)
#define hostRangesTable (TABLES->hostRanges)
#define variableState (TABLES->variableState)
#define variableCells (TABLES->variableCells)
#define variableShapes (TABLES->variableShapes)
#define nextExpanded (TABLES->nextExpanded)
#define shapesTable (TABLES->shapes)
#define shapeBuckets (TABLES->shapeBuckets)
#define stepsTable (TABLES->steps)
#define wideTable (TABLES->wide)
#define handovers (TABLES->handovers)
#define releases (TABLES->releases)
#define releaseBuckets (TABLES->releaseBuckets)

// The accesses of a thread of the block, while they are counted (work.c).
typedef struct {
  u32 all, stores, shared, atomics;
  u32 written, dead;         // all stores, and those that a thread of the block overwrote before another one read them
  u32 outputs, deadOutputs;  // the same of stores to tracked memory
  u32 shares;                // the thread passes values on by shared memory, atomic functions or warp functions
} thread_work;
static thread_work works[MAX_THREADS];
static u64 counters[COUNTERS];

static u32 stampGeneration; // of stamps: older ones have no meaning
static fast_stamps counted;
// The stamps that accesses are compared with; while counters are on, those in kernels are not.
INLINE fast_stamps *stamps(void) { return __emu_control.counting ? &counted : &__emu_fast; }
// Which of `all` has the turn of this number. CUDA promises no order of threads or of blocks: the last may be the first.
INLINE u32 turn_of(u32 number, u32 all, u32 reversible) {
  return __emu_control.reversed & reversible ? all - 1 - number : number;
}
#define CLUSTER_SHARED ((u8 *)CLUSTER_SHARED_ADDRESS)
#define CLUSTER_STATE ((u8 *)CLUSTER_STATE_ADDRESS)
#define CLUSTER_CELLS ((cell *)CLUSTER_CELLS_ADDRESS)
#define CLUSTER_SHAPES ((u16 *)CLUSTER_SHAPES_ADDRESS)
_Static_assert(CLUSTER_SHARED_BYTES == MAX_CLUSTER * SHARED_BYTES, "the region of clusters has another size");
INLINE u32 heap_bytes(void) { return (u32)__emu_heap_end - (u32)__emu_heap; }
INLINE u32 thread_of(u32 stamp) { return stamp >> 2 & (MAX_THREADS - 1); }
INLINE u32 block_of(u32 stamp) { return blockOfEpoch[stamp >> EPOCH_SHIFT]; }
INLINE int is_foreign(u32 stamp) { return block_of(stamp) != now.blockNumber; }

// Is a byte range inside [base, base + size)? Written so that nothing wraps.
INLINE int within(u32 address, u32 bytes, u32 base, u32 size) {
  u32 offset = address - base;
  return bytes <= size && offset <= size - bytes;
}

// The first stamp of a lane of the running thread's warp that no __syncwarp orders before what the thread does now.
INLINE u32 warp_start(u32 thread) {
  u32 whole = now.warpStart[now.thread / 32], part = now.partly ? meetings[now.thread][thread % 32] : 0;
  return part > whole ? part : whole;
}

static __attribute__((noreturn)) void stop(u32 code);
static fault *report(u32 rule, u32 detail, u32 site, u32 otherSite);
static void settle(void);
static void note_overwritten(u32 address, u32 bytes);
static void race_check(u32 address, u32 bytes, u32 type, u32 info, int region);
static void count_access(u32 address, u32 bytes, u32 type, u32 site, u32 path);
static void *counted_access(void *pointer, u32 site, u32 how);
static void *mapped_access(void *pointer, u32 site, u32 how);
static void *constant_load(void *pointer, u32 site, u32 how);
static int short_way(u32 address, u32 bytes, u32 type, u32 site, int region);
static int short_access(u32 address, u32 bytes, u32 type, u32 site);
static int short_copy(u32 to, u32 from, u32 bytes, u32 site);

enum { NOWHERE, GLOBAL, SHARED, REMOTE, VARIABLE, UNRECORDED }; // REMOTE: of another block of the cluster
INLINE int is_shared_region(int region) { return region == SHARED || region == REMOTE; }
