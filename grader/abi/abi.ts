// Generated from native/emulator/abi.yaml by `npm run abi`: edit that file.

/** The hash of the definition, which a module has in the first word of its control table. */
export const ABI_VERSION = 0x8e85ce2b;

/** The bytes of a pointer, of `long` and of `size_t`. */
export const POINTER_BYTES = 8;
/** The type of LLVM IR for integers of the size of a pointer. */
export const POINTER_INT = 'i64';
/** Clang's target for both sides. */
export const TRIPLE = 'wasm64-unknown-wasip1';
/** The options by which wasm-ld knows it. */
export const TARGET_LINKER_FLAGS: readonly string[] = ['-mwasm64'];
/** The folders below `/usr/lib` with the libraries of the target and those of the compiler itself. */
export const LIBRARY_FOLDERS = ['wasm64-wasip1', 'wasm64-unknown-wasip1'] as const;

/** The a place that is none. */
export const NO_SITE = 0xffffffff;
/** The no fault of a recorded block. */
export const TRACE_NO_FAULT = 0xffffffff;
/** The rows of the fault table. */
export const MAX_FAULTS = 256;
/** The threads of a launch that can fail an assertion before it ends. */
export const MAX_FAILED_ASSERTS = 1024;
/** The rows of the fault table that are kept for kinds of faults without a row. */
export const KEPT_FAULTS = 64;
/** The variables of device code. */
export const MAX_VARIABLES = 4096;
/** The arrays of shared memory, of which one is dynamic shared memory. */
export const MAX_SHARED_RANGES = 256;
/** The texture and surface objects that live at a time. */
export const MAX_TEXTURES = 4096;
/** The instrumented places of device code. */
export const MAX_SITES = 0x10000;
/** The threads of a block. */
export const MAX_THREADS = 1024;
/** The blocks of a grid along x. */
export const MAX_GRID_X = 0x7fffffff;
/** The blocks of a grid along y, and along z. */
export const MAX_GRID_YZ = 0xffff;
/** The bytes that device printf can record in a launch. */
export const PRINT_BYTES = 0x100000;
/** The bytes of the block's shared region. */
export const SHARED_BYTES = 0x40000;
/** The bytes of shared memory that a launch by a kernel can ask for. */
export const SHARED_PER_BLOCK = 0xc000;
/** The bytes of the largest access: the scratch cells for refused ones have this size. */
export const MAX_ACCESS_BYTES = 4096;
/** The bytes at both ends of the compiler's constants that nothing may read. */
export const CONSTANTS_GUARD = 4096;
/** The epochs that a stamp can have. */
export const EPOCHS = 0x100000;
/** The slots in which stores to tracked memory are counted. */
export const STORE_SLOTS = 16;
/** The ranges of tracked memory. */
export const MAX_TRACKED = 16;
/** The threads of a warp. */
export const LANES = 32;
/** The bits of `how` that are the bytes of an access. */
export const HOW_BYTES = 0xffff;
/** The place in `how` of the kind of access. */
export const HOW_TYPE_SHIFT = 16;
/** The words that one call of `__emu_footprint` can describe, a byte each. */
export const FOOTPRINT_BYTES = 0x400000;
/** The in such a byte, how far the bits of stores are above those of loads. */
export const FOOTPRINT_STORED_SHIFT = 4;
/** The bytes before each block of the device's own heap, and at its start. */
export const HEADER_BYTES = 16;
/** The bytes at the start of a coroutine's frame: the functions that it goes on with and is ended with. */
export const COROUTINE_HEAD = 16;
/** The first word of what stands at the address of a kernel in device code. */
export const KERNEL_MAGIC = 0x6b726e6c;
/** The bytes of arguments of a launch by a kernel. */
export const MAX_LAUNCH_ARGUMENTS = 4096;
/** The blocks of a cluster. */
export const MAX_CLUSTER = 16;
/** The bytes of a piece of memory for launches by kernels and for blocks that wait. */
export const PIECE_BYTES = 0x8000;
/** The of them, those before the content: the address of the next piece. */
export const PIECE_LINK_BYTES = 8;

/** The rule that a fault breaks. */
export const RULE_NAMES = [
  null,
  'out-of-bounds-read',
  'out-of-bounds-write',
  'uninitialized-read',
  'shared-out-of-bounds',
  'local-out-of-bounds',
  'misaligned-access',
  'use-after-free',
  'host-device-pointer',
  'shared-race',
  'global-race',
  'barrier-divergence',
  'timeout',
  'stack-overflow',
  'device-assert',
  'device-trap',
  'launch-error',
  'double-free',
  'undefined-arithmetic',
] as const;

