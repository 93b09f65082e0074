import {
  type CachingCompiler,
  type CompileOptions,
  compileCached,
  type DialectOptions,
  type HeaderFile,
  type SourceUnit,
} from '../../compile/index.ts';
import type { RunLimits, RunOptions, RunRequest, RunResult } from '../../host/index.ts';
import { launchEntry, programFindings, siteLines, streamsStop } from '../../judge/index.ts';
import type { FileAccess } from '../../platform/files/index.ts';
import type { CheckId, Finding, RunResultJson } from '../../result/index.ts';

/** What a run needs of the machine. */
export interface ProgramEngine extends CachingCompiler {
  /** Called when a program will soon have to be run. */
  prepare(): void;
  run(request: RunRequest, signal: AbortSignal | undefined, streams: Streams): Promise<RunResult>;
  readonly versions: { readonly engine: string; readonly clang: string | null; readonly node: string };
  /** Milliseconds that only ever grow. */
  now(): number;
}

type Streams = Pick<RunOptions, 'onOutput' | 'readInput'>;
type ReadInput = NonNullable<RunOptions['readInput']>;
type Stream = 'stdout' | 'stderr';

export interface ProgramRequest extends DialectOptions {
  readonly source: string;
  /** As it is to appear in findings. */
  readonly fileName: string;
  /** What it includes of its own. */
  readonly headers?: readonly HeaderFile[];
  /** Its further sources. */
  readonly units?: readonly SourceUnit[];
  /** Of the file's bytes, in hexadecimal. */
  readonly sha256: string;
  /** What it may read; default: there are no files. */
  readonly files?: FileAccess;
  /** Arguments of `main` after the program's name. */
  readonly args: readonly string[];
  /** What to report besides what ends the program; null: everything. */
  readonly checks: ReadonlySet<CheckId> | null;
  readonly counters: boolean;
  readonly limits: ProgramRunLimits;
  readonly engine: ProgramEngine;
  /** Is given what the program prints, when it prints it. */
  readonly onOutput?: (stream: Stream, bytes: Uint8Array) => void;
  /** Standard input, asked when the program reads it; default: empty. */
  readonly readInput?: RunOptions['readInput'];
  readonly onProgress?: (stage: 'compile' | 'run') => void;
  readonly signal?: AbortSignal;
}

export interface ProgramRunLimits extends Omit<RunLimits, 'dropsOutput'> {
  /** Global memory of the device. */
  readonly deviceMemoryBytes: number;
  readonly compileMs: number;
}

/** The same program lays its buffers out in the same way, every time. */
const LAYOUT_SEED = 1;

/** Returns the options with which a program is compiled. */
export function programOptions(
  request: Omit<ProgramRequest, 'checks' | 'counters' | 'onOutput' | 'readInput' | 'onProgress' | 'sha256'>,
): CompileOptions {
  const { limits, signal } = request;
  return {
    prototype: null,
    headers: request.headers ?? [],
    heapBytes: limits.deviceMemoryBytes,
    hostBytes: limits.hostMemoryBytes,
    ...(request.units && { units: request.units }),
    relaxedConstexpr: request.relaxedConstexpr,
    relocatableDeviceCode: request.relocatableDeviceCode,
    standard: request.standard,
    macros: request.macros,
    preIncludes: request.preIncludes,
    libraries: true,
    timeoutMs: limits.compileMs,
    ...(signal && { signal }),
  };
}

/** Returns the run of a program's `main`. */
export function programTask(
  program: RunRequest['program'],
  request: Pick<ProgramRequest, 'args' | 'files' | 'fileName' | 'limits'>,
  counters: boolean,
): RunRequest {
  return {
    ...{ program, entry: 'main', args: [], argv: request.args, layoutSeed: LAYOUT_SEED, counters },
    ...(request.files && { files: request.files }),
    programName: programName(request.fileName),
    limits: request.limits,
  };
}

/** Compiles a program and runs its `main` on the emulator, with every check on. */
export async function runProgram(request: ProgramRequest): Promise<RunResultJson> {
  const { engine, limits, signal, checks } = request;
  const started = engine.now();
  request.onProgress?.('compile');
  engine.prepare();
  const compiled = await compileCached(engine, request.source, request.fileName, programOptions(request));
  const printed = new Printed(request.onOutput);
  let run: RunResult | null = null;
  if (compiled.status === 'compiled') {
    request.onProgress?.('run');
    const task = programTask(compiled, request, request.counters);
    const input = request.readInput && new KeptInput(request.readInput);
    const began = engine.now();
    run = await engine.run(task, signal, {
      onOutput: (stream, bytes) => printed.write(stream, bytes),
      ...(input && { readInput: input.read }),
    });
    if ((checks === null || checks.has('memory')) && engine.now() - began <= SHORT_RUN_MS && mayReadUnwritten(run))
      run = await withUnwrittenReads(request, task, run, input);
  }
  const { byCheck, fatal } = programFindings({
    fileName: request.fileName,
    source: request.source,
    compiled,
    run,
    limits,
  });
  const reported = Object.entries(byCheck).flatMap(([id, found]) =>
    checks === null || checks.has(id as CheckId) ? found : [],
  );
  const lineOf = siteLines(compiled);
  return {
    schemaVersion: 1,
    program: { file: request.fileName, sha256: request.sha256, arguments: [...request.args] },
    exitCode: run && exitCode(run.host),
    findings: [...fatal, ...causesFirst(reported)].map(copyFinding),
    launches: (run?.launches ?? []).map((launch) => launchEntry(launch, lineOf)),
    refusedFiles: [...(run?.refusedFiles ?? [])],
    writtenFiles: [...(run?.writtenFiles ?? [])],
    ...(run?.streamsStopped && { streams: streamsStop(run.streamsStopped) }),
    stdout: printed.text('stdout'),
    stderr: printed.text('stderr'),
    environment: { ...engine.versions, limits: { ...limits }, durationMs: Math.round(engine.now() - started) },
  };
}

