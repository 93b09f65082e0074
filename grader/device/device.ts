import type { SourcePosition, UnsignedUse } from '../compile/index.ts';
import type { REFUSED_LAUNCHES, Rule } from '../result/index.ts';

/** CUDA's dim3 and index triples, [x, y, z]. */
export type Dim3 = readonly [number, number, number];

/** An address in the device's own address space. The emulator's lie above every host address. */
export type DevicePointer = number;

/**
 * The part of a launch that runs from the last one on. CUDA promises no order of threads, and none of blocks.
 * `resident-blocks`: blocks in groups of as many as a GPU runs at a time, reversed in each group. A block can wait for
 * an earlier one there.
 */
export type Reversed = 'threads' | 'threads-and-blocks' | 'threads-and-resident-blocks';

/** The part that a buffer plays in the exercise; `student` for what the submission allocates itself. */
export type BufferRole = 'input' | 'output' | 'student';

/**
 * One device: the emulator or a real GPU. Calls are synchronous, because host code in WebAssembly calls it.
 * A method throws only for infrastructure faults; what a program does wrong is a fault event or a CUDA error code.
 */
export interface Device {
  readonly kind: 'emulator' | 'cuda';
  readonly properties: DeviceProperties;
  /** @returns the address, or null when there is not enough memory (cudaErrorMemoryAllocation) */
  alloc(bytes: number, label: string, role: BufferRole): DevicePointer | null;
  /** @returns the CUDA error code: 0, or cudaErrorInvalidValue (1) for what is not the start of a live buffer */
  free(pointer: DevicePointer): number;
  /** Host to device. @returns a CUDA error code */
  write(pointer: DevicePointer, bytes: Uint8Array): number;
  /** Device to host; fills `into`. @returns a CUDA error code */
  read(pointer: DevicePointer, into: Uint8Array): number;
  copy(to: DevicePointer, from: DevicePointer, bytes: number): number;
  set(pointer: DevicePointer, value: number, bytes: number): number;
  /** Is this address inside device memory, whether or not a live buffer is there? */
  owns(pointer: DevicePointer): boolean;
  symbol(name: string): { readonly pointer: DevicePointer; readonly bytes: number } | null;
  launch(request: LaunchRequest): LaunchOutcome;
  /** Addresses of the host that kernels may use from now on, by address. */
  mapHost(ranges: readonly HostRange[]): void;
  /** A texture or surface object that kernels may be given from now on, or one that is destroyed. */
  setTexture(object: TextureObject): void;
  /** A live buffer keeps its place, but is used after free until `resume`. Where this is missing, it stays as it is. */
  suspend?(pointer: DevicePointer): void;
  /** The buffer is live again, and uninitialised. */
  resume?(pointer: DevicePointer): void;
  /** cudaLimitDevRuntimePendingLaunchCount. Where this is missing, kernels launch nothing. */
  setPendingLaunches?(count: number): void;
  /** Sets the size of the heap from which device code allocates, before the first launch that does. */
  setMallocHeap?(bytes: number): void;
  /** Everything seen so far and not yet taken, first occurrence first. */
  takeFaults(): DeviceFault[];
  /** Looks from outside at the grid that runs now; `null` if none does. */
  running?(): RunningGrid | null;
  /** Text that device code printed and that was not yet taken. Failed assertions are on standard error. */
  takeOutput(stream: 'stdout' | 'stderr'): string;
  dispose(): void;
}

/** The label of the buffer for the value of a graph's conditional node. Kernels set it, and the runtime reads it. */
export const CONDITION_LABEL = 'value of a conditional node';

/** Memory of the host with a twin on the device: managed, or page-locked and mapped. */
export interface HostRange {
  readonly host: number;
  readonly bytes: number;
  readonly device: DevicePointer;
  /** Bytes before and behind it that belong to nobody else. */
  readonly guard: number;
  /** Page-locked memory of the host: every access by a kernel crosses the bus. */
  readonly isPinned?: boolean;
}

/** What a texture or a surface object reads: memory, or a CUDA array of some kind. */
export type TextureShape = 'linear' | 'pitched' | ArrayShape;
export type ArrayShape = '1d' | '2d' | '3d' | '1d-layered' | '2d-layered' | 'cubemap' | 'cubemap-layered';

