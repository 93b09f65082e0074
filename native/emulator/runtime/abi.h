// Generated from native/emulator/abi.yaml by `npm run abi`: edit that file.
#pragma once

typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef __SIZE_TYPE__ size_t;

#define ABI_VERSION 0x8e85ce2bu
#define POINTER_BYTES 8u // bytes of a pointer, of `long` and of `size_t`
_Static_assert(sizeof(void *) == POINTER_BYTES && sizeof(long) == POINTER_BYTES, "data model");

#define NO_SITE 0xffffffffu // a place that is none
#define TRACE_NO_FAULT 0xffffffffu // no fault of a recorded block
#define MAX_FAULTS 256u // rows of the fault table
#define MAX_FAILED_ASSERTS 1024u // threads of a launch that can fail an assertion before it ends
#define KEPT_FAULTS 64u // rows of the fault table that are kept for kinds of faults without a row
#define MAX_VARIABLES 4096u // variables of device code
#define MAX_SHARED_RANGES 256u // arrays of shared memory, of which one is dynamic shared memory
#define MAX_TEXTURES 4096u // texture and surface objects that live at a time
#define MAX_SITES 0x10000u // instrumented places of device code
#define MAX_THREADS 1024u // threads of a block
#define MAX_GRID_X 0x7fffffffu // blocks of a grid along x
#define MAX_GRID_YZ 0xffffu // blocks of a grid along y, and along z
#define PRINT_BYTES 0x100000u // bytes that device printf can record in a launch
#define SHARED_BYTES 0x40000u // bytes of the block's shared region
#define SHARED_PER_BLOCK 0xc000u // bytes of shared memory that a launch by a kernel can ask for
#define MAX_ACCESS_BYTES 4096u // bytes of the largest access: the scratch cells for refused ones have this size
#define CONSTANTS_GUARD 4096u // bytes at both ends of the compiler's constants that nothing may read
#define EPOCHS 0x100000u // epochs that a stamp can have
#define STORE_SLOTS 16u // slots in which stores to tracked memory are counted
#define MAX_TRACKED 16u // ranges of tracked memory
#define LANES 32u // threads of a warp
#define HOW_BYTES 0xffffu // bits of `how` that are the bytes of an access
#define HOW_TYPE_SHIFT 16u // place in `how` of the kind of access
#define FOOTPRINT_BYTES 0x400000u // words that one call of `__emu_footprint` can describe, a byte each
#define FOOTPRINT_STORED_SHIFT 4u // in such a byte, how far the bits of stores are above those of loads
#define HEADER_BYTES 16u // bytes before each block of the device's own heap, and at its start
#define COROUTINE_HEAD 16u // bytes at the start of a coroutine's frame: the functions that it goes on with and is ended with
#define KERNEL_MAGIC 0x6b726e6cu // first word of what stands at the address of a kernel in device code
#define MAX_LAUNCH_ARGUMENTS 4096u // bytes of arguments of a launch by a kernel
#define MAX_CLUSTER 16u // blocks of a cluster
#define PIECE_BYTES 0x8000u // bytes of a piece of memory for launches by kernels and for blocks that wait
#define PIECE_LINK_BYTES 8u // of them, those before the content: the address of the next piece

enum { // rule that a fault breaks
  NO_RULE,
  OUT_OF_BOUNDS_READ,
  OUT_OF_BOUNDS_WRITE,
  UNINITIALIZED_READ,
  SHARED_OUT_OF_BOUNDS,
  LOCAL_OUT_OF_BOUNDS,
  MISALIGNED_ACCESS,
  USE_AFTER_FREE,
  HOST_DEVICE_POINTER,
  SHARED_RACE,
  GLOBAL_RACE,
  BARRIER_DIVERGENCE,
  TIMEOUT,
  STACK_OVERFLOW,
  DEVICE_ASSERT,
  DEVICE_TRAP,
  LAUNCH_ERROR,
  DOUBLE_FREE,
  UNDEFINED_ARITHMETIC,
  RULE_COUNT,
};

enum { // detail of a fault
  NO_DETAIL,
  SAME_VALUE,
  BETWEEN_BLOCKS,
  INSIDE_BLOCK,
  EXITED,
  DIFFERENT_BARRIERS,
  WARP_FUNCTION, // lanes that its mask names do not come; the row's address is the mask
  CONSTANT,
  NULL_POINTER,
  WARP_VOLATILE, // the same, and both accesses are through `volatile`: they run in lockstep here
  WARP_LOCKSTEP, // different instructions of lanes of one warp: right only in lockstep
  MISSING_FENCE, // an atomic function handed over, but no fence came before it
  SPIN, // every thread that is left spins
  NOT_RESIDENT, // the same, while other blocks have no place to run
  GRID_SYNC, // at the grid's barrier, which other threads do not reach because they have ended
  NOT_COOPERATIVE, // the grid's barrier in a launch that is not cooperative
  NOT_ALLOCATED, // freed, but never allocated
  NOT_IN_MASK, // a lane calls a warp function with a mask that does not name it; the row's address is the mask
  TILE_POINTER, // a tile of load_matrix_sync or store_matrix_sync begins at a wrong address; bytes: of what it must be a multiple
  TILE_STRIDE, // the stride of its rows is wrong: the row's address; bytes: of how many elements it must be a multiple
  UNFILLED_FACTOR, // mma_sync multiplies by a fragment that nothing has filled
  UNFILLED_SUM, // mma_sync or store_matrix_sync uses an accumulator that nothing has filled
  WHOLE_WARP, // a warp matrix function without all 32 lanes
  TILE_ARGUMENTS, // lanes give a warp matrix function different pointers, strides or layouts
  NARROW_SCOPE, // atomic functions of block scope, of threads in different blocks
  EXITED_GRID, // at the grid's barrier, while other threads of the block have ended
  TEXTURE_CACHE, // a read of a texture or surface to which this launch has stored
  NO_OBJECT, // a handle that is not one of a texture or surface object
  DESTROYED_OBJECT, // the handle of an object that was destroyed
  OTHER_OBJECT, // an object of other dimensions, or of another kind of memory, than the function reads
  BEYOND_SURFACE,
  BEYOND_SURFACE_ROW, // x, which counts bytes
  LAUNCH_NO_KERNEL, // from here on a launch by a kernel that is refused; `arrived` has a number about it
  LAUNCH_ZERO_SIZE,
  LAUNCH_GRID,
  LAUNCH_BLOCK, // `arrived`: its threads
  LAUNCH_SHARED,
  LAUNCH_ARGUMENTS, // `arrived`: their bytes
  LAUNCH_STREAM,
  LAUNCH_DEPTH,
  LAUNCH_PENDING, // `arrived`: how many can be pending
  READ_ONLY_CACHE, // a load through the read-only data cache of what this launch has stored
  DIVISION_BY_ZERO, // from here on of arithmetic; the row's address is the low word of the dividend
  REMAINDER_BY_ZERO,
  DIVISION_OVERFLOW, // the smallest number divided by -1
  SHIFT_WIDTH, // the row's address is the low word of the amount
  WRITTEN_LATER, // not initialized, and part of a race with a thread that writes there later in the same interval
  EXITED_CLUSTER, // from here on of clusters: threads wait at the cluster's barrier, and others have ended
  CLUSTER_UNPAIRED, // an arrival after which the thread did not wait, or a wait without an arrival
  CLUSTER_STUCK, // at the cluster's barrier, while the other blocks wait elsewhere
  NO_SUCH_BLOCK, // map_shared_rank of a rank that the cluster does not have: `arrived`; it has `alive` blocks
  NOT_SHARED, // map_shared_rank of a pointer that does not lead to shared memory
  BLOCK_ENDED, // shared memory of a block that can have ended; `arrived` is its rank, and `otherBlock` its number
  BLOCK_NOT_STARTED, // the same of one that need not have begun
  HOST_FLAG, // a loop spins on memory that host code can change, and that no kernel has stored to
  DETAIL_COUNT,
};

