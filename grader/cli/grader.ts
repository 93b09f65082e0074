import type { Graders, PoolOptions } from '../batch/index.ts';
import type { Shown } from '../handin/index.ts';
import type { GpuProgramOptions, MachineOptions } from '../pipeline/engine/index.ts';
import type { GpuProgramRequest, ProgramRequest } from '../pipeline/run/index.ts';
import type { CacheSettings } from '../platform/cache/index.ts';
import type { ReportFile } from '../platform/files/index.ts';
import type { GradeResult, RunResultJson } from '../result/index.ts';
import type { Assignment } from '../spec/index.ts';
import type { OpenTerminal } from './terminal.ts';

/** What the commands ask of the stages behind them. Loaded late: `grade --help` must not wait for a compiler. */
export interface Grader {
  /** What of this machine is not used though it might have been, and why. */
  readonly skipped: readonly string[];
  /** @throws InfrastructureError; an AbortError where `signal` is aborted */
  grade(request: GradeRequest): Promise<Graded>;
  dispose(): Promise<void>;
}

export interface GradeRequest {
  readonly assignment: Assignment;
  readonly source: string;
  /** Files of its own that the source includes. */
  readonly headers?: readonly { readonly path: string; readonly name: string; readonly text: string }[];
  /** The program that the source was translated from, line for line; default: it is the student's own. */
  readonly shown?: Shown;
  readonly fileName: string;
  /** The hash of the bytes of the file, in hexadecimal. */
  readonly sha256: string;
  readonly seed: string;
  /** The seed follows from no secret: the drawn cases are for practice, and are shown. */
  readonly seedIsPublic: boolean;
  /** On a GPU, compute-sanitizer sees all cases and not only a small one. */
  readonly sanitize?: boolean;
  /** The most milliseconds for the line that decides, if the submission fails; default: 0, it is not looked for. */
  readonly diagnoseMs?: number;
  readonly onProgress: (progress: Progress) => void;
  readonly signal: AbortSignal;
}

export interface Progress {
  /** The activity, e.g. `compiling` or `running the cases`. */
  readonly activity: string;
  /** Steps of it that are done, and how many there are; 0 where that is not known. */
  readonly done: number;
  readonly total: number;
}

/** A result with its renderings. */
export interface Graded {
  readonly result: GradeResult;
  /** When grading began, in whole seconds. What is written for students has this time: none tells of hidden cases. */
  readonly at: Date;
  /** For a terminal. */
  text(options: { readonly color: boolean; readonly width: number; readonly verbose?: boolean }): string;
  /**
   * Report files in the formats asked for; `text` has none.
   * @param path - of the submission, as programs that read the report know it
   * @param docsUrl - where the pages of the rules are served; null, which is the default, where they are not
   */
  files(formats: readonly string[], path: string, docsUrl?: string | null): readonly ReportFile[];
}

/** What runs programs, with no exercise. */
export interface Runner {
  /** @throws InfrastructureError; the signal's reason where it is aborted */
  run(request: Omit<ProgramRequest, 'engine'>): Promise<RunResultJson>;
  dispose(): Promise<void>;
}

/** What runs programs on a GPU, in containers. */
export interface GpuRunner {
  /** @throws InfrastructureError; the signal's reason if that is aborted */
  run(request: Omit<GpuProgramRequest, 'machine'>): Promise<RunResultJson>;
  dispose(): Promise<void>;
}

/** The block and the thread to trace. */
interface TraceTarget {
  /** `null`: that of the finding, or the first one. */
  readonly block: readonly [number, number, number] | null;
  readonly thread: readonly [number, number, number] | null;
  /** `null`: that of the finding, or the first one that is launched. */
  readonly kernel: string | null;
}

export interface SubmissionTrace
  extends TraceTarget,
    Pick<GradeRequest, 'assignment' | 'source' | 'headers' | 'shown' | 'fileName' | 'sha256' | 'signal'> {
  /** `null`: that of the finding, or the smallest one. */
  readonly caseName: string | null;
}

export type ProgramTrace = TraceTarget &
  Omit<ProgramRequest, 'engine' | 'checks' | 'counters' | 'onOutput' | 'readInput' | 'onProgress' | 'sha256'>;

/** A recorded block, to be shown. */
export interface TraceView {
  readonly about: string;
  /** The sentences on the finding that it was recorded for; `null` if there is none. */
  readonly finding: readonly string[] | null;
  /** The steps of the thread. */
  text(): string;
  /** The page, HTML. */
  page(): string;
}

/** A recorder of kernels. */
export interface Tracer {
  /** @throws UsageError if there is nothing to trace */
  submission(request: SubmissionTrace): Promise<TraceView>;
  /** @throws UsageError if there is nothing to trace */
  program(request: ProgramTrace): Promise<TraceView>;
  dispose(): Promise<void>;
}

/** All that a command is given besides its arguments. */
export interface Services {
  /** Ids of the report formats that there are. */
  formats(): Promise<readonly string[]>;
  /**
   * @param cache - where and how much; what is null is left to the platform
   * @param machine - what to use besides the emulator
   */
  grader(cache: CacheSettings, machine: MachineOptions): Promise<Grader>;
  /** @param cache - where and how much; what is null is left to the platform */
  runner(cache: CacheSettings): Promise<Runner>;
  tracer(cache: CacheSettings): Promise<Tracer>;
  /** @throws InfrastructureError if there is no engine, no image, no GPU or no compute-sanitizer */
  gpuRunner(options: GpuProgramOptions): Promise<GpuRunner>;
  /** Returns what makes the graders of a batch on this machine. */
  graders(): Promise<(options: PoolOptions) => Graders>;
  /** Shows a file to the user; false where that is not possible. */
  open(path: string): Promise<boolean>;
  /** Returns someone who answers questions. The caller closes it. */
  terminal(signal: AbortSignal): Promise<OpenTerminal>;
}