/** The elements that lie behind a texture or surface object. */
export interface TexelLayout {
  readonly shape: TextureShape;
  readonly address: DevicePointer;
  /** Bytes from one row to the next, and from one slice, layer or face to the next. */
  readonly rowBytes: number;
  readonly sliceBytes: number;
  /** In elements, at least 1 each; `depth` counts slices, layers or faces. */
  readonly width: number;
  readonly height: number;
  readonly depth: number;
  readonly channels: number;
  /** Of a channel: 8, 16 or 32. */
  readonly bits: number;
  /** cudaChannelFormatKind: 0 signed, 1 unsigned, 2 float. */
  readonly format: number;
}

/** Numbers of modes are those of CUDA's headers. */
export interface TextureObject extends TexelLayout {
  /** What kernels are given: from 1 on. */
  readonly handle: number;
  readonly kind: 'texture' | 'surface' | 'destroyed';
  readonly addressModes: readonly [number, number, number];
  readonly linear: boolean;
  /** Integers of 8 and 16 bits are read as numbers from 0 or -1 to 1. */
  readonly asFloats: boolean;
  readonly normalized: boolean;
  /** Bits of the border's colour: of floats, or of integers where the elements are integers. */
  readonly border: readonly [number, number, number, number];
}

export interface DeviceProperties {
  readonly name: string;
  readonly major: number;
  readonly minor: number;
  readonly warpSize: number;
  readonly multiProcessorCount: number;
  readonly maxThreadsPerBlock: number;
  readonly maxThreadsDim: Dim3;
  readonly maxGridSize: Dim3;
  readonly sharedMemPerBlock: number;
  /** What cudaFuncSetAttribute can raise it to for a kernel. */
  readonly sharedMemPerBlockOptin: number;
  readonly totalGlobalMem: number;
}

export interface LaunchRequest {
  /** Itanium name of the kernel. */
  readonly kernel: string;
  readonly grid: Dim3;
  readonly block: Dim3;
  /** Dynamic shared memory of a block. */
  readonly dynamicSharedBytes: number;
  /** What cudaFuncSetAttribute has allowed the kernel of it; absent where it was not called. */
  readonly maxDynamicSharedBytes?: number;
  /** Percent of a multiprocessor's memory that is preferred as shared memory; absent if not set. It changes only speed. */
  readonly carveout?: number;
  /** By cudaLaunchCooperativeKernel: all blocks are resident at once, and can wait for each other. */
  readonly cooperative?: boolean;
  /** Blocks of a cluster along each axis; absent without clusters. */
  readonly cluster?: Dim3;
  /** cudaFuncSetAttribute has allowed clusters of more than 8 blocks. */
  readonly nonPortableCluster?: true;
  /** The argument block as the kernel's `parameters` lay it out. */
  readonly args: Uint8Array;
  /** Count requests, sectors and wavefronts in this launch (slower). */
  readonly counters: boolean;
  /** How many launches its kernels may make; default: as many as they like. */
  readonly launchesLeft?: number;
  /** Tell which bytes the launch uses (slower). Default: no. */
  readonly footprints?: true;
}

/** The bytes of a range of memory that a launch used. */
export interface Footprint {
  /** A multiple of 4. */
  readonly address: DevicePointer;
  /** A byte for each word: the lower four bits are its bytes that were read, the upper four those that were stored. */
  readonly words: Uint8Array;
}