enum { // kind of access
  ACCESS_READ,
  ACCESS_WRITE,
  ACCESS_ATOMIC,
  ACCESS_BARRIER,
  ACCESS_COUNT,
};

enum { // device of an altered run
  INFLUENCE_NONE,
  INFLUENCE_KEPT,
  INFLUENCE_ALTERED,
  INFLUENCE_SEPARATED,
  INFLUENCE_COUNT,
};

enum { // total of a launch
  GLOBAL_LOAD_REQUESTS,
  GLOBAL_LOAD_SECTORS,
  GLOBAL_STORE_REQUESTS,
  GLOBAL_STORE_SECTORS,
  SHARED_LOAD_INSTRUCTIONS,
  SHARED_LOAD_WAVEFRONTS,
  SHARED_STORE_INSTRUCTIONS,
  SHARED_STORE_WAVEFRONTS,
  SHARED_LOAD_BANK_CONFLICTS,
  SHARED_STORE_BANK_CONFLICTS,
  GLOBAL_ATOMIC_REQUESTS, // from here on only launches that use them have them
  GLOBAL_ATOMIC_SECTORS,
  TEXTURE_REQUESTS,
  TEXTURE_SECTORS,
  CONSTANT_LOAD_REQUESTS,
  CONSTANT_LOAD_SECTORS, // that the block had not accessed before: they come through a cache that serves all lanes at once
  COUNTER_COUNT,
};

enum { // sum about how threads share the work, after the totals
  WORK_THREADS, // threads with any work
  WORK_ACCESSES,
  WORK_SQUARED_ACCESSES, // the sum of each thread's work, squared
  WORK_STORES,
  WORK_SQUARED_STORES,
  WORK_COLUMN_MOST, // for each block, the most work of the threads with one threadIdx.x
  WORK_ROW_MOST, // the same of threadIdx.y
  WORK_SHARED_LOADS, // loads of shared memory
  WORK_SHARED_MOST, // for each block, the most of one thread
  WORK_ATOMIC_THREADS, // threads that called an atomic function on global memory
  WORK_HOST_BYTES, // bytes of the host's memory that were accessed
  WORK_COUNT,
};

enum { // number of a site
  SITE_REQUESTS,
  SITE_UNITS, // sectors or wavefronts
  SITE_BANK_CONFLICTS,
  SITE_LINES,
  SITE_NEW_SECTORS, // that the block had not accessed before
  SITE_NEW_REQUESTS, // with at least one of these
  SITE_MEETINGS, // how often a warp's lanes met after executing it
  SITE_CALLS, // of an atomic function on global memory, by threads
  SITE_BLOCKS, // that called it
  SITE_KIND, // flags of siteKind, and no count
  SITE_COUNTER_COUNT,
};

enum { // kind of a texture row
  NO_OBJECT_KIND,
  OBJECT_TEXTURE,
  OBJECT_SURFACE,
  OBJECT_DESTROYED,
  TEXTURE_KIND_COUNT,
};

enum { // memory that a texture reads
  SHAPE_LINEAR,
  SHAPE_PITCHED,
  SHAPE_1D,
  SHAPE_2D,
  SHAPE_3D,
  SHAPE_1D_LAYERED,
  SHAPE_2D_LAYERED,
  SHAPE_CUBEMAP,
  SHAPE_CUBEMAP_LAYERED,
  TEXTURE_SHAPE_COUNT,
};

enum { // use of watched memory by host code
  HOST_READ,
  HOST_WRITE,
  HOST_TOGETHER,
  HOST_COPIED,
  HOST_ACCESS_COUNT,
};

// flags of a byte of global or shared memory
#define ADDRESSABLE 1u
#define INITIALISED 2u
#define WRITTEN 4u // by a kernel
#define OUTPUT 8u // stores are counted: they can become what is judged
#define FREED 16u
#define BYTEWISE 32u // races are tracked for each byte of the word by itself
#define PENDING 64u // a racing store is under way; the next access shows whether it changes the value
#define READ_ONLY 128u // this launch is expected not to store here: loads are not put on record

// flags of an access, beside its bytes and its kind
#define HOW_SHARED 0x100000u // the pointer is known to come from a __shared__ array
#define HOW_UNRECORDED 0x200000u // with which no store can race
#define HOW_VOLATILE 0x400000u
#define HOW_POLL 0x800000u // a load through volatile that a spinning loop waits for
#define HOW_DATA 0x1000000u // through volatile, and no flag
#define HOW_NARROW 0x2000000u // atomic, of block scope
#define HOW_LOCK 0x4000000u // a compare-and-swap that a loop tries until it succeeds: it takes a lock
#define HOW_BLIND 0x8000000u // an exchange whose result is not used: what was there does not matter
#define HOW_TEXTURE 0x10000000u // counted as an access of the texture unit
#define HOW_CONSTANT 0x20000000u // counted as an access to a __constant__ variable
#define HOW_CACHED 0x40000000u // a load through the read-only data cache

// why a launch ended early: a code of CUDA, or that it must begin again
#define STOP_TIMEOUT 702u
#define STOP_DEVICE_ASSERT 710u
#define STOP_STACK_OVERFLOW 714u
#define STOP_LAUNCH_FAILURE 719u
#define STOP_NO_ROOM 0xfffffffeu // nor this: no memory for blocks that wait
#define STOP_STORED_TO_READ_ONLY 0xffffffffu // not of CUDA: a store to memory that was expected to be only read

// how a kernel waits
#define SUSPENDS_NEVER 0u
#define SUSPENDS_ASYNCIFY 1u
#define SUSPENDS_COROUTINES 2u

// what a launch did whose result depends on which blocks ran before
#define GLOBAL_ATOMIC 1u
#define CLOCK_READ 2u
#define BLOCKS_WAIT 4u
#define ANY_ATOMIC 8u

// what takes turns from the last one on
#define REVERSED_THREADS 1u
#define REVERSED_BLOCKS 2u
#define REVERSED_RESIDENT_BLOCKS 4u // only among blocks that can run at a time