/** The detail of a fault. */
export const DETAIL_NAMES = [
  null,
  'same-value',
  'between-blocks',
  'inside-block',
  'exited',
  'different-barriers',
  'warp-function',
  'constant',
  'null-pointer',
  'warp-volatile',
  'warp-lockstep',
  'missing-fence',
  'spin',
  'not-resident',
  'grid-sync',
  'not-cooperative',
  'not-allocated',
  'not-in-mask',
  'tile-pointer',
  'tile-stride',
  'unfilled-factor',
  'unfilled-sum',
  'whole-warp',
  'tile-arguments',
  'narrow-scope',
  'exited-grid',
  'texture-cache',
  'no-object',
  'destroyed-object',
  'other-object',
  'beyond-surface',
  'beyond-surface-row',
  'launch-no-kernel',
  'launch-zero-size',
  'launch-grid',
  'launch-block',
  'launch-shared',
  'launch-arguments',
  'launch-stream',
  'launch-depth',
  'launch-pending',
  'read-only-cache',
  'division-by-zero',
  'remainder-by-zero',
  'division-overflow',
  'shift-width',
  'written-later',
  'exited-cluster',
  'cluster-unpaired',
  'cluster-stuck',
  'no-such-block',
  'not-shared',
  'block-ended',
  'block-not-started',
  'host-flag',
] as const;

/** The kind of access. */
export const ACCESS_NAMES = [
  'read',
  'write',
  'atomic',
  'barrier',
] as const;

/** The device of an altered run. */
export const INFLUENCE_NAMES = [
  null,
  'kept',
  'altered',
  'separated',
] as const;

/** The total of a launch. */
export const COUNTER_NAMES = [
  'globalLoadRequests',
  'globalLoadSectors',
  'globalStoreRequests',
  'globalStoreSectors',
  'sharedLoadInstructions',
  'sharedLoadWavefronts',
  'sharedStoreInstructions',
  'sharedStoreWavefronts',
  'sharedLoadBankConflicts',
  'sharedStoreBankConflicts',
  'globalAtomicRequests',
  'globalAtomicSectors',
  'textureRequests',
  'textureSectors',
  'constantLoadRequests',
  'constantLoadSectors',
] as const;

/** The sum about how threads share the work, after the totals. */
export const WORK_NAMES = [
  'threads',
  'accesses',
  'squaredAccesses',
  'stores',
  'squaredStores',
  'columnMost',
  'rowMost',
  'sharedLoads',
  'sharedMost',
  'atomicThreads',
  'hostBytes',
] as const;

/** The number of a site. */
export const SITE_COUNTER_NAMES = [
  'requests',
  'units',
  'bankConflicts',
  'lines',
  'newSectors',
  'newRequests',
  'meetings',
  'calls',
  'blocks',
  'kind',
] as const;

/** The kind of a texture row. */
export const TEXTURE_KIND_NAMES = [
  null,
  'texture',
  'surface',
  'destroyed',
] as const;

/** The memory that a texture reads. */
export const TEXTURE_SHAPE_NAMES = [
  'linear',
  'pitched',
  '1d',
  '2d',
  '3d',
  '1d-layered',
  '2d-layered',
  'cubemap',
  'cubemap-layered',
] as const;

/** The use of watched memory by host code. */
export const HOST_ACCESS_NAMES = [
  'read',
  'write',
  'together',
  'copied',
] as const;

/** The flags of a byte of global or shared memory. */
export const BYTE_STATE = {
  addressable: 1,
  initialised: 2,
  written: 4,
  output: 8,
  freed: 16,
  bytewise: 32,
  pending: 64,
  readOnly: 128,
} as const;

/** The flags of an access, beside its bytes and its kind. */
export const HOW = {
  shared: 0x100000,
  unrecorded: 0x200000,
  volatile: 0x400000,
  poll: 0x800000,
  data: 0x1000000,
  narrow: 0x2000000,
  lock: 0x4000000,
  blind: 0x8000000,
  texture: 0x10000000,
  constant: 0x20000000,
  cached: 0x40000000,
} as const;

/** The why a launch ended early: a code of CUDA, or that it must begin again. */
export const STOP = {
  timeout: 702,
  deviceAssert: 710,
  stackOverflow: 714,
  launchFailure: 719,
  noRoom: 0xfffffffe,
  storedToReadOnly: 0xffffffff,
} as const;

/** The how a kernel waits. */
export const SUSPENDS = {
  never: 0,
  asyncify: 1,
  coroutines: 2,
} as const;

/** The what a launch did whose result depends on which blocks ran before. */
export const ORDERING = {
  globalAtomic: 1,
  clockRead: 2,
  blocksWait: 4,
  anyAtomic: 8,
} as const;

/** The what takes turns from the last one on. */
export const REVERSED = {
  threads: 1,
  blocks: 2,
  residentBlocks: 4,
} as const;

