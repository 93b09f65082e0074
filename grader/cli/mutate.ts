import { printable, UsageError } from '../platform/index.ts';
import { assignmentRoots, resolveAssignment } from '../spec/index.ts';
import { parseJobs } from './batch/engine.ts';
import type { CommandInput } from './command.ts';
import { writeJson } from './json.ts';
import { cacheSettings } from './machine-settings.ts';
import { assertAmong, parseSeed } from './options.ts';
import { progressLine } from './progress.ts';

/** As declared in `commands.ts`. */
interface MutateOptions {
  readonly max?: string;
  readonly file?: string[];
  readonly operator?: string[];
  readonly min: string;
  readonly seed: string;
  readonly jobs?: string;
  readonly write?: true;
  readonly json?: string;
  readonly assignments?: string[];
}

/** `grade mutate`: 0 where enough of the bugs are caught, else 1. */
export async function mutate({ args, options: given, config, io }: CommandInput): Promise<number> {
  const options = given as unknown as MutateOptions;
  const assignment = resolveAssignment(args[0] ?? '', assignmentRoots(options.assignments));
  const max = options.max === undefined ? null : parseCount(options.max);
  const min = parseRatio(options.min);
  const jobs = parseJobs(options.jobs);
  const seed = parseSeed(options.seed) ?? '1';
  const authoring = await import('../authoring/mutate/index.ts');
  const operators = authoring.OPERATORS.map(({ name }) => name);
  assertAmong('operator', options.operator, operators);
  const files = authoring.acceptedSubmissions(assignment).map(({ file }) => file);
  const python = options.file?.find((file) => authoring.acceptedInPython(assignment).includes(file));
  if (python !== undefined) {
    throw new UsageError(`--file ${python} is a program in Python. Bugs are made in CUDA C++ only: name a .cu file.`);
  }
  assertAmong('accepted submission', options.file, files);

  const progress = progressLine(io);
  try {
    const result = await authoring.mutate({
      assignment,
      known: authoring.loadKnown(assignment.folder),
      files: options.file ?? null,
      operators: options.operator ?? null,
      max,
      seed,
      jobs,
      cache: cacheSettings(io, config),
      signal: io.signal,
      onProgress: (activity, done, total) => progress.show({ activity, done, total }),
    });
    progress.clear();
    if (options.json !== undefined) await writeJson(authoring.mutateJson(result), options.json, io);
    if (options.json !== '-') io.stdout.write(printable(authoring.renderMutate(result)));
    if (options.write) {
      for (const path of await authoring.writeFindings(assignment, result)) io.stderr.write(`Written: ${path}\n`);
    }
    return result.ratio >= min ? 0 : 1;
  } finally {
    progress.clear();
  }
}

function parseCount(text: string): number {
  if (/^[1-9]\d{0,5}$/.test(text)) return Number(text);
  throw new UsageError(`--max ${JSON.stringify(text)} is no number of bugs. Give e.g. --max 60.`);
}

function parseRatio(text: string): number {
  const ratio = Number(text);
  if (text.trim() !== '' && ratio >= 0 && ratio <= 1) return ratio;
  throw new UsageError(`--min ${JSON.stringify(text)} is no ratio. Give one from 0 to 1, e.g. --min 0.95.`);
}