// flags of a site's kind
#define SITE_IS_SHARED 1u
#define SITE_IS_STORE 2u

// whose accesses come before: a thread's number, a warp's with this flag, or everyone's
#define THREADS_OF_WARP 0x10000u
#define THREADS_OF_BLOCK 0x20000u
#define THREADS_OF_RANGE 0xffffffffu

// streams of launches by kernels that are none
#define TAIL_LAUNCH 3u
#define FIRE_AND_FORGET 4u

typedef struct { // table through which the device and the module talk
  u32 version; // hash of the definition
  u32 heap; // addresses and sizes, set by the module
  u32 heapBytes;
  u32 state;
  u32 shared;
  u32 sharedBytes;
  u32 sharedState;
  u32 faults;
  u32 variables;
  u32 sharedRanges;
  u32 places;
  u32 siteStores; // a slot has MAX_SITES entries
  u32 arguments;
  u32 argumentBytes;
  u32 print;
  u32 counters;
  u32 siteCounters;
  u32 kernel; // what to launch, set by the device
  u32 gridX;
  u32 gridY;
  u32 gridZ;
  u32 blockX;
  u32 blockY;
  u32 blockZ;
  u32 suspends;
  u32 counting;
  u32 variableCount;
  u32 sharedRangeCount;
  u32 siteCount;
  u32 stepsLow;
  u32 stepsHigh;
  u32 cooperative;
  u32 maxResident; // blocks that a GPU runs at the same time
  u32 stop; // what came of the launch: 0 if every thread ran to its end, or a code of `stop`
  u32 faultCount;
  u32 faultsLost;
  u32 sharedLoads;
  u32 printBytes;
  u32 printLost;
  u32 lastLoop;
  u32 thread; // the one that ran last
  u32 block;
  u32 unchecked; // accesses whose races could not be tracked because the pool was full
  u32 storedTo; // address of the store for which the launch must begin again
  u32 countersLost; // the counters' own memory was full: totals are too low
  u32 firstBlock; // the block of the launch to begin with
  u32 sliceBlocks; // blocks to run in this call
  u32 ordering;
  u32 poolUsed;
  u32 poolBytes;
  u32 crowding; // shapes or records of words that the launch took, the larger number
  u32 crowdingLimit;
  u32 epoch; // the last epoch
  u32 epochsRanOut; // whether they ran out since a launch began without stamps
  u32 epochs; // how many this launch took
  u32 epochsElsewhere; // set by the device: how many it took in other instances
  u32 hostRanges; // addresses of the host that mean memory of the device
  u32 hostRangeLimit;
  u32 hostRangeCount;
  u32 deviceHeap; // set by the device: where device code allocates
  u32 deviceHeapBytes;
  u32 tracked; // memory whose stores are counted, set by the device
  u32 trackedLimit;
  u32 trackedCount;
  u32 storers; // for each slot, the threads and blocks that stored
  u32 siteSamples; // one request of each site; 0 if there was no memory for them
  u32 textures;
  u32 textureLimit;
  u32 firstAddress; // what is below is the host's
  u32 byKernel; // set by the device: a kernel has launched this grid
  u32 firstBlockNumber; // what its first block counts as
  u32 predecessors; // what came before it
  u32 predecessorLimit;
  u32 predecessorCount;
  u32 tookOver; // the handovers that it has seen
  u32 mayNest; // whether it can launch
  u32 launchLimit;
  u32 pendingLimit; // what the limit comes from
  u32 launches; // set by the module: records of its own launches
  u32 launchCount;
  u32 generation; // of stamps
  u32 influence; // set by the device: which device of an altered run this is, or 0
  u32 alterEvery; // one word of so many is altered
  u32 logBytes; // bytes of what was kept, before `logEnd`
  u32 logEnd;
  u32 logLost; // whether there was no room for it
  u32 reversed;
  u32 failedAsserts;
  u32 failedAssertCount;
  u32 outlasts; // whether a failed assert has stopped the launch, so that `__emu_outlast` can run what is left of it
  u32 clusterX; // blocks of a cluster along each axis; 1 without clusters
  u32 clusterY;
  u32 clusterZ;
  u32 clusterShared; // shared memory of a cluster's blocks, `sharedBytes` for each
  u32 runningLoop; // addresses of numbers that tell where a launch is: the site of its last loop or call,
  u32 runningThread; // the thread in its block,
  u32 runningBlock; // and the block
  u32 traceLimit; // set by the device: records of a recording of a block, or 0
  u32 traceBlock; // the block, as a number in its grid
  u32 traceAround; // whether the records around the first fault stay, and not the first ones
  u32 trace; // their address; 0 if there was no memory for them
  u32 traceCount; // records that were made; number n is in row n modulo the limit
  u32 traceFault; // records before the first fault of the block
} control;
_Static_assert(sizeof(control) == 412, "size of control");
_Static_assert(__builtin_offsetof(control, version) == 0, "control.version");
_Static_assert(__builtin_offsetof(control, heap) == 4, "control.heap");
_Static_assert(__builtin_offsetof(control, heapBytes) == 8, "control.heapBytes");
_Static_assert(__builtin_offsetof(control, state) == 12, "control.state");
_Static_assert(__builtin_offsetof(control, shared) == 16, "control.shared");
_Static_assert(__builtin_offsetof(control, sharedBytes) == 20, "control.sharedBytes");
_Static_assert(__builtin_offsetof(control, sharedState) == 24, "control.sharedState");
_Static_assert(__builtin_offsetof(control, faults) == 28, "control.faults");
_Static_assert(__builtin_offsetof(control, variables) == 32, "control.variables");
_Static_assert(__builtin_offsetof(control, sharedRanges) == 36, "control.sharedRanges");
_Static_assert(__builtin_offsetof(control, places) == 40, "control.places");
_Static_assert(__builtin_offsetof(control, siteStores) == 44, "control.siteStores");
_Static_assert(__builtin_offsetof(control, arguments) == 48, "control.arguments");
_Static_assert(__builtin_offsetof(control, argumentBytes) == 52, "control.argumentBytes");
_Static_assert(__builtin_offsetof(control, print) == 56, "control.print");
_Static_assert(__builtin_offsetof(control, counters) == 60, "control.counters");
_Static_assert(__builtin_offsetof(control, siteCounters) == 64, "control.siteCounters");
_Static_assert(__builtin_offsetof(control, kernel) == 68, "control.kernel");
_Static_assert(__builtin_offsetof(control, gridX) == 72, "control.gridX");
_Static_assert(__builtin_offsetof(control, gridY) == 76, "control.gridY");
_Static_assert(__builtin_offsetof(control, gridZ) == 80, "control.gridZ");
_Static_assert(__builtin_offsetof(control, blockX) == 84, "control.blockX");
_Static_assert(__builtin_offsetof(control, blockY) == 88, "control.blockY");
_Static_assert(__builtin_offsetof(control, blockZ) == 92, "control.blockZ");
_Static_assert(__builtin_offsetof(control, suspends) == 96, "control.suspends");
_Static_assert(__builtin_offsetof(control, counting) == 100, "control.counting");
_Static_assert(__builtin_offsetof(control, variableCount) == 104, "control.variableCount");
_Static_assert(__builtin_offsetof(control, sharedRangeCount) == 108, "control.sharedRangeCount");
_Static_assert(__builtin_offsetof(control, siteCount) == 112, "control.siteCount");
_Static_assert(__builtin_offsetof(control, stepsLow) == 116, "control.stepsLow");
_Static_assert(__builtin_offsetof(control, stepsHigh) == 120, "control.stepsHigh");
_Static_assert(__builtin_offsetof(control, cooperative) == 124, "control.cooperative");
_Static_assert(__builtin_offsetof(control, maxResident) == 128, "control.maxResident");
_Static_assert(__builtin_offsetof(control, stop) == 132, "control.stop");
_Static_assert(__builtin_offsetof(control, faultCount) == 136, "control.faultCount");
_Static_assert(__builtin_offsetof(control, faultsLost) == 140, "control.faultsLost");
_Static_assert(__builtin_offsetof(control, sharedLoads) == 144, "control.sharedLoads");
_Static_assert(__builtin_offsetof(control, printBytes) == 148, "control.printBytes");
_Static_assert(__builtin_offsetof(control, printLost) == 152, "control.printLost");
_Static_assert(__builtin_offsetof(control, lastLoop) == 156, "control.lastLoop");
_Static_assert(__builtin_offsetof(control, thread) == 160, "control.thread");
_Static_assert(__builtin_offsetof(control, block) == 164, "control.block");
_Static_assert(__builtin_offsetof(control, unchecked) == 168, "control.unchecked");
_Static_assert(__builtin_offsetof(control, storedTo) == 172, "control.storedTo");
_Static_assert(__builtin_offsetof(control, countersLost) == 176, "control.countersLost");
_Static_assert(__builtin_offsetof(control, firstBlock) == 180, "control.firstBlock");
_Static_assert(__builtin_offsetof(control, sliceBlocks) == 184, "control.sliceBlocks");
_Static_assert(__builtin_offsetof(control, ordering) == 188, "control.ordering");
_Static_assert(__builtin_offsetof(control, poolUsed) == 192, "control.poolUsed");
_Static_assert(__builtin_offsetof(control, poolBytes) == 196, "control.poolBytes");
_Static_assert(__builtin_offsetof(control, crowding) == 200, "control.crowding");
_Static_assert(__builtin_offsetof(control, crowdingLimit) == 204, "control.crowdingLimit");
_Static_assert(__builtin_offsetof(control, epoch) == 208, "control.epoch");
_Static_assert(__builtin_offsetof(control, epochsRanOut) == 212, "control.epochsRanOut");
_Static_assert(__builtin_offsetof(control, epochs) == 216, "control.epochs");
_Static_assert(__builtin_offsetof(control, epochsElsewhere) == 220, "control.epochsElsewhere");
_Static_assert(__builtin_offsetof(control, hostRanges) == 224, "control.hostRanges");
_Static_assert(__builtin_offsetof(control, hostRangeLimit) == 228, "control.hostRangeLimit");
_Static_assert(__builtin_offsetof(control, hostRangeCount) == 232, "control.hostRangeCount");
_Static_assert(__builtin_offsetof(control, deviceHeap) == 236, "control.deviceHeap");
_Static_assert(__builtin_offsetof(control, deviceHeapBytes) == 240, "control.deviceHeapBytes");
_Static_assert(__builtin_offsetof(control, tracked) == 244, "control.tracked");
_Static_assert(__builtin_offsetof(control, trackedLimit) == 248, "control.trackedLimit");
_Static_assert(__builtin_offsetof(control, trackedCount) == 252, "control.trackedCount");
_Static_assert(__builtin_offsetof(control, storers) == 256, "control.storers");
_Static_assert(__builtin_offsetof(control, siteSamples) == 260, "control.siteSamples");
_Static_assert(__builtin_offsetof(control, textures) == 264, "control.textures");
_Static_assert(__builtin_offsetof(control, textureLimit) == 268, "control.textureLimit");
_Static_assert(__builtin_offsetof(control, firstAddress) == 272, "control.firstAddress");
_Static_assert(__builtin_offsetof(control, byKernel) == 276, "control.byKernel");
_Static_assert(__builtin_offsetof(control, firstBlockNumber) == 280, "control.firstBlockNumber");
_Static_assert(__builtin_offsetof(control, predecessors) == 284, "control.predecessors");
_Static_assert(__builtin_offsetof(control, predecessorLimit) == 288, "control.predecessorLimit");
_Static_assert(__builtin_offsetof(control, predecessorCount) == 292, "control.predecessorCount");
_Static_assert(__builtin_offsetof(control, tookOver) == 296, "control.tookOver");
_Static_assert(__builtin_offsetof(control, mayNest) == 300, "control.mayNest");
_Static_assert(__builtin_offsetof(control, launchLimit) == 304, "control.launchLimit");
_Static_assert(__builtin_offsetof(control, pendingLimit) == 308, "control.pendingLimit");
_Static_assert(__builtin_offsetof(control, launches) == 312, "control.launches");
_Static_assert(__builtin_offsetof(control, launchCount) == 316, "control.launchCount");
_Static_assert(__builtin_offsetof(control, generation) == 320, "control.generation");
_Static_assert(__builtin_offsetof(control, influence) == 324, "control.influence");
_Static_assert(__builtin_offsetof(control, alterEvery) == 328, "control.alterEvery");
_Static_assert(__builtin_offsetof(control, logBytes) == 332, "control.logBytes");
_Static_assert(__builtin_offsetof(control, logEnd) == 336, "control.logEnd");
_Static_assert(__builtin_offsetof(control, logLost) == 340, "control.logLost");
_Static_assert(__builtin_offsetof(control, reversed) == 344, "control.reversed");
_Static_assert(__builtin_offsetof(control, failedAsserts) == 348, "control.failedAsserts");
_Static_assert(__builtin_offsetof(control, failedAssertCount) == 352, "control.failedAssertCount");
_Static_assert(__builtin_offsetof(control, outlasts) == 356, "control.outlasts");
_Static_assert(__builtin_offsetof(control, clusterX) == 360, "control.clusterX");
_Static_assert(__builtin_offsetof(control, clusterY) == 364, "control.clusterY");
_Static_assert(__builtin_offsetof(control, clusterZ) == 368, "control.clusterZ");
_Static_assert(__builtin_offsetof(control, clusterShared) == 372, "control.clusterShared");
_Static_assert(__builtin_offsetof(control, runningLoop) == 376, "control.runningLoop");
_Static_assert(__builtin_offsetof(control, runningThread) == 380, "control.runningThread");
_Static_assert(__builtin_offsetof(control, runningBlock) == 384, "control.runningBlock");
_Static_assert(__builtin_offsetof(control, traceLimit) == 388, "control.traceLimit");
_Static_assert(__builtin_offsetof(control, traceBlock) == 392, "control.traceBlock");
_Static_assert(__builtin_offsetof(control, traceAround) == 396, "control.traceAround");
_Static_assert(__builtin_offsetof(control, trace) == 400, "control.trace");
_Static_assert(__builtin_offsetof(control, traceCount) == 404, "control.traceCount");
_Static_assert(__builtin_offsetof(control, traceFault) == 408, "control.traceFault");

