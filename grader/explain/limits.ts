import { type AssignmentLimitName, FIXED_LIMITS } from '../limits/index.ts';
import { wordExhausted } from './diagnostics.ts';
import { STEPS_SPENT } from './faults.ts';
import { STOPPED, wordCrash, wordEndedWorker } from './outcomes.ts';
import { wordDropped } from './summaries.ts';
import { number } from './text.ts';

const stopped = (limit: keyof typeof STOPPED): string => STOPPED[limit].message;

/** The rule under which a limit of an assignment is reported, `null` if there is no finding, and the sentence. */
export const LIMIT_WORDS: Readonly<
  Record<AssignmentLimitName, { readonly rule: string | null; readonly told: string }>
> = {
  deviceSteps: {
    rule: 'timeout',
    told: `The kernel was stopped at its step limit. Thread … of block … ${STEPS_SPENT}`,
  },
  wallSeconds: { rule: 'timeout', told: stopped('wall') },
  compileSeconds: { rule: 'compile-error', told: wordExhausted('time').message },
  hostMemoryMiB: { rule: 'host-fault', told: stopped('memory') },
  deviceMemoryMiB: {
    rule: 'host-fault',
    told: stopped('deviceMemory'),
  },
  outputKiB: { rule: null, told: `${wordDropped('…')} This does not affect points.` },
  launches: { rule: 'host-fault', told: stopped('launches') },
};

const ENDED_WORKER = wordEndedWorker('out of memory').message;

const NO_MEMORY = '`cudaErrorMemoryAllocation`, as where a GPU has no memory left.';

/** The same of those that nobody sets, each with what it bounds. */
export const FIXED_LIMIT_WORDS: Readonly<
  Record<keyof typeof FIXED_LIMITS, { readonly what: string; readonly told: string }>
> = {
  sourceBytes: {
    what: 'The source file',
    told: `A submission is one source file of at most ${number(FIXED_LIMITS.sourceBytes)} bytes.`,
  },
  notebookBytes: {
    what: 'A notebook, with its outputs',
    told: `The maximum of a notebook is ${number(FIXED_LIMITS.notebookBytes)} bytes. Clear the outputs of its cells.`,
  },
  devicePrintBytes: { what: 'Device printf of one launch', told: 'Further output is lost, as on a GPU.' },
  devicePrintTextBytes: {
    what: 'Text of device printf of one launch',
    told: 'The rest is not printed.',
  },
  deviceMallocBytes: { what: 'Heap of device malloc', told: 'malloc returns a null pointer, as on a GPU.' },
  staticSharedBytes: {
    what: 'Static shared memory of a block',
    told: 'The __shared__ arrays of … need … bytes, and a block has 49152.',
  },
  constantBytes: {
    what: 'Constant memory of a file',
    told: 'The __constant__ variables need … bytes; the maximum is 65536.',
  },
  kernelParameterBytes: {
    what: 'Parameters of a kernel, in bytes',
    told: 'The parameters of … have … bytes; the maximum is 32764.',
  },
  localBytes: {
    what: 'Local memory of a thread',
    told: 'The launch fails: the local variables of one thread need more than 524,288 bytes of local memory.',
  },
  deviceVariableBytes: {
    what: '`__device__` variables of a file',
    told: 'The __device__ variables need … bytes; the maximum is 33554432.',
  },
  deviceVariables: {
    what: 'Number of variables of device code',
    told: 'Device code has … variables in global and constant memory; the maximum is 4096.',
  },
  sharedArrays: {
    what: 'Number of `__shared__` variables',
    told: 'Device code has … __shared__ variables; the maximum is 255.',
  },
  sites: {
    what: 'Memory accesses, loops and calls in device code',
    told: 'Device code has … places that access memory, loop or call; the maximum is 65536.',
  },
  hostStackBytes: {
    what: 'Stack of host code',
    told: wordCrash('stack overflow').message,
  },
  clangMemoryBytes: { what: "Clang's memory", told: wordExhausted('memory').message },
  clangHeapBytes: { what: "Heap of a compiler's worker", told: wordExhausted('memory').message },
  gpuLaunchMs: { what: 'One launch of a case on a GPU', told: 'The launch is repeated with the next limit.' },
  gpuPatientLaunchMs: { what: 'The second try of such a launch', told: stopped('deviceSteps') },
  timedLaunchMs: { what: 'One launch that is timed', told: 'It could not be timed.' },
  gpuPagesBytes: {
    what: "Pages of a GPU around a program's buffers",
    told: 'A program that needs more is judged on the emulator only.',
  },
  begunLaunches: {
    what: 'Launches that are begun and not made',
    told: wordCrash('too many launches are begun and not made').message,
  },
  runtimeCalls: { what: 'Calls of the CUDA runtime in one case', told: stopped('calls') },
  submissionMs: {
    what: 'Processor time of all runs of a submission; or twice `wallSeconds`, if that is more',
    told: stopped('wall'),
  },
  functionParameters: {
    what: 'Parameters of a function',
    told: 'The function … has … parameters; the maximum is 1000.',
  },
  runHeapBytes: { what: 'Heap of a worker that runs cases', told: ENDED_WORKER },
  handles: { what: 'Streams and events at once; arrays; parts of graphs', told: NO_MEMORY },
};
