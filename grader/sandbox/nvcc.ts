import { type Diagnostic, virtualNameOf } from '../compile/index.ts';
import { InfrastructureError } from '../platform/errors.ts';
import type { ExceededLimit, RunOutcome, RunRequest } from './container.ts';
import { BUILD_LIMITS, type Limits } from './limits.ts';
import { parseNvccLog } from './nvcc-log.ts';
import { INPUT_FOLDER } from './settings.ts';

export interface BuildRequest {
  /** The submission's text. */
  readonly source: string;
  /** What the student calls it; diagnostics name it. */
  readonly fileName: string;
  /** C declaration of the entry point, as for Clang; null: a program with `main`. */
  readonly prototype: string | null;
  /** GPUs to compile for, as `sm_90`; at least one. */
  readonly architectures: readonly string[];
  /** Default `BUILD_LIMITS`. */
  readonly limits?: Limits;
  readonly signal?: AbortSignal;
}

export type BuildResult =
  | { readonly status: 'compiled'; readonly fatbin: Uint8Array; readonly diagnostics: readonly Diagnostic[] }
  /** nvcc refuses the submission; at least one diagnostic is an error. */
  | { readonly status: 'rejected'; readonly diagnostics: readonly Diagnostic[] }
  /** nvcc ran out of a limit on this source; the submission is the likely cause (a template bomb). */
  | { readonly status: 'exhausted'; readonly limit: ExceededLimit; readonly diagnostics: readonly Diagnostic[] };

type Run = (request: Omit<RunRequest, 'image'>) => Promise<RunOutcome>;

const ENTRY_HEADER = 'entry_point.h';
const RESULT = 'submission.fatbin';
/** What env and sh say of a program that is not there or does not start. */
const NOT_STARTED = new Set([126, 127]);

/** What nvcc and gcc say when the kernel takes one of their programs for want of memory, or they run out by themselves. */
const KILLED =
  /died due to signal (?:9|11)\b|Killed signal terminated|Segmentation fault signal|out of memory|Memory allocation failure|virtual memory exhausted/;

/** Device code of a submission for all the GPUs asked for, with line numbers, as `nvcc -fatbin` makes it. */
export async function buildFatbin(run: Run, request: BuildRequest): Promise<BuildResult> {
  const { source, fileName, prototype, limits = BUILD_LIMITS, signal } = request;
  const name = virtualNameOf(fileName);
  const inputs = new Map([
    [name, Buffer.from(source)],
    [ENTRY_HEADER, Buffer.from(prototype ? `extern "C" ${prototype};\n` : '')],
  ]);
  const outcome = await run({
    command: nvccCommand(name, request.architectures),
    limits,
    inputs,
    outputs: [RESULT],
    ...(signal && { signal }),
  });
  const log = outcome.stderr.toString('utf8');
  const diagnostics = parseNvccLog(log, { text: source, virtualName: name, fileName });
  const refused = diagnostics.some(({ severity }) => severity === 'error');
  if (outcome.status === 'stopped') {
    // A flood of errors is an answer.
    if (outcome.limit === 'output' && refused) return { status: 'rejected', diagnostics };
    return { status: 'exhausted', limit: outcome.limit, diagnostics };
  }
  const fatbin = outcome.files.get(RESULT);
  if (outcome.exitCode === 0 && fatbin) return { status: 'compiled', fatbin, diagnostics };
  if (refused) return { status: 'rejected', diagnostics };
  if (KILLED.test(log)) return { status: 'exhausted', limit: 'memory', diagnostics };
  throw broken(outcome.exitCode, log);
}

/** @throws RangeError for what is no architecture */
function nvccCommand(name: string, architectures: readonly string[]): string[] {
  const targets = architectures.flatMap((architecture) => {
    const number = /^sm_(\d{2,3}[af]?)$/.exec(architecture)?.[1];
    if (!number) throw new RangeError(`${JSON.stringify(architecture)} is no GPU architecture such as sm_90`);
    return ['-gencode', `arch=compute_${number},code=sm_${number}`];
  });
  if (targets.length === 0) throw new RangeError('no GPU architecture was named');
  const entry = ['-include', `${INPUT_FOLDER}/${ENTRY_HEADER}`];
  const options = ['-fatbin', ...targets, '-lineinfo', '-std=c++17', ...entry];
  return ['nvcc', ...options, '-o', RESULT, `${INPUT_FOLDER}/${name}`];
}

function broken(exitCode: number, log: string): InfrastructureError {
  const missing = NOT_STARTED.has(exitCode);
  const what = missing ? 'nvcc cannot be started in the build image' : `nvcc failed with exit status ${exitCode}`;
  const lines = log.trim().split('\n').slice(-5);
  return new InfrastructureError(`${what}, and names no error in the submission`, {
    details: [...lines, 'Check the build image: docker run --rm --network none IMAGE nvcc --version'],
  });
}