typedef struct { // variable of device code
  u32 address;
  u32 bytes;
  u32 constant;
} variable;
_Static_assert(sizeof(variable) == 12, "size of variable");
_Static_assert(__builtin_offsetof(variable, address) == 0, "variable.address");
_Static_assert(__builtin_offsetof(variable, bytes) == 4, "variable.bytes");
_Static_assert(__builtin_offsetof(variable, constant) == 8, "variable.constant");

typedef struct { // array of shared memory
  u32 offset;
  u32 bytes;
} shared_range;
_Static_assert(sizeof(shared_range) == 8, "size of shared_range");
_Static_assert(__builtin_offsetof(shared_range, offset) == 0, "shared_range.offset");
_Static_assert(__builtin_offsetof(shared_range, bytes) == 4, "shared_range.bytes");

typedef struct { // addresses of the host that are those of the device further up by `shift`, modulo 2^32
  u32 first;
  u32 bytes;
  u32 shift;
} host_range;
_Static_assert(sizeof(host_range) == 12, "size of host_range");
_Static_assert(__builtin_offsetof(host_range, first) == 0, "host_range.first");
_Static_assert(__builtin_offsetof(host_range, bytes) == 4, "host_range.bytes");
_Static_assert(__builtin_offsetof(host_range, shift) == 8, "host_range.shift");

