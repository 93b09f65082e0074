import type { Comparison } from '../compare/index.ts';
import type { CompileResult, Diagnostic, SourcePosition } from '../compile/index.ts';
import type { SanitizerFinding } from '../device/sanitizer/index.ts';
import type { OutputState, RunResult } from '../host/index.ts';
import type { CheckId, Finding, Idleness, SummaryDetail } from '../result/index.ts';
import type { AssignmentSpec } from '../spec/index.ts';
import type { TimingEvidence } from '../timing/index.ts';

/** One case after its run: what came back and how the outputs compare. Everything a check may look at. */
export interface CaseEvidence {
  readonly name: string;
  readonly visible: boolean;
  /** Value of each integer scalar parameter. */
  readonly dims: Readonly<Record<string, number>>;
  readonly run: RunResult;
  readonly outputs: readonly OutputEvidence[];
  /** The reason for which no replay can tell what the kernels do with the inputs: then nothing of this case counts but faults. */
  readonly undecided?: string;
  /** Outputs whose values host code gave the device, in an exercise without inputs: they do not count. */
  readonly handed?: readonly string[];
  /** Outputs that are wrong in another order of threads and blocks, or of streams; absent if none is. */
  readonly reordered?: readonly ReorderedOutput[];
  /** The behavior of the program if its calls fail, one after another; absent if this is not asked for. */
  readonly failedCalls?: FailedCalls;
}

/** Runs of a right program in which one call of the runtime fails. */
export interface FailedCalls {
  readonly calls: number;
  /** The calls whose failure the function does not report. */
  readonly unnoticed: readonly UnnoticedFailure[];
}

export interface UnnoticedFailure {
  /** The name of the function; `cudaLaunchKernel` for a launch. */
  readonly call: string;
  readonly position: SourcePosition | null;
  /** True if the program ended, so that the function did not return. */
  readonly ended: boolean;
}

export interface OutputEvidence {
  readonly name: string;
  /** Extents, slowest first. */
  readonly shape: readonly number[];
  readonly comparison: Comparison;
  /** Elements that a kernel of the submission stored, every byte of them. */
  readonly writtenByKernels: number;
  readonly elements: number;
  /** True for what host code prints or returns: no kernel writes it. */
  readonly isOfHost?: true;
  /** True if a program did not write the file of the output, or not with its type and shape. */
  readonly hasNoFile?: true;
  /** The objections of `check` of `simulator.ts`; absent if the output is compared with what is expected. */
  readonly objections?: readonly Objection[];
  /** Of elements in any order: the number of expected elements, or rows, that are missing. */
  readonly missing?: number;
  /** Elements that differ if host code makes other values; absent if it made none, or if that is not known. */
  readonly hostMade?: number;
}

/** What an instructor's `check` objects to in an output. */
export interface Objection {
  readonly message: string;
  /** Of an element, per dimension; `null` if it is about the whole output. */
  readonly index: readonly number[] | null;
}

/** A call of host code that works in a stream. */
export interface OrderedCall {
  /** The kernel, or the function of the runtime. */
  readonly name: string;
  readonly position: SourcePosition | null;
  /** True if it works in the default stream. */
  readonly isInDefaultStream: boolean;
}

/**
 * An output that is right in one order, and wrong in another: of threads and blocks, in which clocks differ too, or of
 * work in several streams.
 */
export interface ReorderedOutput {
  readonly name: string;
  /** The thing that kernels use of all that differs, or `streams` for the order of work in several streams. */
  readonly by: 'order' | 'clock' | 'order-or-clock' | 'streams';
  /** The extents of the output, slowest first. */
  readonly shape: readonly number[];
  /** The first wrong element, per dimension. */
  readonly index: readonly number[];
  /** The values of this element in the first order, and in the other; `null` if nothing has written it there. */
  readonly before: number;
  readonly after: number | null;
  readonly wrong: number;
  readonly elements: number;
  /** The most frequent store to the output. */
  readonly store: OutputState['stores'][number] | null;
  /** The two calls of `streams` whose order decides. Host code makes the first one earlier. */
  readonly calls?: { readonly first: OrderedCall; readonly second: OrderedCall };
}

/** What the reference kernel of the assignment needs on the case where technique is judged. */
export interface BaselineEvidence {
  readonly globalLoadSectors: number;
  readonly globalStoreSectors: number;
}

/** What nvcc says of the submission. */
export interface NvccEvidence {
  readonly status: 'compiled' | 'rejected' | 'exhausted';
  readonly diagnostics: readonly Diagnostic[];
  /** The first line that is not the same program for nvcc and for Clang; null if there is none. */
  readonly otherProgramAt: number | null;
}

/** The cases as a real GPU ran them, beside the emulator's. */
export interface GpuEvidence {
  /** The name that the driver gives it. */
  readonly name: string;
  /** In the order of the emulator's, up to the first that did not end; empty where the program could not be carried over. */
  readonly cases: readonly CaseEvidence[];
  /** Why a program that is right on the emulator cannot run on the GPU, e.g. a `long` parameter on an old driver. */
  readonly unjudged: string | null;
}

/**
 * Whether the student's kernels did the exercise's work. Guards, memory, races and technique earn points only if they
 * did: an empty kernel is safe and earns nothing.
 */
export type Participation = { readonly status: 'works' } | { readonly status: 'idle'; readonly because: Idleness };

/** The program of a student whose source was translated. */
export interface ShownSource {
  readonly source: string;
  /** Further files, or cells of a notebook, by their names in findings. */
  readonly headers: readonly { readonly name: string; readonly text: string }[];
}

export interface Evidence {
  readonly spec: AssignmentSpec;
  readonly fileName: string;
  readonly source: string;
  /** Files of its own that the source includes. */
  readonly headers?: readonly { readonly name: string; readonly text: string }[];
  /** The program that the source was translated from, line for line; default: it is the student's own. */
  readonly shown?: ShownSource;
  readonly compiled: CompileResult;
  /** In the order of the spec, hidden ones last. Empty where nothing was run. */
  readonly cases: readonly CaseEvidence[];
  /** Name of the case where technique is judged: the largest. */
  readonly techniqueCase: string | null;
  /** Whether the kernels did the exercise's work. */
  readonly participation: Participation;
  readonly baseline: BaselineEvidence | null;
  /** null where nvcc was not asked. */
  readonly nvcc: NvccEvidence | null;
  /** null where there is no GPU, or nothing to run on it. */
  readonly gpu: GpuEvidence | null;
  /** What compute-sanitizer says of the same launches; null where it was not asked. */
  readonly sanitizer: readonly SanitizerFinding[] | null;
  /** The speed on the GPU; null where that was not measured. */
  readonly timing: TimingEvidence | null;
  readonly timingSkipped: 'no-gpu' | 'not-correct' | 'no-timing' | 'not-repeated' | null;
}

/** The decision of a check, before points. */
export interface CheckOutcome {
  readonly id: CheckId;
  readonly status: 'passed' | 'failed' | 'skipped' | 'error';
  /** Why it was skipped: the student's doing costs its points, this machine's does not. */
  readonly skippedBy: 'student' | 'machine' | null;
  readonly summary: string;
  /** The summary as data. */
  readonly summaryDetail?: SummaryDetail;
  readonly findings: readonly Finding[];
  /** Points of a passed check that gives them by tier; default: all. */
  readonly earned?: number;
}