/** The flags of a site's kind. */
export const SITE_KIND = {
  shared: 1,
  store: 2,
} as const;

/** The whose accesses come before: a thread's number, a warp's with this flag, or everyone's. */
export const THREADS = {
  warp: 0x10000,
  block: 0x20000,
  range: 0xffffffff,
} as const;

/** The streams of launches by kernels that are none. */
export const KERNEL_STREAM = {
  tailLaunch: 3,
  fireAndForget: 4,
} as const;

/** The offsets of the fields of the table through which the device and the module talk. */
export const CONTROL = {
  version: 0,
  heap: 4,
  heapBytes: 8,
  state: 12,
  shared: 16,
  sharedBytes: 20,
  sharedState: 24,
  faults: 28,
  variables: 32,
  sharedRanges: 36,
  places: 40,
  siteStores: 44,
  arguments: 48,
  argumentBytes: 52,
  print: 56,
  counters: 60,
  siteCounters: 64,
  kernel: 68,
  gridX: 72,
  gridY: 76,
  gridZ: 80,
  blockX: 84,
  blockY: 88,
  blockZ: 92,
  suspends: 96,
  counting: 100,
  variableCount: 104,
  sharedRangeCount: 108,
  siteCount: 112,
  stepsLow: 116,
  stepsHigh: 120,
  cooperative: 124,
  maxResident: 128,
  stop: 132,
  faultCount: 136,
  faultsLost: 140,
  sharedLoads: 144,
  printBytes: 148,
  printLost: 152,
  lastLoop: 156,
  thread: 160,
  block: 164,
  unchecked: 168,
  storedTo: 172,
  countersLost: 176,
  firstBlock: 180,
  sliceBlocks: 184,
  ordering: 188,
  poolUsed: 192,
  poolBytes: 196,
  crowding: 200,
  crowdingLimit: 204,
  epoch: 208,
  epochsRanOut: 212,
  epochs: 216,
  epochsElsewhere: 220,
  hostRanges: 224,
  hostRangeLimit: 228,
  hostRangeCount: 232,
  deviceHeap: 236,
  deviceHeapBytes: 240,
  tracked: 244,
  trackedLimit: 248,
  trackedCount: 252,
  storers: 256,
  siteSamples: 260,
  textures: 264,
  textureLimit: 268,
  firstAddress: 272,
  byKernel: 276,
  firstBlockNumber: 280,
  predecessors: 284,
  predecessorLimit: 288,
  predecessorCount: 292,
  tookOver: 296,
  mayNest: 300,
  launchLimit: 304,
  pendingLimit: 308,
  launches: 312,
  launchCount: 316,
  generation: 320,
  influence: 324,
  alterEvery: 328,
  logBytes: 332,
  logEnd: 336,
  logLost: 340,
  reversed: 344,
  failedAsserts: 348,
  failedAssertCount: 352,
  outlasts: 356,
  clusterX: 360,
  clusterY: 364,
  clusterZ: 368,
  clusterShared: 372,
  runningLoop: 376,
  runningThread: 380,
  runningBlock: 384,
  traceLimit: 388,
  traceBlock: 392,
  traceAround: 396,
  trace: 400,
  traceCount: 404,
  traceFault: 408,
} as const;
export const CONTROL_BYTES = 412;
/** The fields that the module sets when it is opened, and nothing changes later. */
export const CONTROL_OPENED = [
  'version',
  'heap',
  'heapBytes',
  'state',
  'shared',
  'sharedBytes',
  'sharedState',
  'faults',
  'variables',
  'sharedRanges',
  'places',
  'siteStores',
  'arguments',
  'argumentBytes',
  'print',
  'counters',
  'poolBytes',
  'crowdingLimit',
  'hostRanges',
  'hostRangeLimit',
  'tracked',
  'trackedLimit',
  'storers',
  'textures',
  'textureLimit',
  'firstAddress',
  'predecessors',
  'predecessorLimit',
  'failedAsserts',
  'clusterShared',
  'runningLoop',
  'runningThread',
  'runningBlock',
] as const;

/** The offsets of the fields of the variable of device code. */
export const VARIABLE = {
  address: 0,
  bytes: 4,
  constant: 8,
} as const;
export const VARIABLE_BYTES = 12;

/** The offsets of the fields of the array of shared memory. */
export const SHARED_RANGE = {
  offset: 0,
  bytes: 4,
} as const;
export const SHARED_RANGE_BYTES = 8;

/** The offsets of the fields of addresses of the host that are those of the device further up by `shift`, modulo 2^32. */
export const HOST_RANGE = {
  first: 0,
  bytes: 4,
  shift: 8,
} as const;
export const HOST_RANGE_BYTES = 12;