typedef struct { // one distinct problem: its first occurrence, and how often it was seen in this launch
  u32 rule;
  u32 detail;
  u32 site;
  u32 otherSite;
  u32 access;
  u32 otherAccess;
  u32 bytes;
  u32 thread;
  u32 block;
  u32 otherThread;
  u32 otherBlock;
  u32 arrived;
  u32 alive;
  u64 address;
  u64 count;
} fault;
_Static_assert(sizeof(fault) == 72, "size of fault");
_Static_assert(__builtin_offsetof(fault, rule) == 0, "fault.rule");
_Static_assert(__builtin_offsetof(fault, detail) == 4, "fault.detail");
_Static_assert(__builtin_offsetof(fault, site) == 8, "fault.site");
_Static_assert(__builtin_offsetof(fault, otherSite) == 12, "fault.otherSite");
_Static_assert(__builtin_offsetof(fault, access) == 16, "fault.access");
_Static_assert(__builtin_offsetof(fault, otherAccess) == 20, "fault.otherAccess");
_Static_assert(__builtin_offsetof(fault, bytes) == 24, "fault.bytes");
_Static_assert(__builtin_offsetof(fault, thread) == 28, "fault.thread");
_Static_assert(__builtin_offsetof(fault, block) == 32, "fault.block");
_Static_assert(__builtin_offsetof(fault, otherThread) == 36, "fault.otherThread");
_Static_assert(__builtin_offsetof(fault, otherBlock) == 40, "fault.otherBlock");
_Static_assert(__builtin_offsetof(fault, arrived) == 44, "fault.arrived");
_Static_assert(__builtin_offsetof(fault, alive) == 48, "fault.alive");
_Static_assert(__builtin_offsetof(fault, address) == 56, "fault.address");
_Static_assert(__builtin_offsetof(fault, count) == 64, "fault.count");

typedef struct { // action of a thread of a recorded block
  u64 address;
  u64 low; // the value
  u64 high;
  u32 event; // a row of the table that the compiler stage makes
  u32 thread;
} trace_record;
_Static_assert(sizeof(trace_record) == 32, "size of trace_record");
_Static_assert(__builtin_offsetof(trace_record, address) == 0, "trace_record.address");
_Static_assert(__builtin_offsetof(trace_record, low) == 8, "trace_record.low");
_Static_assert(__builtin_offsetof(trace_record, high) == 16, "trace_record.high");
_Static_assert(__builtin_offsetof(trace_record, event) == 24, "trace_record.event");
_Static_assert(__builtin_offsetof(trace_record, thread) == 28, "trace_record.thread");

typedef struct { // assertion that a thread failed
  u32 expression; // addresses of texts
  u32 file;
  u32 function;
  u32 line;
  u32 thread;
  u32 block;
} failed_assert;
_Static_assert(sizeof(failed_assert) == 24, "size of failed_assert");
_Static_assert(__builtin_offsetof(failed_assert, expression) == 0, "failed_assert.expression");
_Static_assert(__builtin_offsetof(failed_assert, file) == 4, "failed_assert.file");
_Static_assert(__builtin_offsetof(failed_assert, function) == 8, "failed_assert.function");
_Static_assert(__builtin_offsetof(failed_assert, line) == 12, "failed_assert.line");
_Static_assert(__builtin_offsetof(failed_assert, thread) == 16, "failed_assert.thread");
_Static_assert(__builtin_offsetof(failed_assert, block) == 20, "failed_assert.block");

typedef struct { // memory whose stores are counted, with those of its slot
  u32 first;
  u32 bytes;
  u32 slot;
} tracked_range;
_Static_assert(sizeof(tracked_range) == 12, "size of tracked_range");
_Static_assert(__builtin_offsetof(tracked_range, first) == 0, "tracked_range.first");
_Static_assert(__builtin_offsetof(tracked_range, bytes) == 4, "tracked_range.bytes");
_Static_assert(__builtin_offsetof(tracked_range, slot) == 8, "tracked_range.slot");

typedef struct { // threads and blocks that stored to memory of a slot
  u32 threads;
  u32 blocks;
} storer_count;
_Static_assert(sizeof(storer_count) == 8, "size of storer_count");
_Static_assert(__builtin_offsetof(storer_count, threads) == 0, "storer_count.threads");
_Static_assert(__builtin_offsetof(storer_count, blocks) == 4, "storer_count.blocks");

typedef struct { // one request of a site; the one with the highest rank is kept
  u32 rank;
  u32 lanes; // that take part
  u32 how;
  u32 block;
  u32 warp;
  u32 addresses[32]; // of lanes that take part
} site_sample;
_Static_assert(sizeof(site_sample) == 148, "size of site_sample");
_Static_assert(__builtin_offsetof(site_sample, rank) == 0, "site_sample.rank");
_Static_assert(__builtin_offsetof(site_sample, lanes) == 4, "site_sample.lanes");
_Static_assert(__builtin_offsetof(site_sample, how) == 8, "site_sample.how");
_Static_assert(__builtin_offsetof(site_sample, block) == 12, "site_sample.block");
_Static_assert(__builtin_offsetof(site_sample, warp) == 16, "site_sample.warp");
_Static_assert(__builtin_offsetof(site_sample, addresses) == 20, "site_sample.addresses");