/** A program that ran longer is not run again. */
const SHORT_RUN_MS = 10_000;
/** The most time for the second run: host code is slower there. */
const SECOND_RUN_MS = 60_000;

/** True if host code can have read elements that no thread has written, and nothing else was found that can be the reason. */
function mayReadUnwritten({ host, copiesUnwritten, faults, apiErrors }: RunResult): boolean {
  const isOver = host.status === 'returned' || host.status === 'exited' || (host.status === 'trapped' && host.aborted);
  return copiesUnwritten === true && isOver === true && apiErrors.length === 0 && faults.every(isHarmless);
}

function isHarmless({ rule }: RunResult['faults'][number]): boolean {
  return rule === 'leak' || rule === 'undefined-arithmetic';
}

/**
 * Runs the program again, so that host code tells its loads. All other runs do without, because it makes host code slower.
 * @returns the first run, with what the second one finds of this kind
 */
async function withUnwrittenReads(
  request: ProgramRequest,
  task: RunRequest,
  run: RunResult,
  input: KeptInput | undefined,
): Promise<RunResult> {
  const { engine, source, fileName, signal } = request;
  const options = { ...programOptions(request), watchesHost: true };
  const program = await compileCached(engine, source, fileName, options);
  if (program.status !== 'compiled') return run;
  const { limits } = task;
  const watched: RunRequest = {
    ...task,
    program,
    watchesCopies: true,
    limits: { ...limits, wallMs: Math.min(limits.wallMs, SECOND_RUN_MS) },
  };
  const again = await engine.run(watched, signal, { ...(input && { readInput: input.readAgain }) });
  return { ...run, faults: [...run.faults, ...again.faults.filter(({ detail }) => detail === 'unwritten-copy')] };
}

/** Standard input that a second run reads again. */
class KeptInput {
  readonly #read: ReadInput;
  readonly #parts: Uint8Array[] = [];
  #next = 0;

  constructor(read: ReadInput) {
    this.#read = read;
  }

  readonly read: ReadInput = async (bytes) => {
    const part = (await this.#read(bytes)).slice();
    this.#parts.push(part);
    return part;
  };

  /** The second run asks for the same numbers of bytes. */
  readonly readAgain: ReadInput = async () => this.#parts[this.#next++] ?? new Uint8Array(0);
}

/** Findings that follow from others come last. */
function causesFirst(findings: readonly Finding[]): Finding[] {
  return [...findings.filter(({ follows }) => !follows), ...findings.filter(({ follows }) => follows)];
}

/** `lab/vector_add.cu` is built as `vector_add`. */
function programName(fileName: string): string {
  const base = fileName.split(/[\\/]/).at(-1) ?? fileName;
  return base.replace(/\.[^.]*$/, '') || base;
}

/** As a shell tells of SIGABRT. */
const ABORTED = 134;

function exitCode(host: RunResult['host']): number | null {
  if (host.status === 'returned') return host.value & 0xff;
  if (host.status === 'exited') return host.code & 0xff;
  return host.status === 'trapped' && host.aborted ? ABORTED : null;
}

function copyFinding({ case: _, ...finding }: Finding): RunResultJson['findings'][number] {
  return finding;
}

/** What was printed, passed on and kept: a program that has to be stopped from outside tells nothing at its end. */
class Printed {
  readonly #onWrite: ProgramRequest['onOutput'];
  readonly #chunks: Readonly<Record<Stream, Uint8Array[]>> = { stdout: [], stderr: [] };

  constructor(onWrite: ProgramRequest['onOutput']) {
    this.#onWrite = onWrite;
  }

  write(stream: Stream, bytes: Uint8Array): void {
    this.#chunks[stream].push(bytes);
    this.#onWrite?.(stream, bytes);
  }

  text(stream: Stream): string {
    const decoder = new TextDecoder();
    return this.#chunks[stream].map((chunk) => decoder.decode(chunk, { stream: true })).join('') + decoder.decode();
  }
}