/** The offsets of the fields of one distinct problem: its first occurrence, and how often it was seen in this launch. */
export const FAULT = {
  rule: 0,
  detail: 4,
  site: 8,
  otherSite: 12,
  access: 16,
  otherAccess: 20,
  bytes: 24,
  thread: 28,
  block: 32,
  otherThread: 36,
  otherBlock: 40,
  arrived: 44,
  alive: 48,
  address: 56,
  count: 64,
} as const;
export const FAULT_BYTES = 72;

/** The offsets of the fields of the action of a thread of a recorded block. */
export const TRACE_RECORD = {
  address: 0,
  low: 8,
  high: 16,
  event: 24,
  thread: 28,
} as const;
export const TRACE_RECORD_BYTES = 32;

/** The offsets of the fields of the assertion that a thread failed. */
export const FAILED_ASSERT = {
  expression: 0,
  file: 4,
  function: 8,
  line: 12,
  thread: 16,
  block: 20,
} as const;
export const FAILED_ASSERT_BYTES = 24;

/** The offsets of the fields of memory whose stores are counted, with those of its slot. */
export const TRACKED_RANGE = {
  first: 0,
  bytes: 4,
  slot: 8,
} as const;
export const TRACKED_RANGE_BYTES = 12;

/** The offsets of the fields of threads and blocks that stored to memory of a slot. */
export const STORER_COUNT = {
  threads: 0,
  blocks: 4,
} as const;
export const STORER_COUNT_BYTES = 8;

/** The offsets of the fields of one request of a site; the one with the highest rank is kept. */
export const SITE_SAMPLE = {
  rank: 0,
  lanes: 4,
  how: 8,
  block: 12,
  warp: 16,
  addresses: 20,
} as const;
export const SITE_SAMPLE_BYTES = 148;

/** The offsets of the fields of accesses with stamps below the limit, of threads of these blocks. */
export const PREDECESSOR = {
  firstBlock: 0,
  blocks: 4,
  who: 8,
  limit: 12,
} as const;
export const PREDECESSOR_BYTES = 16;

/** The offsets of the fields of what stands at the address of a kernel in device code. */
export const KERNEL_WORDS = {
  magic: 0,
  number: 4,
  staticSharedBytes: 8,
  argumentBytes: 12,
} as const;
export const KERNEL_WORDS_BYTES = 16;

/** The offsets of the fields of the launch by a kernel, followed by its arguments. */
export const LAUNCH_RECORD = {
  bytes: 0,
  kernel: 4,
  site: 8,
  grid: 12,
  block: 24,
  sharedBytes: 36,
  stream: 40,
  argumentBytes: 44,
  thread: 48,
  byBlock: 52,
  limit: 56,
  generation: 72,
  tookOver: 76,
} as const;
export const LAUNCH_RECORD_BYTES = 80;

/** The offsets of the fields of before each block of the device's own heap. */
export const BLOCK_HEADER = {
  bytes: 0,
  room: 4,
  status: 8,
  unused: 12,
} as const;
export const BLOCK_HEADER_BYTES = 16;

/** The offsets of the fields of the function of the host that a graph calls. */
export const HOST_CALL = {
  function: 0,
  data: 4,
} as const;
export const HOST_CALL_BYTES = 8;

/** The offsets of the fields of the texture or surface object, in the row of its handle modulo the number of rows. */
export const TEXTURE = {
  handle: 0,
  kind: 4,
  shape: 8,
  address: 12,
  rowBytes: 16,
  sliceBytes: 20,
  width: 24,
  height: 28,
  depth: 32,
  channels: 36,
  bits: 40,
  format: 44,
  modes: 48,
  linear: 60,
  asFloats: 64,
  normalized: 68,
  border: 72,
} as const;
export const TEXTURE_BYTES = 88;

/** The first address of a device module, and the sum of its regions: bytes, and multiples of the three sizes. */
export const LAYOUT = {
  first: 0x20000000,
  ahead: { bytes: 0xc250000, heap: 6.5, pool: 1, cells: 0 },
  onDemand: { bytes: 0xc650000, heap: 2, pool: 1, cells: 1.125 },
} as const;

export type AbiType = 'i32' | 'i64' | 'float' | 'ptr';
export type AbiTag = 'inlined' | 'waits' | 'load' | 'store' | 'const' | 'noreturn';
export interface AbiFunction {
  /** The types of LLVM IR. */
  readonly parameters: readonly AbiType[];
  readonly result: AbiType | 'void';
  /** The parameter that is the number of the place that calls; -1 if there is none. */
  readonly site: number;
  readonly tags: readonly AbiTag[];
}

