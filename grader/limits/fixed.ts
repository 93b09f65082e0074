import { MAX_SHARED_RANGES, MAX_SITES, MAX_VARIABLES, PRINT_BYTES } from '../abi/index.ts';

const KiB = 2 ** 10;
const MiB = 2 ** 20;

/** What nobody sets: the same for every submission. Bytes and milliseconds, as the names say. */
export const FIXED_LIMITS = {
  /** A submission is one file that a person wrote; this is 30 times the longest ones. */
  sourceBytes: MiB,
  /** A notebook can have pictures in its outputs, which are ignored. */
  notebookBytes: 16 * MiB,
  /** Device printf of one launch; what is printed beyond is lost, and that is told. */
  devicePrintBytes: PRINT_BYTES,
  /** Text that device printf of one launch makes of these bytes: a width can make much of little. */
  devicePrintTextBytes: 16 * MiB,
  /** cudaLimitMallocHeapSize where nobody sets it. */
  deviceMallocBytes: 8 * MiB,
  /** Static shared memory of a block, as ptxas refuses more; dynamic memory is checked at the launch. */
  staticSharedBytes: 48 * KiB,
  /** `__constant__` variables of a file together, as ptxas refuses more. */
  constantBytes: 64 * KiB,
  /** Parameters of a kernel, as nvcc counts them for compute capability 7.0 and higher. */
  kernelParameterBytes: 32_764,
  /** Local memory of a thread ("Technical Specifications per Compute Capability"): more fails at the launch. */
  localBytes: 512 * KiB,
  /** `__device__` variables of a file together, which the emulator keeps beside its own (native/emulator/abi.yaml). */
  deviceVariableBytes: 32 * MiB,
  /** Variables of device code: rows of a table of the emulator, as the two limits that follow. */
  deviceVariables: MAX_VARIABLES,
  /** `__shared__` variables of a file: one row is for dynamic shared memory. */
  sharedArrays: MAX_SHARED_RANGES - 1,
  /** Instrumented places of device code. */
  sites: MAX_SITES,
  /** Stack of host code, as on Linux. */
  hostStackBytes: 8 * MiB,
  /** What Clang may allocate in one run. */
  clangMemoryBytes: 1024 * MiB,
  /** JavaScript heap of each of the compiler's two workers. */
  clangHeapBytes: 512 * MiB,
  /** One launch of a judged case on a GPU: cases are small, and the slowest right kernel takes milliseconds. */
  gpuLaunchMs: 5_000,
  /** The same for a second try of one that did not end in time. */
  gpuPatientLaunchMs: 30_000,
  /** One timed launch: many times what the slowest baseline takes. */
  timedLaunchMs: 10_000,
  /** Pages of a GPU that buffers take beyond their own bytes: each begins one of its own, of 2 MiB. */
  gpuPagesBytes: 8 * 1024 * MiB,
  /**
   * Streams and events that are there at once; as many arrays, and as many nodes, edges and conditions of graphs. A GPU
   * runs out of memory for them as well.
   */
  handles: 100_000,
  /**
   * Calls of the CUDA runtime in one case. One that makes something that stays counts 8 times, one that makes a graph
   * 200 times.
   */
  runtimeCalls: 1_000_000,
  /**
   * Processor time of all runs of one submission together, in milliseconds; or twice the seconds of one case, if that is
   * more. An ordinary submission needs a few seconds.
   */
  submissionMs: 40_000,
  /** Parameters of a function after compilation: V8 takes no more. */
  functionParameters: 1_000,
  /** JavaScript heap of a worker that runs cases, below what the machine has. */
  runHeapBytes: 1024 * MiB,
  /** Launches whose `<<<>>>` is reached and whose arguments are not there yet: one, unless arguments launch kernels too. */
  begunLaunches: 10_000,
} as const;

/** Code of an instructor in `simulator.ts`: `expected`, `check` and `generate`. More has most likely no end. */
export const INSTRUCTOR_LIMITS = {
  /** One call. */
  callMs: 60_000,
  /** Loading the module, on a busy machine. */
  loadMs: 120_000,
  /** JavaScript heap. */
  heapBytes: 1024 * MiB,
  /** Typed arrays together, which are not in the heap. */
  arrayBytes: 2048 * MiB,
} as const;

/** `grade run`: enough for programs of a course; what needs more has most likely no end. */
export const PROGRAM_LIMITS = {
  deviceSteps: 1e11,
  wallMs: 600_000,
  compileMs: 120_000,
  deviceMemoryBytes: 300 * MiB,
  hostMemoryBytes: 500 * MiB,
  outputBytes: 64 * MiB,
  /** Files that a program writes are in memory. */
  fileBytes: 64 * MiB,
  launches: 100_000,
  runtimeCalls: 100_000_000,
} as const;

/**
 * What `grade run` can be asked for: `--device-memory` and `--host-memory`. Both memories, and what the checks know of
 * global memory, share the 4 GiB of addresses of WebAssembly's 32 bits: a byte of global memory has a byte of states
 * beside it, and records of who touched it are made as it is touched.
 */
export const PROGRAM_MEMORY = {
  minDeviceMiB: 1,
  minHostMiB: 16,
  /** Of host memory, and twice the device's. What is left has the records of at least 60 MiB. */
  sumMiB: 3_480,
  /** Between the host's addresses and the device's. */
  gapMiB: 12,
} as const;

/**
 * Far backstops of an import, against archives that are made to fill memory. The limits of one student are reached long
 * before, and what is over them does not count here.
 */
export const ARCHIVE_LIMITS = {
  /** Files that are listed. */
  entries: 1_000_000,
  /** Sources that are kept. */
  sourceBytes: 1024 * MiB,
  /** A gzip stream is unpacked from end to end, whatever is wanted of it. */
  unpackedBytes: 256 * 1024 * MiB,
  /** One file of a platform's metadata. */
  metadataBytes: 64 * MiB,
} as const;

/** Bounds for one student's part of a class: more than this costs that student a file, and no other student anything. */
export const STUDENT_LIMITS = {
  /** Files of one student; the others are left out with a note. */
  files: 20_000,
  /** Sources of one student that are read. */
  sources: 64,
  /** Bytes of these sources together. */
  sourceBytes: 16 * MiB,
  /** Bytes to which a packed tar archive of one student unpacks. */
  unpackedBytes: 256 * MiB,
  /** Numbered folders of one student; those with higher numbers are left out with a note. */
  attempts: 64,
  /** Folders in each other, from the folder of the class. */
  depth: 16,
} as const;
