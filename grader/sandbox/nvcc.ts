import { parse } from 'node:path';
import {
  type Diagnostic,
  type EntryWrapper,
  entryHeader,
  type HeaderFile,
  MOMENT,
  type Preprocessed,
  tokensOf,
  virtualNameOf,
  WRAPPER_FILE,
  withWrapper,
} from '../compile/index.ts';
import { BUILD_LIMITS, type Limits } from '../limits/index.ts';
import { InfrastructureError } from '../platform/index.ts';
import { gencodeOptions } from './architectures.ts';
import type { ExceededLimit, RunOutcome, RunRequest } from './container.ts';
import { parseNvccLog } from './nvcc-log.ts';
import { INPUT_FOLDER } from './settings.ts';
import { TENSOR_HEADER, tensorHeader, withTensorHeader } from './tensor-header.ts';

export interface BuildRequest {
  /** The submission's text. */
  readonly source: string;
  /** What the student calls it; diagnostics name it. */
  readonly fileName: string;
  /** Files of its own that it includes; default: none. */
  readonly headers?: readonly HeaderFile[];
  /** C declaration of the entry point, as for Clang; null: a program with `main`. */
  readonly prototype: string | null;
  /** What defines that function, where the submission does not. */
  readonly wrapper?: EntryWrapper | undefined;
  /** GPUs to compile for, as `sm_90`, or `compute_90` for PTX; at least one. */
  readonly architectures: readonly string[];
  /** Default `BUILD_LIMITS`. */
  readonly limits?: Limits;
  readonly signal?: AbortSignal;
}

export type BuildResult =
  | {
      readonly status: 'compiled';
      readonly fatbin: Uint8Array;
      readonly diagnostics: readonly Diagnostic[];
      /** What the host compiler's preprocessor left; null if nvcc did not keep it. */
      readonly preprocessed: NvccPreprocessed | null;
    }
  /** nvcc refuses the submission; at least one diagnostic is an error. */
  | { readonly status: 'rejected'; readonly diagnostics: readonly Diagnostic[] }
  /** nvcc ran out of a limit on this source; the submission is the likely cause (a template bomb). */
  | { readonly status: 'exhausted'; readonly limit: ExceededLimit; readonly diagnostics: readonly Diagnostic[] };

/** The submission's tokens after the preprocessor of each side. */
export interface NvccPreprocessed extends Preprocessed {
  /** The major version of the C++ library, e.g. `12`; empty if no header tells it. */
  readonly library: string;
}

type Run = (request: Omit<RunRequest, 'image'>) => Promise<RunOutcome>;

const ENTRY_HEADER = 'entry_point.h';
const MOMENT_HEADER = 'moment.h';
/** What env and sh say of a program that is not there or does not start. */
const NOT_STARTED = new Set([126, 127]);

/** What nvcc and gcc say when the kernel takes one of their programs for want of memory, or they run out by themselves. */
const KILLED =
  /died due to signal (?:9|11)\b|Killed signal terminated|Segmentation fault signal|out of memory|Memory allocation failure|virtual memory exhausted|std::bad_alloc/;

/** What nvcc and gcc say of a program of theirs that was killed, by whomever. */
const BY_SIGKILL = /died due to signal 9\b|Killed signal terminated/;
/** The exit status of a program that was killed itself. */
const SIGKILLED = 128 + 9;

/** A program that every nvcc builds. */
const CONTROL = '__global__ void control(float* x) { x[threadIdx.x] += 1.0f; }\n';

/** Where nvcc runs. */
export interface Place {
  readonly nvcc: string;
  /** Where it finds what `inputs` holds. */
  readonly inputFolder: string;
  /** What somebody can type to see whether it works. */
  readonly check: string;
}

const CONTAINER: Place = {
  nvcc: 'nvcc',
  inputFolder: INPUT_FOLDER,
  check: 'docker run --rm --network none IMAGE nvcc --version',
};

/**
 * The message of the front end, in the form of a message about the source. Intermediate files are in memory too, so
 * either limit can be reached first.
 */
const NO_MEMORY =
  /^\S.*\(\d+\): catastrophic error: out of memory$|error while writing generated .*: No space left on device$/m;

/**
 * Device code of a submission for all the GPUs asked for, with line numbers. `nvcc -fatbin` would not look at what only
 * host code can do wrong (a call of `__syncthreads`), so it goes as far as the host compiler, and the device code is kept.
 */