/** The functions that the instrumentation writes. */
export const HOOK_FUNCTIONS: Readonly<Record<string, AbiFunction>> = {
  __emu_r1: { parameters: ['ptr', 'i32'], result: 'ptr', site: 1, tags: ['inlined'] },
  __emu_r2: { parameters: ['ptr', 'i32'], result: 'ptr', site: 1, tags: ['inlined'] },
  __emu_r4: { parameters: ['ptr', 'i32'], result: 'ptr', site: 1, tags: ['inlined'] },
  __emu_r8: { parameters: ['ptr', 'i32'], result: 'ptr', site: 1, tags: ['inlined'] },
  __emu_r16: { parameters: ['ptr', 'i32'], result: 'ptr', site: 1, tags: ['inlined'] },
  __emu_w1: { parameters: ['ptr', 'i32'], result: 'ptr', site: 1, tags: ['inlined'] },
  __emu_w2: { parameters: ['ptr', 'i32'], result: 'ptr', site: 1, tags: ['inlined'] },
  __emu_w4: { parameters: ['ptr', 'i32'], result: 'ptr', site: 1, tags: ['inlined'] },
  __emu_w8: { parameters: ['ptr', 'i32'], result: 'ptr', site: 1, tags: ['inlined'] },
  __emu_w16: { parameters: ['ptr', 'i32'], result: 'ptr', site: 1, tags: ['inlined'] },
  __emu_sr1: { parameters: ['ptr', 'i32'], result: 'ptr', site: 1, tags: ['inlined'] },
  __emu_sr2: { parameters: ['ptr', 'i32'], result: 'ptr', site: 1, tags: ['inlined'] },
  __emu_sr4: { parameters: ['ptr', 'i32'], result: 'ptr', site: 1, tags: ['inlined'] },
  __emu_sr8: { parameters: ['ptr', 'i32'], result: 'ptr', site: 1, tags: ['inlined'] },
  __emu_sr16: { parameters: ['ptr', 'i32'], result: 'ptr', site: 1, tags: ['inlined'] },
  __emu_sw1: { parameters: ['ptr', 'i32'], result: 'ptr', site: 1, tags: ['inlined'] },
  __emu_sw2: { parameters: ['ptr', 'i32'], result: 'ptr', site: 1, tags: ['inlined'] },
  __emu_sw4: { parameters: ['ptr', 'i32'], result: 'ptr', site: 1, tags: ['inlined'] },
  __emu_sw8: { parameters: ['ptr', 'i32'], result: 'ptr', site: 1, tags: ['inlined'] },
  __emu_sw16: { parameters: ['ptr', 'i32'], result: 'ptr', site: 1, tags: ['inlined'] },
  __emu_sl1: { parameters: ['ptr', 'i32'], result: 'ptr', site: 1, tags: ['inlined'] },
  __emu_sl2: { parameters: ['ptr', 'i32'], result: 'ptr', site: 1, tags: ['inlined'] },
  __emu_sl4: { parameters: ['ptr', 'i32'], result: 'ptr', site: 1, tags: ['inlined'] },
  __emu_sl8: { parameters: ['ptr', 'i32'], result: 'ptr', site: 1, tags: ['inlined'] },
  __emu_sl16: { parameters: ['ptr', 'i32'], result: 'ptr', site: 1, tags: ['inlined'] },
  __emu_a1: { parameters: ['ptr', 'i32'], result: 'ptr', site: 1, tags: ['inlined'] },
  __emu_a2: { parameters: ['ptr', 'i32'], result: 'ptr', site: 1, tags: ['inlined'] },
  __emu_a4: { parameters: ['ptr', 'i32'], result: 'ptr', site: 1, tags: ['inlined'] },
  __emu_a8: { parameters: ['ptr', 'i32'], result: 'ptr', site: 1, tags: ['inlined'] },
  __emu_sa1: { parameters: ['ptr', 'i32'], result: 'ptr', site: 1, tags: ['inlined'] },
  __emu_sa2: { parameters: ['ptr', 'i32'], result: 'ptr', site: 1, tags: ['inlined'] },
  __emu_sa4: { parameters: ['ptr', 'i32'], result: 'ptr', site: 1, tags: ['inlined'] },
  __emu_sa8: { parameters: ['ptr', 'i32'], result: 'ptr', site: 1, tags: ['inlined'] },
  __emu_rn: { parameters: ['ptr', 'i32', 'i32'], result: 'ptr', site: 2, tags: [] },
  __emu_wn: { parameters: ['ptr', 'i32', 'i32'], result: 'ptr', site: 2, tags: [] },
  __emu_local: { parameters: ['ptr', 'i32', 'ptr', 'i32', 'i32'], result: 'ptr', site: 4, tags: ['inlined'] },
  __emu_memcpy: { parameters: ['ptr', 'ptr', 'i64', 'i32'], result: 'void', site: 3, tags: [] },
  __emu_memmove: { parameters: ['ptr', 'ptr', 'i64', 'i32'], result: 'void', site: 3, tags: [] },
  __emu_memset: { parameters: ['ptr', 'i32', 'i64', 'i32'], result: 'void', site: 3, tags: [] },
  __emu_volatile: { parameters: ['ptr', 'i32', 'i32'], result: 'ptr', site: 1, tags: [] },
  __emu_print_site: { parameters: ['i32'], result: 'void', site: 0, tags: [] },
  __emu_loop: { parameters: ['i32'], result: 'void', site: 0, tags: ['inlined'] },
  __emu_entry: { parameters: ['i32', 'i32'], result: 'void', site: 0, tags: ['inlined'] },
  __emu_room: { parameters: ['i32', 'i32'], result: 'void', site: 1, tags: [] },
  __emu_arithmetic: { parameters: ['i32', 'i32', 'i32'], result: 'void', site: 0, tags: ['inlined'] },
  __emu_alloca: { parameters: ['i64', 'i32', 'i32'], result: 'i64', site: 1, tags: [] },
};