export interface LaunchOutcome {
  /** CUDA error code of the launch itself (configuration) or of its execution. 0: it ran to its end. */
  readonly error: number;
  /** Static and dynamic shared memory of a block. */
  readonly sharedBytes: number;
  /**
   * Threads and blocks that stored to a buffer whose role is `output`. In what a run leaves behind also to one whose
   * content was later copied to an output.
   */
  readonly outputThreads: number;
  readonly outputBlocks: number;
  /** Sites that stored there. */
  readonly outputStores: readonly SiteStores[];
  /** The most blocks that changed one buffer by atomic functions; absent if none is followed. */
  readonly atomicBlocks?: number;
  /** Stores to buffers of the submission's own, as a device tells them; the runner makes the fields above of them. */
  readonly studentStores?: readonly StoredBuffer[];
  /** The bytes that the launch stored, and those that host code has read; counts up as it reads. Absent unless counters were asked for. */
  readonly delivered?: Delivered;
  /** Loads from shared memory were executed. */
  readonly sharedLoads: boolean;
  /** Names as in docs/counters.md; empty unless asked for, and where they were lost. */
  readonly counters: Readonly<Record<string, number>>;
  /** The device had no memory left to count with: what it counted so far would be too low. */
  readonly countersLost?: boolean;
  /** Accesses whose races could not be tracked for want of memory. */
  readonly unchecked?: number;
  /** It used atomic functions, in whatever memory. */
  readonly usesAtomics?: true;
  /** The bytes that it used, if they were asked for; `null` if they are not known. */
  readonly footprints?: readonly Footprint[] | null;
  readonly readsClock?: true;
  /** What counters do not tell of the launch's cost; absent where they are. */
  readonly cost?: LaunchCost;
  /**
   * Of each site that made a request: `requests`, `sectors` or `wavefronts` and `bankConflicts` as of the launch; of
   * global memory the 128-byte `lines` that requests touch, the sectors that a block had not touched before
   * (`newSectors`) and the requests for at least one of these (`newRequests`); `meetings`: how often a warp's lanes met
   * after executing it; `stores`: 1 for a store, 0 for a load.
   */
  readonly siteCounters: readonly { readonly site: number; readonly counters: Readonly<Record<string, number>> }[];
  /** How threads share the work; absent unless counters were asked for, and where they were lost. */
  readonly work?: LaunchWork;
  /** Calls of atomic functions on global memory by threads, and the blocks that called them; absent where `work` is. */
  readonly atomicSites?: readonly { readonly site: number; readonly calls: number; readonly blocks: number }[];
  /** Of each such site a request to look at; absent where nothing was counted. */
  readonly siteSamples?: readonly RequestSample[];
  /** Launches by its kernels, and by theirs, in the order in which they ran. */
  readonly byKernels?: readonly LaunchByKernelOutcome[];
  /** They would have been more than `launchesLeft`. */
  readonly launchesSpent?: true;
}

/**
 * How the threads of a launch share its accesses to global memory. Volatile accesses and atomic functions are not among
 * them, because a thread that waits makes any number of them.
 */
export interface LaunchWork {
  /** Threads that access global memory. */
  readonly threads: number;
  readonly accesses: number;
  /** The sum of the squares of each thread's accesses. */
  readonly squaredAccesses: number;
  readonly stores: number;
  readonly squaredStores: number;
  /** The sum over blocks of the most accesses by threads with the same `threadIdx.x`. */
  readonly columnMost: number;
  /** The sum over blocks of the most accesses by threads with the same `threadIdx.y`. */
  readonly rowMost: number;
  /** Loads from shared memory. */
  readonly sharedLoads: number;
  /** The sum over blocks of the most loads from shared memory by one thread. */
  readonly sharedMost: number;
  /** Threads that call an atomic function on global memory. */
  readonly atomicThreads: number;
  /** The bytes of mapped host memory that threads access. */
  readonly hostBytes: number;
}

/** The bytes of buffers that a launch stored to. */
export interface Delivered {
  /** Those that nothing has overwritten since, and that host code reads. */
  readonly bytes: number;
  /** All of them, each counted once. */
  readonly stored: number;
}

/** A launch by a kernel. */
export interface LaunchByKernelOutcome {
  /** As a student would write it. */
  readonly kernel: string;
  readonly grid: Dim3;
  readonly block: Dim3;
  readonly position: SourcePosition | null;
  /** Its number among the device's launches, as faults have it. */
  readonly launch: number;
  /** What launched it. */
  readonly by: { readonly kernel: string; readonly launch: number };
  readonly outcome: LaunchOutcome;
}