typedef struct { // accesses with stamps below the limit, of threads of these blocks
  u32 firstBlock;
  u32 blocks;
  u32 who; // a thread's number, or as in `threads`
  u32 limit;
} predecessor;
_Static_assert(sizeof(predecessor) == 16, "size of predecessor");
_Static_assert(__builtin_offsetof(predecessor, firstBlock) == 0, "predecessor.firstBlock");
_Static_assert(__builtin_offsetof(predecessor, blocks) == 4, "predecessor.blocks");
_Static_assert(__builtin_offsetof(predecessor, who) == 8, "predecessor.who");
_Static_assert(__builtin_offsetof(predecessor, limit) == 12, "predecessor.limit");

typedef struct { // what stands at the address of a kernel in device code
  u32 magic;
  u32 number;
  u32 staticSharedBytes;
  u32 argumentBytes;
} kernel_words;
_Static_assert(sizeof(kernel_words) == 16, "size of kernel_words");
_Static_assert(__builtin_offsetof(kernel_words, magic) == 0, "kernel_words.magic");
_Static_assert(__builtin_offsetof(kernel_words, number) == 4, "kernel_words.number");
_Static_assert(__builtin_offsetof(kernel_words, staticSharedBytes) == 8, "kernel_words.staticSharedBytes");
_Static_assert(__builtin_offsetof(kernel_words, argumentBytes) == 12, "kernel_words.argumentBytes");

typedef struct { // launch by a kernel, followed by its arguments
  u32 bytes; // 0 after the last one of a piece
  u32 kernel;
  u32 site;
  u32 grid[3];
  u32 block[3];
  u32 sharedBytes;
  u32 stream;
  u32 argumentBytes;
  u32 thread; // that launched
  u32 byBlock;
  u32 limit[4]; // accesses with smaller stamps come before: of the thread, its warp, its block and its grid
  u32 generation; // of these stamps
  u32 tookOver; // the latest handover that it has seen
} launch_record;
_Static_assert(sizeof(launch_record) == 80, "size of launch_record");
_Static_assert(__builtin_offsetof(launch_record, bytes) == 0, "launch_record.bytes");
_Static_assert(__builtin_offsetof(launch_record, kernel) == 4, "launch_record.kernel");
_Static_assert(__builtin_offsetof(launch_record, site) == 8, "launch_record.site");
_Static_assert(__builtin_offsetof(launch_record, grid) == 12, "launch_record.grid");
_Static_assert(__builtin_offsetof(launch_record, block) == 24, "launch_record.block");
_Static_assert(__builtin_offsetof(launch_record, sharedBytes) == 36, "launch_record.sharedBytes");
_Static_assert(__builtin_offsetof(launch_record, stream) == 40, "launch_record.stream");
_Static_assert(__builtin_offsetof(launch_record, argumentBytes) == 44, "launch_record.argumentBytes");
_Static_assert(__builtin_offsetof(launch_record, thread) == 48, "launch_record.thread");
_Static_assert(__builtin_offsetof(launch_record, byBlock) == 52, "launch_record.byBlock");
_Static_assert(__builtin_offsetof(launch_record, limit) == 56, "launch_record.limit");
_Static_assert(__builtin_offsetof(launch_record, generation) == 72, "launch_record.generation");
_Static_assert(__builtin_offsetof(launch_record, tookOver) == 76, "launch_record.tookOver");

typedef struct { // before each block of the device's own heap
  u32 bytes; // that were asked for
  u32 room; // after the header
  u32 status;
  u32 unused;
} block_header;
_Static_assert(sizeof(block_header) == 16, "size of block_header");
_Static_assert(__builtin_offsetof(block_header, bytes) == 0, "block_header.bytes");
_Static_assert(__builtin_offsetof(block_header, room) == 4, "block_header.room");
_Static_assert(__builtin_offsetof(block_header, status) == 8, "block_header.status");
_Static_assert(__builtin_offsetof(block_header, unused) == 12, "block_header.unused");

typedef struct { // function of the host that a graph calls
  u32 function;
  u32 data;
} host_call;
_Static_assert(sizeof(host_call) == 8, "size of host_call");
_Static_assert(__builtin_offsetof(host_call, function) == 0, "host_call.function");
_Static_assert(__builtin_offsetof(host_call, data) == 4, "host_call.data");

typedef struct { // texture or surface object, in the row of its handle modulo the number of rows
  u32 handle;
  u32 kind;
  u32 shape;
  u32 address;
  u32 rowBytes;
  u32 sliceBytes;
  u32 width; // sizes in elements
  u32 height;
  u32 depth; // slices, layers or faces
  u32 channels;
  u32 bits;
  u32 format; // as in cudaChannelFormatKind
  u32 modes[3]; // as in cudaTextureAddressMode
  u32 linear;
  u32 asFloats;
  u32 normalized;
  u32 border[4]; // bits of floats, or of integers if those are read
} texture;
_Static_assert(sizeof(texture) == 88, "size of texture");
_Static_assert(__builtin_offsetof(texture, handle) == 0, "texture.handle");
_Static_assert(__builtin_offsetof(texture, kind) == 4, "texture.kind");
_Static_assert(__builtin_offsetof(texture, shape) == 8, "texture.shape");
_Static_assert(__builtin_offsetof(texture, address) == 12, "texture.address");
_Static_assert(__builtin_offsetof(texture, rowBytes) == 16, "texture.rowBytes");
_Static_assert(__builtin_offsetof(texture, sliceBytes) == 20, "texture.sliceBytes");
_Static_assert(__builtin_offsetof(texture, width) == 24, "texture.width");
_Static_assert(__builtin_offsetof(texture, height) == 28, "texture.height");
_Static_assert(__builtin_offsetof(texture, depth) == 32, "texture.depth");
_Static_assert(__builtin_offsetof(texture, channels) == 36, "texture.channels");
_Static_assert(__builtin_offsetof(texture, bits) == 40, "texture.bits");
_Static_assert(__builtin_offsetof(texture, format) == 44, "texture.format");
_Static_assert(__builtin_offsetof(texture, modes) == 48, "texture.modes");
_Static_assert(__builtin_offsetof(texture, linear) == 60, "texture.linear");
_Static_assert(__builtin_offsetof(texture, asFloats) == 64, "texture.asFloats");
_Static_assert(__builtin_offsetof(texture, normalized) == 68, "texture.normalized");
_Static_assert(__builtin_offsetof(texture, border) == 72, "texture.border");