/** The functions that the instrumentation writes in kernels that are coroutines. */
export const COROUTINE_FUNCTIONS: Readonly<Record<string, AbiFunction>> = {
  __emu_frame: { parameters: ['i64'], result: 'ptr', site: -1, tags: [] },
  __emu_finished: { parameters: [], result: 'void', site: -1, tags: [] },
  __emu_awaited: { parameters: [], result: 'i32', site: -1, tags: [] },
  __emu_await_barrier: { parameters: ['i32'], result: 'void', site: 0, tags: [] },
  __emu_await_barrier_reduce: { parameters: ['i32', 'i32', 'i32'], result: 'void', site: 0, tags: [] },
  __emu_await_syncwarp: { parameters: ['i32', 'i32'], result: 'void', site: 0, tags: [] },
  __emu_await_shfl: { parameters: ['i32', 'i32', 'i32', 'i32', 'i32', 'i32'], result: 'void', site: 0, tags: [] },
  __emu_await_vote: { parameters: ['i32', 'i32', 'i32', 'i32'], result: 'void', site: 0, tags: [] },
  __emu_await_fragment_sync: { parameters: ['i32', 'ptr', 'ptr', 'i32', 'i32'], result: 'void', site: 0, tags: [] },
  __emu_await_mma: { parameters: ['i32', 'ptr', 'ptr', 'ptr', 'ptr', 'i32'], result: 'void', site: 0, tags: [] },
  __emu_await_activemask: { parameters: ['i32'], result: 'void', site: 0, tags: [] },
  __emu_await_grid_sync: { parameters: ['i32'], result: 'void', site: 0, tags: [] },
  __emu_await_cluster_sync: { parameters: ['i32'], result: 'void', site: 0, tags: [] },
  __emu_await_cluster_wait: { parameters: ['i32'], result: 'void', site: 0, tags: [] },
  __emu_await_spin: { parameters: ['i32', 'i32', 'i32'], result: 'i32', site: 0, tags: [] },
  __emu_await_lockstep: { parameters: ['i32'], result: 'void', site: 0, tags: [] },
};

/** The functions that the instrumentation writes in loops that spin, and where lanes of a warp expect lockstep. */
export const SPIN_FUNCTIONS: Readonly<Record<string, AbiFunction>> = {
  __emu_spin: { parameters: ['i32', 'i32', 'i32'], result: 'void', site: 0, tags: ['waits'] },
  __emu_lockstep: { parameters: ['i32'], result: 'void', site: 0, tags: ['waits'] },
};

