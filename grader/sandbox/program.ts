import {
  type Diagnostic,
  type DialectOptions,
  type HeaderFile,
  type SourceUnit,
  virtualNameOf,
} from '../compile/index.ts';
import { PROGRAM_BUILD_LIMITS } from '../limits/index.ts';
import { InfrastructureError } from '../platform/index.ts';
import { gencodeOptions } from './architectures.ts';
import type { ExceededLimit, RunOutcome, RunRequest } from './container.ts';
import { parseNvccLog } from './nvcc-log.ts';
import { INPUT_FOLDER, WORK_FOLDER } from './settings.ts';
import { sourceTree } from './source-tree.ts';

/** A program with a `main` that is to run on a GPU. */
export interface ProgramBuildRequest extends DialectOptions {
  readonly source: string;
  /** The name that diagnostics report. */
  readonly fileName: string;
  readonly headers: readonly HeaderFile[];
  /** Further sources. */
  readonly units?: readonly SourceUnit[];
  /** As for a submission. */
  readonly architectures: readonly string[];
  readonly signal?: AbortSignal;
}

export type ProgramBuild =
  | { readonly status: 'compiled'; readonly program: Uint8Array; readonly diagnostics: readonly Diagnostic[] }
  | { readonly status: 'rejected'; readonly diagnostics: readonly Diagnostic[] }
  | { readonly status: 'exhausted'; readonly limit: ExceededLimit; readonly diagnostics: readonly Diagnostic[] };

const ARCHIVE = 'sources.tar';
const PROGRAM = 'a.out';
/** Exit statuses of env and sh for a program that is missing or does not start. */
const NOT_STARTED = new Set([126, 127]);
const LAST_LINES = 5;

/**
 * Compiles and links a whole program with nvcc.
 * @throws InfrastructureError if the engine or the image fails; the signal's reason if that was aborted
 */
export async function buildProgram(
  run: (request: Omit<RunRequest, 'image'>) => Promise<RunOutcome>,
  request: ProgramBuildRequest,
): Promise<ProgramBuild> {
  const { source, fileName, headers, units = [], signal } = request;
  const name = virtualNameOf(fileName);
  const tree = sourceTree(name, source, {
    headers,
    units,
    before: (request.macros ?? []).map((line) => `${line}\n`).join(''),
  });
  const outcome = await run({
    command: ['/bin/sh', '-c', `tar -xf ${INPUT_FOLDER}/${ARCHIVE} && exec "$@"`, 'sh', ...nvccCommand(request, tree)],
    limits: PROGRAM_BUILD_LIMITS,
    inputs: new Map([[ARCHIVE, tree.archive]]),
    outputs: [PROGRAM],
    ...(signal && { signal }),
  });
  // nvcc names what it was given, from the folder in which it runs or from the root.
  const log = outcome.stderr.toString('utf8').replaceAll(`${WORK_FOLDER}/`, '');
  const folder = tree.program.slice(0, -name.length - 1);
  const diagnostics = [
    ...parseNvccLog(log, { text: source, virtualName: name, fileName, folder }),
    ...unresolved(log, fileName),
  ];
  if (outcome.status === 'stopped') return { status: 'exhausted', limit: outcome.limit, diagnostics };
  const program = outcome.files.get(PROGRAM);
  if (outcome.exitCode === 0 && program) return { status: 'compiled', program, diagnostics };
  if (diagnostics.some(({ severity }) => severity === 'error')) return { status: 'rejected', diagnostics };
  throw new InfrastructureError(
    NOT_STARTED.has(outcome.exitCode)
      ? 'nvcc cannot be started in the build image.'
      : `nvcc failed with exit status ${outcome.exitCode}, and names no error in the program.`,
    { details: log.trim().split('\n').slice(-LAST_LINES) },
  );
}

function nvccCommand(
  { architectures, relaxedConstexpr, relocatableDeviceCode, standard = 17, preIncludes = [] }: ProgramBuildRequest,
  { program, searched, units, before, pathOf }: ReturnType<typeof sourceTree>,
): string[] {
  const included = [...(before === null ? [] : [before]), ...preIncludes.map(pathOf)];
  return [
    'nvcc',
    ...gencodeOptions(architectures),
    '-lineinfo',
    `-std=c++${Math.max(standard, 17)}`,
    ...included.flatMap((path) => ['-include', path]),
    ...(searched === null ? [] : [`-I${searched}`]),
    ...(relaxedConstexpr ? ['--expt-relaxed-constexpr'] : []),
    ...(relocatableDeviceCode ? ['-rdc=true', '-lcudadevrt'] : []),
    '-o',
    PROGRAM,
    program,
    ...units,
  ];
}

/** Functions that are declared and called, and that neither the program nor the CUDA runtime defines. */
function unresolved(log: string, fileName: string): Diagnostic[] {
  const names = [...log.matchAll(/undefined reference to [`']([^'\n]+)'/g)].map((match) => match[1] ?? '');
  return [...new Set(names)].map((name) => ({
    severity: 'error',
    message: `undefined reference to '${name}'`,
    file: fileName,
    line: 0,
    column: 0,
    side: 'host',
    rule: 'compile-error',
  }));
}