// Compiled with -DHEAP_MIB and -DPOOL_MIB, and layouts for more memory with -DFIRST_MIB and -DCELLS_MIB.
#ifdef HEAP_MIB
#define MIB 1048576u
#ifndef FIRST_MIB
#define FIRST_MIB 512u
#endif
#define FIRST_ADDRESS (FIRST_MIB * MIB)
#define STATIC_ADDRESS FIRST_ADDRESS // variables of the runtime and of the submission
#define STATIC_BYTES 0x3000000u
#define STACKS_ADDRESS (STATIC_ADDRESS + STATIC_BYTES)
#define STACKS_BYTES 0x4200000u
#define TABLES_ADDRESS (STACKS_ADDRESS + STACKS_BYTES)
#define TABLES_BYTES 0x3400000u
#define SHARED_STATE_ADDRESS (TABLES_ADDRESS + TABLES_BYTES)
#define SHARED_STATE_BYTES 0x40000u
#define SHARED_CELLS_ADDRESS (SHARED_STATE_ADDRESS + SHARED_STATE_BYTES)
#define SHARED_CELLS_BYTES 0x100000u
#define SHARED_SHAPES_ADDRESS (SHARED_CELLS_ADDRESS + SHARED_CELLS_BYTES)
#define SHARED_SHAPES_BYTES 0x100000u
#define CLUSTER_SHARED_ADDRESS (SHARED_SHAPES_ADDRESS + SHARED_SHAPES_BYTES) // of a cluster's blocks that do not run
#define CLUSTER_SHARED_BYTES 0x400000u
#define CLUSTER_STATE_ADDRESS (CLUSTER_SHARED_ADDRESS + CLUSTER_SHARED_BYTES)
#define CLUSTER_STATE_BYTES 0x400000u
#define CLUSTER_CELLS_ADDRESS (CLUSTER_STATE_ADDRESS + CLUSTER_STATE_BYTES)
#define CLUSTER_CELLS_BYTES 0x1000000u
#define CLUSTER_SHAPES_ADDRESS (CLUSTER_CELLS_ADDRESS + CLUSTER_CELLS_BYTES)
#define CLUSTER_SHAPES_BYTES 0x200000u
#define STATE_ADDRESS (CLUSTER_SHAPES_ADDRESS + CLUSTER_SHAPES_BYTES)
#define STATE_BYTES (HEAP_MIB * MIB)
#define CELL_PAGES_ADDRESS (STATE_ADDRESS + STATE_BYTES)
#ifdef CELLS_MIB
#define CELL_PAGES_BYTES 0x400000u
#else
#define CELL_PAGES_BYTES 0u
#endif
#define CELLS_ADDRESS (CELL_PAGES_ADDRESS + CELL_PAGES_BYTES)
#ifdef CELLS_MIB
#define CELLS_BYTES (CELLS_MIB * MIB)
#else
#define CELLS_BYTES (4 * HEAP_MIB * MIB)
#endif
#define SHAPES_ADDRESS (CELLS_ADDRESS + CELLS_BYTES)
#ifdef CELLS_MIB
#define SHAPES_BYTES (CELLS_MIB * MIB / 8)
#else
#define SHAPES_BYTES (HEAP_MIB * MIB / 2)
#endif
#define POOL_ADDRESS (SHAPES_ADDRESS + SHAPES_BYTES)
#define POOL_BYTES (POOL_MIB * MIB)
#define HEAP_ADDRESS (POOL_ADDRESS + POOL_BYTES)
#define HEAP_BYTES (HEAP_MIB * MIB)
#define MARGIN_ADDRESS (HEAP_ADDRESS + HEAP_BYTES) // an access that starts in the heap can run over its end
#define MARGIN_BYTES 0x10000u
#define MEMORY_END (MARGIN_ADDRESS + MARGIN_BYTES)
#endif

// Functions that the instrumentation writes.
void *__emu_r1(void *pointer, u32 site);
void *__emu_r2(void *pointer, u32 site);
void *__emu_r4(void *pointer, u32 site);
void *__emu_r8(void *pointer, u32 site);
void *__emu_r16(void *pointer, u32 site);
void *__emu_w1(void *pointer, u32 site);
void *__emu_w2(void *pointer, u32 site);
void *__emu_w4(void *pointer, u32 site);
void *__emu_w8(void *pointer, u32 site);
void *__emu_w16(void *pointer, u32 site);
void *__emu_sr1(void *pointer, u32 site);
void *__emu_sr2(void *pointer, u32 site);
void *__emu_sr4(void *pointer, u32 site);
void *__emu_sr8(void *pointer, u32 site);
void *__emu_sr16(void *pointer, u32 site);
void *__emu_sw1(void *pointer, u32 site);
void *__emu_sw2(void *pointer, u32 site);
void *__emu_sw4(void *pointer, u32 site);
void *__emu_sw8(void *pointer, u32 site);
void *__emu_sw16(void *pointer, u32 site);
void *__emu_sl1(void *pointer, u32 site);
void *__emu_sl2(void *pointer, u32 site);
void *__emu_sl4(void *pointer, u32 site);
void *__emu_sl8(void *pointer, u32 site);
void *__emu_sl16(void *pointer, u32 site);
void *__emu_a1(void *pointer, u32 site);
void *__emu_a2(void *pointer, u32 site);
void *__emu_a4(void *pointer, u32 site);
void *__emu_a8(void *pointer, u32 site);
void *__emu_sa1(void *pointer, u32 site);
void *__emu_sa2(void *pointer, u32 site);
void *__emu_sa4(void *pointer, u32 site);
void *__emu_sa8(void *pointer, u32 site);
void *__emu_rn(void *pointer, u32 bytes, u32 site);
void *__emu_wn(void *pointer, u32 bytes, u32 site);
void *__emu_local(void *pointer, u32 bytes, void *array, u32 arrayBytes, u32 site);
void __emu_memcpy(void *to, const void *from, size_t bytes, u32 site);
void __emu_memmove(void *to, const void *from, size_t bytes, u32 site);
void __emu_memset(void *to, u32 value, size_t bytes, u32 site);
void *__emu_volatile(void *pointer, u32 site, u32 how);
void __emu_print_site(u32 site);
void __emu_loop(u32 site);
void __emu_entry(u32 site, u32 reserve);
void __emu_room(u32 bytes, u32 site);
void __emu_arithmetic(u32 site, u32 detail, u32 value);
size_t __emu_alloca(u64 bytes, u32 site, u32 reserve);

// Functions that the instrumentation writes in kernels that are coroutines.
void *__emu_frame(size_t bytes);
void __emu_finished(void);
u32 __emu_awaited(void);
void __emu_await_barrier(int site);
void __emu_await_barrier_reduce(int site, int mode, int predicate);
void __emu_await_syncwarp(int site, u32 mask);
void __emu_await_shfl(int site, u32 mask, int mode, u32 value, int lane, int width);
void __emu_await_vote(int site, u32 mask, int mode, u32 predicate);
void __emu_await_fragment_sync(int site, void *fragment, const void *pointer, u32 ldm, u32 code);
void __emu_await_mma(int site, void *d, const void *a, const void *b, const void *c, u32 code);
void __emu_await_activemask(int site);
void __emu_await_grid_sync(int site);
void __emu_await_cluster_sync(int site);
void __emu_await_cluster_wait(int site);
int __emu_await_spin(int site, u32 turn, u32 endsAlone);
void __emu_await_lockstep(int site);