/** The functions that the CUDA headers call. */
export const RUNTIME_FUNCTIONS: Readonly<Record<string, AbiFunction>> = {
  __emu_barrier: { parameters: ['i32'], result: 'void', site: 0, tags: ['waits'] },
  __emu_barrier_reduce: { parameters: ['i32', 'i32', 'i32'], result: 'i32', site: 0, tags: ['waits'] },
  __emu_syncwarp: { parameters: ['i32', 'i32'], result: 'void', site: 0, tags: ['waits'] },
  __emu_shfl: { parameters: ['i32', 'i32', 'i32', 'i32', 'i32', 'i32'], result: 'i32', site: 0, tags: ['waits'] },
  __emu_vote: { parameters: ['i32', 'i32', 'i32', 'i32'], result: 'i32', site: 0, tags: ['waits'] },
  __emu_activemask: { parameters: ['i32'], result: 'i32', site: 0, tags: ['waits'] },
  __emu_fragment_sync: { parameters: ['i32', 'ptr', 'ptr', 'i32', 'i32'], result: 'void', site: 0, tags: ['waits'] },
  __emu_mma: { parameters: ['i32', 'ptr', 'ptr', 'ptr', 'ptr', 'i32'], result: 'void', site: 0, tags: ['waits'] },
  __emu_grid_sync: { parameters: ['i32'], result: 'void', site: 0, tags: ['waits'] },
  __emu_cluster_sync: { parameters: ['i32'], result: 'void', site: 0, tags: ['waits'] },
  __emu_cluster_wait: { parameters: ['i32'], result: 'void', site: 0, tags: ['waits'] },
  __emu_cluster_arrive: { parameters: ['i32'], result: 'void', site: 0, tags: [] },
  __emu_cluster_map: { parameters: ['i32', 'ptr', 'i32'], result: 'ptr', site: 0, tags: [] },
  __emu_cluster_rank: { parameters: ['ptr'], result: 'i32', site: -1, tags: [] },
  __emu_fragment_load: { parameters: ['i32', 'ptr', 'ptr', 'i32', 'i32'], result: 'void', site: 0, tags: [] },
  __emu_fragment_store: { parameters: ['i32', 'ptr', 'ptr', 'i32', 'i32'], result: 'void', site: 0, tags: [] },
  __emu_trap: { parameters: ['i32'], result: 'void', site: 0, tags: ['noreturn'] },
  __emu_assert: { parameters: ['i32', 'ptr', 'ptr', 'i32', 'ptr'], result: 'void', site: 0, tags: ['noreturn'] },
  __emu_index: { parameters: ['i32'], result: 'i32', site: -1, tags: ['const', 'inlined'] },
  __emu_fence: { parameters: ['i32'], result: 'void', site: -1, tags: [] },
  __emu_acquire: { parameters: ['i32'], result: 'void', site: -1, tags: [] },
  __emu_clock: { parameters: [], result: 'i64', site: -1, tags: [] },
  __emu_memory_of: { parameters: ['ptr'], result: 'i32', site: -1, tags: [] },
  __emu_malloc: { parameters: ['i64'], result: 'ptr', site: -1, tags: [] },
  __emu_free: { parameters: ['i32', 'ptr'], result: 'void', site: 0, tags: [] },
  __emu_texture: { parameters: ['i32', 'i64', 'i32', 'float', 'float', 'float', 'i32'], result: 'i32', site: 0, tags: ['load'] },
  __emu_surface_read: { parameters: ['i32', 'i64', 'i32', 'i32', 'i32', 'i32'], result: 'i32', site: 0, tags: ['load'] },
  __emu_surface_write: { parameters: ['i32', 'i64', 'i32', 'i32', 'i32', 'i32', 'i32', 'i32', 'i32', 'i32'], result: 'void', site: 0, tags: ['store'] },
  __emu_fetched: { parameters: ['i32'], result: 'i32', site: -1, tags: [] },
  __emu_launch: { parameters: ['i32', 'ptr', 'ptr', 'i32', 'i32', 'i32', 'i32', 'i32', 'i32', 'i32', 'ptr'], result: 'i32', site: 0, tags: [] },
  __emu_last_error: { parameters: ['i32'], result: 'i32', site: -1, tags: [] },
  __emu_failed: { parameters: ['i32'], result: 'i32', site: -1, tags: [] },
  __emu_stream_create: { parameters: [], result: 'i32', site: -1, tags: [] },
  __emu_stream_destroy: { parameters: ['i32', 'ptr'], result: 'i32', site: 0, tags: [] },
  __emu_trace: { parameters: ['i32', 'i64', 'i64', 'i64'], result: 'void', site: -1, tags: [] },
};

/** The functions that the CUDA headers call under a name of the C library. */
export const LIBRARY_FUNCTIONS: Readonly<Record<string, AbiFunction>> = {
  __emu_printf: { parameters: ['ptr', 'ptr'], result: 'i32', site: -1, tags: [] },
};

/** The functions that the CUDA headers call and the instrumentation replaces. */
export const REPLACED_FUNCTIONS: Readonly<Record<string, AbiFunction>> = {
  __emu_site: { parameters: [], result: 'i32', site: -1, tags: [] },
  __emu_own: { parameters: ['i32', 'ptr', 'i32', 'i32'], result: 'ptr', site: 0, tags: [] },
  __emu_undefined: { parameters: ['i32', 'i32', 'i32'], result: 'void', site: 0, tags: [] },
};