export async function buildFatbin(run: Run, request: BuildRequest, place: Place = CONTAINER): Promise<BuildResult> {
  const { source, fileName, headers = [], prototype, wrapper, limits = BUILD_LIMITS, signal } = request;
  const name = virtualNameOf(fileName);
  const stem = parse(name).name;
  const kept = `${stem}.fatbin`;
  const texts = preprocessedFiles(stem, request.architectures);
  const whole = withWrapper(source, wrapper, `${place.inputFolder}/${name}`);
  // Not only for an exercise with tensors: PyTorch puts its own headers before the source of `load_inline`.
  const given = [...headers, { path: name, text: whole }].map(({ path, text }) => ({
    path,
    before: text,
    text: withTensorHeader(text, place.inputFolder),
  }));
  const usesTensors = given.some(({ before, text }) => before !== text);
  const inputs = new Map([
    // First: a header cannot take the place of a file of the grader.
    ...given.map(({ path, text }) => [path, Buffer.from(text)] as const),
    ...(usesTensors ? [[TENSOR_HEADER, Buffer.from(tensorHeader())] as const] : []),
    [ENTRY_HEADER, Buffer.from(prototype && !wrapper ? entryHeader(prototype, source) : '')],
    [MOMENT_HEADER, Buffer.from(momentHeader())],
  ]);
  const command = nvccCommand(place, name, request.architectures);
  const build = () =>
    run({ command, limits, inputs, outputs: [kept, texts.host, texts.device], ...(signal && { signal }) });
  const first = await build();
  // A program that somebody killed (for one, the kernel of a machine without memory) says nothing about the source. One
  // that is killed again was killed for what it does.
  const outcome = wasKilled(first) ? await build() : first;
  const log = outcome.stderr.toString('utf8');
  const diagnostics = parseNvccLog(log, { text: source, virtualName: name, fileName, folder: place.inputFolder });
  const refused = diagnostics.some(({ severity }) => severity === 'error');
  if (outcome.status === 'stopped') {
    // A flood of errors is an answer.
    if (outcome.limit === 'output' && refused) return { status: 'rejected', diagnostics };
    return { status: 'exhausted', limit: outcome.limit, diagnostics };
  }
  const fatbin = outcome.files.get(kept);
  if (outcome.exitCode === 0 && fatbin) {
    const preprocessed = readPreprocessed(outcome.files, texts, `${place.inputFolder}/${name}`);
    return { status: 'compiled', fatbin, diagnostics, preprocessed };
  }
  if (refused && !NO_MEMORY.test(log)) return { status: 'rejected', diagnostics };
  if (refused || KILLED.test(log)) return { status: 'exhausted', limit: 'memory', diagnostics };
  if (!NOT_STARTED.has(outcome.exitCode) && source !== CONTROL && (await buildsControl(run, request, place))) {
    return { status: 'rejected', diagnostics: [...diagnostics, unexplained(outcome.exitCode, log, fileName)] };
  }
  throw broken(outcome.exitCode, log, place);
}

/** Whether nvcc builds a known program: then it is the submission that it failed with. */
async function buildsControl(run: Run, request: BuildRequest, place: Place): Promise<boolean> {
  const { wrapper: _, ...rest } = request;
  try {
    return (await buildFatbin(run, { ...rest, source: CONTROL, prototype: null }, place)).status === 'compiled';
  } catch (error) {
    if (error instanceof InfrastructureError) return false;
    throw error;
  }
}

/** nvcc's last words, for a submission that it ends with and does not say why. */
function unexplained(exitCode: number, log: string, file: string): Diagnostic {
  const words = log.trim().split('\n').at(-1)?.slice(0, 200) ?? '';
  const message = `nvcc ends with exit status ${exitCode} for this file and compiles another one${words && `: ${words}`}`;
  return { severity: 'error', message, file, line: 0, column: 0, side: 'both', rule: 'compile-error' };
}

/** The names under which nvcc keeps what the preprocessor left: with several architectures, each has its own. */
function preprocessedFiles(stem: string, architectures: readonly string[]): { host: string; device: string } {
  const targets = [...new Set(architectures.map((name) => name.replace(/^(?:sm|compute)_/, 'compute_')))];
  const infix = targets.length > 1 ? `.${targets[0]}` : '';
  return { host: `${stem}.cpp4.ii`, device: `${stem}${infix}.cpp1.ii` };
}

function readPreprocessed(
  files: ReadonlyMap<string, Uint8Array>,
  names: { readonly host: string; readonly device: string },
  path: string,
): NvccPreprocessed | null {
  const [host, device] = [names.host, names.device].map((name) => {
    const bytes = files.get(name);
    return bytes ? new TextDecoder().decode(bytes) : null;
  });
  if (typeof host !== 'string' || typeof device !== 'string') return null;
  const tokens = (text: string) =>
    tokensOf(
      text,
      (name) => name === path,
      (name) => name === WRAPPER_FILE,
    );
  const library = /"\/[^"\n]*\/c\+\+\/(\d+)[/."]/.exec(host)?.[1] ?? '';
  return { host: tokens(host), device: tokens(device), library };
}

/** The same moment for both compilers: a date in a program's text is the same, whenever it is compiled. */
function momentHeader(): string {
  const lines = MOMENT.flatMap(([name, text]) => [`#undef ${name}`, `#define ${name} ${text}`]);
  return ['#pragma GCC system_header', ...lines, ''].join('\n');
}

function wasKilled(outcome: RunOutcome): boolean {
  if (outcome.status !== 'exited' || outcome.exitCode === 0) return false;
  return outcome.exitCode === SIGKILLED || BY_SIGKILL.test(outcome.stderr.toString('utf8'));
}

/** @throws RangeError for what is no architecture */
function nvccCommand({ nvcc, inputFolder }: Place, name: string, architectures: readonly string[]): string[] {
  const entry = [MOMENT_HEADER, ENTRY_HEADER].flatMap((header) => ['-include', `${inputFolder}/${header}`]);
  // `__FILE__` names the submission and not its folder, as with Clang.
  const plainNames = ['-Xcompiler', `-fmacro-prefix-map=${inputFolder}/=`];
  const options = [
    '-cuda',
    '-keep',
    ...gencodeOptions(architectures),
    '-lineinfo',
    '-std=c++17',
    ...plainNames,
    ...entry,
  ];
  return [nvcc, ...options, '-o', 'submission.ii', `${inputFolder}/${name}`];
}

function broken(exitCode: number, log: string, { check }: Place): InfrastructureError {
  const missing = NOT_STARTED.has(exitCode);
  const what = missing ? 'nvcc cannot be started' : `nvcc failed with exit status ${exitCode}`;
  const lines = log.trim().split('\n').slice(-5);
  return new InfrastructureError(`${what}, and names no error in the submission`, {
    details: [...lines, `Check it: ${check}`],
  });
}
