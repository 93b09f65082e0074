// The one place where grader/device/emulator/ reads and writes the module's memory: a table of 32-bit fields.
// grader/device/emulator/control.ts lists the same names in the same order; both check MAGIC.
#pragma once
#include "emu.h"

#define CONTROL_MAGIC 0x454d553au
#define MAX_FAULTS 256u
#define KEPT_FAULTS 64u // of them, for kinds that have no row yet
#define MAX_RULES 32u
#define MAX_VARIABLES 4096u
#define MAX_SHARED_RANGES 256u
#define MAX_HOST_RANGES 65536u
#define MAX_TEXTURES 4096u
#define PRINT_BYTES 1048576u
#define NAMED_COUNTERS 16u
#define COUNTERS 32u // with those of work.c

typedef struct {
  u32 address, bytes, constant;
} variable;
typedef struct {
  u32 offset, bytes;
} shared_range;
// Addresses of the host from `first` on are those of the device further up by `shift` (modulo 2^32).
typedef struct {
  u32 first, bytes, shift;
} host_range;

// One distinct problem: its first occurrence, and how often it was seen in this launch.
typedef struct {
  u32 rule, detail, site, otherSite;
  u32 access, otherAccess, bytes, address;
  u32 thread, block, otherThread, otherBlock;
  u32 arrived, alive;
  u64 count;
} fault;

enum { // rule
  OUT_OF_BOUNDS_READ = 1,
  OUT_OF_BOUNDS_WRITE,
  UNINITIALIZED_READ,
  SHARED_OUT_OF_BOUNDS,
  LOCAL_OUT_OF_BOUNDS,
  MISALIGNED_ACCESS,
  USE_AFTER_FREE,
  HOST_POINTER,
  SHARED_RACE,
  GLOBAL_RACE,
  BARRIER_DIVERGENCE,
  TIMEOUT,
  STACK_OVERFLOW,
  DEVICE_ASSERT,
  DEVICE_TRAP,
  LAUNCH_ERROR,
  DOUBLE_FREE,
};
enum { // detail
  NO_DETAIL = 0,
  SAME_VALUE,
  BETWEEN_BLOCKS,
  INSIDE_BLOCK,
  EXITED,
  DIFFERENT_BARRIERS,
  WARP_FUNCTION, // lanes that its mask names do not come; the row's address is the mask
  CONSTANT,
  NULL_POINTER,
  INDEX_WRAP,
  WARP_LOCKSTEP,   // different instructions of lanes of one warp: fine only where they run in lockstep
  MISSING_FENCE,   // an atomic function handed over, but no fence came before it
  SPIN,            // everybody who is left spins
  NOT_RESIDENT,    // the same, while other blocks find no place to run
  GRID_SYNC,       // at the grid's barrier, where others have ended
  NOT_COOPERATIVE, // the grid's barrier in a launch that is not cooperative
  NOT_ALLOCATED,   // freed, but never allocated
  NOT_IN_MASK,     // a lane calls a warp function with a mask that does not name it; the row's address is the mask
  TILE_POINTER,    // a tile of load_matrix_sync or store_matrix_sync begins at a wrong address; bytes: of what it is to be a multiple
  TILE_STRIDE,     // the stride of its rows is wrong: the row's address; bytes: of how many elements it is to be a multiple
  UNFILLED_FACTOR, // mma_sync multiplies by a fragment that nothing has filled
  UNFILLED_SUM,    // mma_sync or store_matrix_sync takes an accumulator that nothing has filled
  WHOLE_WARP,      // a warp matrix function without all 32 lanes
  TILE_ARGUMENTS,  // lanes give a warp matrix function different pointers, strides or layouts
  NARROW_SCOPE,    // atomic functions of block scope, of threads in different blocks
  EXITED_GRID,     // at the grid's barrier, where other threads of the block have ended
  TEXTURE_CACHE,   // a texture or surface is read where this launch has stored
  NO_OBJECT,          // a handle that is none of a texture or surface object
  NO_OBJECT_ANY_MORE, // one that was destroyed
  OTHER_OBJECT,       // of other dimensions, or of another kind of memory, than the function reads
  BEYOND_SURFACE,
  BEYOND_SURFACE_ROW, // x, which counts bytes
  // A launch by a kernel that is refused; the row's `arrived` is what is told of it.
  NO_KERNEL,
  ZERO_SIZE,
  WRONG_GRID,
  WRONG_BLOCK,      // `arrived`: its threads
  WRONG_SHARED,
  WIDE_ARGUMENTS,   // `arrived`: their bytes
  NO_SUCH_STREAM,
  NESTED_TOO_DEEP,
  TOO_MANY_PENDING, // `arrived`: how many may be pending
  READ_ONLY_CACHE,  // a load through the read-only data cache of what this launch has stored
};
enum { SUSPENDS_BY_ASYNCIFY = 1, SUSPENDS_AS_COROUTINE = 2 }; // control.suspends: how the kernel waits
enum { GLOBAL_ATOMIC = 1, CLOCK_READ = 2, BLOCKS_WAIT = 4, ANY_ATOMIC = 8 }; // control.ordering
enum { REVERSED_THREADS = 1, REVERSED_BLOCKS = 2, RESIDENT_BLOCKS = 4 }; // control.reversed; the last: only among blocks that can run at a time
enum { ACCESS_BARRIER = 3 }; // access; otherwise READ, WRITE, RMW