/** One request of a warp at a site: of those of the most lanes the one that costs most. For people to look at. */
export interface RequestSample {
  readonly site: number;
  readonly block: Dim3;
  /** Number in the block: its threads begin at 32 times this. */
  readonly warp: number;
  /** Bytes of a lane's element, 1 to 16. */
  readonly bytes: number;
  readonly shared: boolean;
  /** Where all lanes access one buffer, which. */
  readonly buffer: Pick<NearBuffer, 'label' | 'role'> | null;
  /** Of the 32 lanes, in bytes from the buffer's start, or from some 128-byte line; null for one that takes no part. */
  readonly offsets: readonly (number | null)[];
  /** Address from which offsets count, modulo 128. */
  readonly alignment: number;
}

/** What a launch did besides accessing memory. */
export interface LaunchCost {
  /** Loop back-edges and calls of all threads. */
  readonly steps: number;
  /** Of the buffers that it was given, in all. */
  readonly bufferBytes: number;
}

/**
 * How outputs follow from what threads load from global memory. Some words of the memory that host code filled are
 * altered as kernels load them; what host code reads back is then compared, word by word.
 */
export interface Influence {
  /** About how many words of the inputs are altered; of the inputs that the assignment gives, whatever was copied. */
  readonly altered?: number;
  /** Words that change. */
  readonly changed: number;
  /**
   * Words that change although each thread gets what it got before from the other threads of its block, through shared
   * memory and warp functions.
   */
  readonly unshared: number;
  /** True if nothing can be concluded: a launch ended otherwise, or there was no memory for the values. */
  readonly lost: boolean;
}

/** A site and how often it stored. */
export interface SiteStores {
  readonly site: number;
  readonly count: number;
}

/** What a launch stored to one buffer. */
export interface StoredBuffer {
  readonly pointer: DevicePointer;
  readonly threads: number;
  readonly blocks: number;
  readonly stores: readonly SiteStores[];
}

/** A grid that has not ended. */
export interface RunningGrid extends ThreadId {
  /** What its threads have done wrong so far. */
  readonly faults: readonly DeviceFault[];
  /** The loop or the function that its thread was in last; `null` if it is not known. */
  readonly loop: SourcePosition | null;
}

/** A thread of a launch. */
export interface ThreadId {
  readonly block: Dim3;
  readonly thread: Dim3;
}

/** A place and what it does, at either end of a fault. */
export interface AccessEnd extends ThreadId {
  readonly position: SourcePosition | null;
  readonly access: 'read' | 'write' | 'atomic' | 'barrier';
}

/** The buffer nearest to a faulting access. `offset` counts from its start and may be negative or beyond its end. */
export interface NearBuffer {
  readonly label: string;
  readonly role: BufferRole | 'shared' | 'local' | 'variable' | 'host';
  readonly bytes: number;
  readonly offset: number;
  /** Where host code allocated it, of a submission's own. */
  readonly allocatedAt?: SourcePosition | null;
}

/** What a device or host code knows of a fault besides its rule. */
export type FaultDetail =
  | 'same-value'
  | 'written-later'
  | 'unwritten-copy'
  | 'between-blocks'
  | 'inside-block'
  | 'between-grids'
  | 'between-streams'
  | 'warp-lockstep'
  | 'warp-volatile'
  | 'missing-fence'
  | 'narrow-scope'
  | 'exited'
  | 'exited-grid'
  | 'different-barriers'
  | 'warp-function'
  | 'not-in-mask'
  | 'grid-sync'
  | 'not-cooperative'
  | 'not-resident'
  | 'exited-cluster'
  | 'cluster-unpaired'
  | 'cluster-stuck'
  | 'no-such-block'
  | 'not-shared'
  | 'block-ended'
  | 'block-not-started'
  | 'spin'
  | 'host-flag'
  | 'constant'
  | 'null-pointer'
  | 'host-pointer'
  | 'freed-host-memory'
  | 'freed-page-locked'
  | 'device-pointer'
  | 'host-array'
  | 'host-part'
  | 'host-guard'
  | 'guard-band'
  | 'not-allocated'
  | 'trap'
  | `copy-is-${'host' | 'device'}-to-${'host' | 'device'}`
  | 'async-copy-from'
  | 'async-copy-to'
  | 'async-copy-to-output'
  | 'tile'
  | 'tile-pointer'
  | 'tile-stride'
  | 'tile-arguments'
  | 'unfilled-factor'
  | 'unfilled-sum'
  | 'whole-warp'
  | 'texture-cache'
  | 'read-only-cache'
  | 'division-by-zero'
  | 'remainder-by-zero'
  | 'division-overflow'
  | 'shift-width'
  | 'no-object'
  | 'destroyed-object'
  | 'other-object'
  | 'beyond-surface'
  | 'beyond-surface-row'
  | (typeof REFUSED_LAUNCHES)[number];