// Functions that the instrumentation writes in loops that spin, and where lanes of a warp expect lockstep.
void __emu_spin(int site, u32 turn, u32 endsAlone);
void __emu_lockstep(int site);

// Functions that the CUDA headers call.
void __emu_barrier(int site);
int __emu_barrier_reduce(int site, int mode, int predicate);
void __emu_syncwarp(int site, u32 mask);
u32 __emu_shfl(int site, u32 mask, int mode, u32 value, int lane, int width);
u32 __emu_vote(int site, u32 mask, int mode, u32 predicate);
u32 __emu_activemask(int site);
void __emu_fragment_sync(int site, void *fragment, const void *pointer, u32 ldm, u32 code);
void __emu_mma(int site, void *d, const void *a, const void *b, const void *c, u32 code);
void __emu_grid_sync(int site);
void __emu_cluster_sync(int site);
void __emu_cluster_wait(int site);
void __emu_cluster_arrive(int site);
void *__emu_cluster_map(int site, const void *pointer, u32 rank);
u32 __emu_cluster_rank(const void *pointer);
void __emu_fragment_load(int site, void *fragment, const void *pointer, u32 ldm, u32 code);
void __emu_fragment_store(int site, const void *fragment, void *pointer, u32 ldm, u32 code);
__attribute__((noreturn)) void __emu_trap(int site);
__attribute__((noreturn)) void __emu_assert(int site, const char *expression, const char *file, int line, const char *function);
__attribute__((const)) u32 __emu_index(u32 which);
void __emu_fence(int scope);
void __emu_acquire(int scope);
long long __emu_clock(void);
int __emu_memory_of(const void *pointer);
void *__emu_malloc(size_t bytes);
void __emu_free(int site, void *pointer);
u32 __emu_texture(int site, u64 object, int how, float x, float y, float z, int layer);
u32 __emu_surface_read(int site, u64 object, int how, int x, int y, int z);
void __emu_surface_write(int site, u64 object, int how, int x, int y, int z, u32 a, u32 b, u32 c, u32 d);
u32 __emu_fetched(int component);
int __emu_launch(int site, const void *kernel, const void *arguments, u32 gridX, u32 gridY, u32 gridZ, u32 blockX, u32 blockY, u32 blockZ, u32 sharedBytes, const void *stream);
int __emu_last_error(int clear);
int __emu_failed(int error);
int __emu_stream_create(void);
int __emu_stream_destroy(int site, const void *stream);
void __emu_trace(u32 event, u64 address, u64 low, u64 high);

// Functions that the CUDA headers call under a name of the C library.
int __emu_printf(const char *format, __builtin_va_list values);

// Functions that a device module exports.
__attribute__((export_name("__emu_open"))) u32 __emu_open(void);
__attribute__((export_name("__emu_run"))) void __emu_run(void);
__attribute__((export_name("__emu_continue"))) void __emu_continue(void);
__attribute__((export_name("__emu_abort"))) void __emu_abort(void);
__attribute__((export_name("__emu_outlast"))) void __emu_outlast(void);
__attribute__((export_name("__emu_report"))) void __emu_report(u32 rule, u32 detail, u32 site);
__attribute__((export_name("__emu_footprint"))) u32 __emu_footprint(u32 address, u32 words);
__attribute__((export_name("__emu_shadow"))) u32 __emu_shadow(u32 address, u32 bytes);
__attribute__((export_name("__emu_set_states"))) void __emu_set_states(u32 address, u32 bytes, u32 keep, u32 set);
__attribute__((export_name("__emu_copy_states"))) void __emu_copy_states(u32 to, u32 from, u32 bytes, u32 carried);

// Functions that a device module imports and Binaryen answers.
__attribute__((import_module("asyncify"), import_name("start_unwind"))) void asyncify_start_unwind(u32 area);
__attribute__((import_module("asyncify"), import_name("stop_unwind"))) void asyncify_stop_unwind(void);
__attribute__((import_module("asyncify"), import_name("start_rewind"))) void asyncify_start_rewind(u32 area);
__attribute__((import_module("asyncify"), import_name("stop_rewind"))) void asyncify_stop_rewind(void);

// Functions that a host module exports.
__attribute__((export_name("__emu_host_what"))) const char *__emu_host_what(void);
__attribute__((export_name("__emu_host_threw"))) void __emu_host_threw(void);
__attribute__((export_name("__emu_host_alloc"))) void *__emu_host_alloc(u64 alignment, u64 bytes);
__attribute__((export_name("__emu_host_free"))) void __emu_host_free(void *pointer);
__attribute__((export_name("__emu_host_block"))) const size_t *__emu_host_block(const void *address);
__attribute__((export_name("__emu_host_watch"))) void __emu_host_watch(u32 from, u32 bytes);
__attribute__((export_name("__emu_host_exit"))) void __emu_host_exit(int status);

// Functions that a host module imports, besides those of CUDA.
__attribute__((import_module("cuda"), import_name("pop_configuration"))) u32 __emu_host_pop_configuration(void *grid, void *block, size_t *sharedBytes, void **stream);
__attribute__((import_module("cuda"), import_name("launch"))) int __emu_host_launch(const void *kernel, const void *grid, const void *block, void **args, u64 sharedBytes, void *stream, int cooperative, const void *cluster);
__attribute__((import_module("cuda"), import_name("register_function"))) void __emu_host_register_function(const void *function, const char *name);
__attribute__((import_module("cuda"), import_name("register_variable"))) void __emu_host_register_variable(const void *shadow, const char *name, u64 bytes, int managed);
__attribute__((import_module("cuda"), import_name("begin_callback"))) int __emu_host_begin_callback(void *stream, const void *function, void *data, u32 flags, int withStatus, int *captured);
__attribute__((import_module("cuda"), import_name("end_callback"))) void __emu_host_end_callback(void);
__attribute__((import_module("cuda"), import_name("begin_graph"))) int __emu_host_begin_graph(void *executable, void *stream);
__attribute__((import_module("cuda"), import_name("next_in_graph"))) int __emu_host_next_in_graph(void *call);
__attribute__((import_module("cuda"), import_name("end_graph"))) int __emu_host_end_graph(void);
__attribute__((import_module("cuda"), import_name("throw_exception"), noreturn)) void __emu_host_throw_exception(const char *type);
__attribute__((import_module("cuda"), import_name("resume_exception"), noreturn)) void __emu_host_resume_exception(void);
__attribute__((import_module("cuda"), import_name("memory_refused"))) void __emu_host_memory_refused(u32 low, u32 high);
__attribute__((import_module("cuda"), import_name("program_aborted"), noreturn)) void __emu_host_program_aborted(void);
__attribute__((import_module("cuda"), import_name("host_access"))) void __emu_host_host_access(const void *pointer, u32 bytes, int how);