typedef struct {
  u32 magic;
  // Addresses and sizes, set by the module.
  u32 heap, heapBytes, state, shared, sharedBytes, sharedState;
  u32 faults, variables, sharedRanges, places, siteStores, arguments, argumentBytes, print, counters, siteCounters;
  // What to launch, set by the device.
  u32 kernel, gridX, gridY, gridZ, blockX, blockY, blockZ, suspends, counting, variableCount, sharedRangeCount;
  u32 siteCount, stepsLow, stepsHigh;
  u32 cooperative, maxResident; // blocks that a GPU runs at the same time
  // What came of it.
  u32 stop; // CUDA error code, 0 where every thread ran to its end
  u32 faultCount, faultsLost, sharedLoads, printBytes, printLost, lastLoop;
  u32 thread, block; // the one that ran last
  u32 assertExpression, assertFile, assertLine, assertFunction;
  u32 unchecked;       // accesses whose races could not be tracked because the pool was full
  u32 storedTo;        // address of the store for which the launch has to begin anew
  u32 countersLost;    // the counters' own memory was full: totals are too low
  // Which blocks of the launch to run, and how many of them in this call.
  u32 firstBlock, sliceBlocks;
  u32 ordering; // what was done whose outcome depends on which blocks ran before: enum ordering
  u32 poolUsed, poolBytes;
  u32 crowding, crowdingLimit; // shapes or records of words that the launch took, the larger number; how many there are
  // The last epoch, whether they ran out since a launch began without stamps, and how many this launch took; set by the
  // device: how many it took in other instances.
  u32 epoch, epochsRanOut, epochs, epochsElsewhere;
  u32 hostRanges, hostRangeLimit, hostRangeCount; // addresses of the host that mean memory of the device
  u32 deviceHeap, deviceHeapBytes; // set by the device: where device code allocates
  // Memory whose stores are counted, set by the device, and the threads and blocks that stored, for each slot.
  u32 tracked, trackedLimit, trackedCount, storers;
  u32 siteSamples; // one request of each site; 0 where there was no memory for them
  u32 textures, textureLimit; // texture and surface objects (texture.h)
  u32 firstAddress; // what lies below is the host's; set by the module
  // Of grids that kernels launch, set by the device: this is one; what its first block counts as; what came before it
  // (ancestry.c) and the handovers that it has seen; whether it may launch, how often, and the limit that this comes from.
  u32 byKernel, firstBlockNumber, predecessors, predecessorLimit, predecessorCount, tookOver;
  u32 mayNest, launchLimit, pendingLimit;
  // Set by the module: records of its own launches (launches.c), how many, and the generation of stamps.
  u32 launches, launchCount, generation;
  // Of altered runs (influence.c), set by the device: which of the three this is, and one word of how many is altered;
  // the bytes of what was kept, before `logEnd`, and whether there was no room for it.
  u32 influence, alterEvery, logBytes, logEnd, logLost;
  u32 reversed; // set by the device: threads of a block, or blocks, take turns from the last one on
} control;

// Stores to ranges of one slot are counted together. In siteStores a slot has MAX_SITES entries.
#define STORE_SLOTS 16u
#define MAX_TRACKED 16u
typedef struct {
  u32 first, bytes, slot;
} tracked_range;
typedef struct {
  u32 threads, blocks;
} storer_count;

extern control __emu_control;