/** A number below zero that a thread used as an unsigned one. */
export interface BelowZero extends Pick<UnsignedUse, 'role' | 'position' | 'bits'> {
  readonly exact: number;
  /** The minuend and the subtrahend, if it is a difference. */
  readonly from?: number;
  readonly taken?: number;
}

/**
 * One distinct problem that a device saw: the first occurrence, and how many there were.
 * Grouped by rule, place (and other place for a race) and launch.
 */
export interface DeviceFault {
  readonly rule: Rule;
  readonly kernel: string;
  /** Number of the launch in this run, from 0. */
  readonly launch: number;
  readonly at: AccessEnd;
  /** The earlier access of a race; the other barrier or the exited thread of a divergent barrier. */
  readonly other: AccessEnd | null;
  /** Accesses of this kind seen in the launch. */
  readonly count: number;
  /** Bytes of one access. */
  readonly bytes: number;
  readonly buffer: NearBuffer | null;
  /** The condition of an assertion that failed, as written. */
  readonly assertion?: string;
  /** True if an argument of the launch is NULL or a pointer of the host, and the rule is about such a pointer. */
  readonly fromArgument?: true;
  /** More than the rule says. */
  readonly detail: FaultDetail | null;
  /**
   * Where a barrier would keep the ends of a race apart, if both are in one function: `between` the upper line and the
   * lower one, `before-next` from the lower line to the next run of the upper one, `in-loop` if both ways lack one, and
   * `same-line` between the read and the write of one line.
   */
  readonly missingBarrier?: 'between' | 'before-next' | 'in-loop' | 'same-line';
  /** The write of a race is an asynchronous copy, and nothing waits for it on the way to the read. */
  readonly unwaitedCopy?: true;
  /** A `__syncwarp()` on this way, if the two threads of a race belong to different warps. */
  readonly warpBarrier?: SourcePosition;
  /** How many threads waited and how many the block has, for barriers. */
  readonly waiting?: { readonly arrived: number; readonly alive: number; readonly threads: number };
  /** Of a warp function that waits in vain: the mask that it was called with. `waiting` counts lanes of the warp then. */
  readonly mask?: number;
  /** Of a tile with a wrong stride between its rows: the stride, in elements. `bytes` counts elements then. */
  readonly stride?: number;
  /** The low 32 bits of the dividend, or of the amount of a shift, if the arithmetic is undefined. */
  readonly value?: number;
  /** Of a race between grids of which a kernel has launched at least one: the other access's. */
  readonly otherGrid?: {
    readonly kernel: string;
    /** It launched this one, or what launched this one. */
    readonly isAncestor: boolean;
  };
  /** The later call and the other one, of a race between streams. Stream 0 is the default stream. */
  readonly streams?: {
    readonly call: string;
    readonly stream: number;
    readonly otherCall: string;
    readonly otherStream: number;
  };
  /** The number below zero that is used as an unsigned one, if this explains an access out of bounds. */
  readonly belowZero?: BelowZero;
  /** The rank of the block in whose shared memory the place is, and the blocks of its cluster; absent for own memory. */
  readonly cluster?: { readonly rank: number; readonly blocks: number };
  /** Of a read in host code: the bytes of the buffer that nothing has written, and the only launch that stored to it. */
  readonly unwritten?: {
    readonly first: number;
    readonly end: number;
    readonly writer: { readonly kernel: string; readonly grid: Dim3; readonly block: Dim3 } | null;
  };
  /** Of a launch by a kernel that is refused: its threads in a block, its bytes of arguments, or the limit. */
  readonly refused?: number;
}