/** The functions that a device module exports. */
export const EXPORTED_FUNCTIONS: Readonly<Record<string, AbiFunction>> = {
  __emu_open: { parameters: [], result: 'i32', site: -1, tags: [] },
  __emu_run: { parameters: [], result: 'void', site: -1, tags: [] },
  __emu_continue: { parameters: [], result: 'void', site: -1, tags: [] },
  __emu_abort: { parameters: [], result: 'void', site: -1, tags: [] },
  __emu_outlast: { parameters: [], result: 'void', site: -1, tags: [] },
  __emu_report: { parameters: ['i32', 'i32', 'i32'], result: 'void', site: 2, tags: [] },
  __emu_footprint: { parameters: ['i32', 'i32'], result: 'i32', site: -1, tags: [] },
  __emu_shadow: { parameters: ['i32', 'i32'], result: 'i32', site: -1, tags: [] },
  __emu_set_states: { parameters: ['i32', 'i32', 'i32', 'i32'], result: 'void', site: -1, tags: [] },
  __emu_copy_states: { parameters: ['i32', 'i32', 'i32', 'i32'], result: 'void', site: -1, tags: [] },
};

/** The functions that a device module imports and Binaryen answers. */
export const ASYNCIFY_IMPORTS = ['start_unwind', 'stop_unwind', 'start_rewind', 'stop_rewind'] as const;

/** The functions that a host module exports. */
export const HOST_EXPORTED_FUNCTIONS: Readonly<Record<string, AbiFunction>> = {
  __emu_host_what: { parameters: [], result: 'ptr', site: -1, tags: [] },
  __emu_host_threw: { parameters: [], result: 'void', site: -1, tags: [] },
  __emu_host_alloc: { parameters: ['i64', 'i64'], result: 'ptr', site: -1, tags: [] },
  __emu_host_free: { parameters: ['ptr'], result: 'void', site: -1, tags: [] },
  __emu_host_block: { parameters: ['ptr'], result: 'ptr', site: -1, tags: [] },
  __emu_host_watch: { parameters: ['i32', 'i32'], result: 'void', site: -1, tags: [] },
  __emu_host_exit: { parameters: ['i32'], result: 'void', site: -1, tags: [] },
};

/** The functions that a host module imports, besides those of CUDA. */
export const HOST_IMPORTED_FUNCTIONS: Readonly<Record<string, AbiFunction>> = {
  __emu_host_pop_configuration: { parameters: ['ptr', 'ptr', 'ptr', 'ptr'], result: 'i32', site: -1, tags: [] },
  __emu_host_launch: { parameters: ['ptr', 'ptr', 'ptr', 'ptr', 'i64', 'ptr', 'i32', 'ptr'], result: 'i32', site: -1, tags: [] },
  __emu_host_register_function: { parameters: ['ptr', 'ptr'], result: 'void', site: -1, tags: [] },
  __emu_host_register_variable: { parameters: ['ptr', 'ptr', 'i64', 'i32'], result: 'void', site: -1, tags: [] },
  __emu_host_begin_callback: { parameters: ['ptr', 'ptr', 'ptr', 'i32', 'i32', 'ptr'], result: 'i32', site: -1, tags: [] },
  __emu_host_end_callback: { parameters: [], result: 'void', site: -1, tags: [] },
  __emu_host_begin_graph: { parameters: ['ptr', 'ptr'], result: 'i32', site: -1, tags: [] },
  __emu_host_next_in_graph: { parameters: ['ptr'], result: 'i32', site: -1, tags: [] },
  __emu_host_end_graph: { parameters: [], result: 'i32', site: -1, tags: [] },
  __emu_host_throw_exception: { parameters: ['ptr'], result: 'void', site: -1, tags: ['noreturn'] },
  __emu_host_resume_exception: { parameters: [], result: 'void', site: -1, tags: ['noreturn'] },
  __emu_host_memory_refused: { parameters: ['i32', 'i32'], result: 'void', site: -1, tags: [] },
  __emu_host_program_aborted: { parameters: [], result: 'void', site: -1, tags: ['noreturn'] },
  __emu_host_host_access: { parameters: ['ptr', 'i32', 'i32'], result: 'void', site: -1, tags: [] },
};

/** The functions that a device module exports. */
export interface DeviceExports {
  __emu_open(): number;
  __emu_run(): void;
  __emu_continue(): void;
  __emu_abort(): void;
  __emu_outlast(): void;
  __emu_report(rule: number, detail: number, site: number): void;
  __emu_footprint(address: number, words: number): number;
  __emu_shadow(address: number, bytes: number): number;
  __emu_set_states(address: number, bytes: number, keep: number, set: number): void;
  __emu_copy_states(to: number, from: number, bytes: number, carried: number): void;
}

/** The functions that a host module exports. */
export interface HostExports {
  __emu_host_what(): number;
  __emu_host_threw(): void;
  __emu_host_alloc(alignment: bigint, bytes: bigint): number;
  __emu_host_free(pointer: number): void;
  __emu_host_block(address: number): number;
  __emu_host_watch(from: number, bytes: number): void;
  __emu_host_exit(status: number): void;
}
