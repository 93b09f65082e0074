import { resolve } from 'node:path';
import { readHandIn } from '../handin/index.ts';
import { PROGRAM_LIMITS } from '../pipeline/run/index.ts';
import { checkHeap, EXIT, printable, printableLine, UsageError } from '../platform/index.ts';
import { assignmentRoots, resolveAssignment } from '../spec/index.ts';
import type { CommandInput } from './command.ts';
import type { Tracer, TraceView } from './grader.ts';
import { assertWritableFile, writeText } from './json.ts';
import { cacheSettings } from './machine-settings.ts';
import { splitRunArguments } from './nvcc-options.ts';
import { optionFiles } from './option-files.ts';
import { progressLine } from './progress.ts';
import { readSources } from './run-sources.ts';

/** The options that `commands.ts` declares. */
interface TraceCommandOptions {
  readonly case?: string;
  readonly block?: string;
  readonly thread?: string;
  readonly kernel?: string;
  readonly text?: true;
  readonly output: string;
  readonly open?: true;
  readonly assignments?: string[];
}

/** `grade trace`: 0 if there is a recording to show. */
export async function trace({ args, options: given, config, io, services }: CommandInput): Promise<number> {
  const options = given as unknown as TraceCommandOptions;
  const target = {
    block: options.block === undefined ? null : parseIndex('--block', options.block),
    thread: options.thread === undefined ? null : parseIndex('--thread', options.thread),
    kernel: options.kernel ?? null,
  };
  if (options.text && options.open) throw new UsageError('--text writes no page that --open could show.');
  if (!options.text) assertWritableFile(options.output, '--output');
  const [first = '', file] = args;
  const { signal } = io;
  let record: (tracer: Tracer) => Promise<TraceView>;
  if (file === undefined) {
    if (!first.endsWith('.cu')) throw new UsageError('Name the file: grade trace <assignment> FILE.cu.');
    if (options.case !== undefined) throw new UsageError('A program has no cases. Leave out --case.');
    const { command } = splitRunArguments([first], new Map(), optionFiles);
    const { notes: _, ...sources } = await readSources(command, io.stdin, []);
    const program = { files: { workingFolder: io.cwd, folders: [] }, limits: PROGRAM_LIMITS, args: [] };
    record = (tracer) => tracer.program({ ...sources, ...program, ...target, signal });
  } else {
    const assignment = resolveAssignment(first, assignmentRoots(options.assignments));
    const { note, ...handIn } = await readHandIn(file, assignment.spec);
    if (note !== null) io.stderr.write(`note: ${printable(note)}\n`);
    const caseName = options.case ?? null;
    record = (tracer) => tracer.submission({ ...handIn, assignment, caseName, ...target, signal });
  }
  checkHeap('grade');
  const progress = progressLine(io);
  progress.show({ activity: 'recording', done: 0, total: 0 });
  const tracer = await services.tracer(cacheSettings(io, config));
  let view: TraceView;
  try {
    view = await record(tracer);
  } finally {
    progress.clear();
    await tracer.dispose();
  }
  signal.throwIfAborted();
  const heading = [view.about, ...(view.finding ?? [])].map((line) => `${printableLine(line)}\n`).join('');
  if (options.text) {
    io.stdout.write(heading);
    io.stdout.write(printable(view.text()));
    return EXIT.success;
  }
  await writeText(view.page(), options.output, '--output');
  io.stderr.write(heading);
  io.stderr.write(`Step through it: ${printable(options.output)}\n`);
  if (options.open && !(await services.open(resolve(options.output))))
    io.stderr.write('warning: no program to show the page was found. Open it in a browser yourself.\n');
  return EXIT.success;
}

/** Reads `5`, `5,2` or `(5, 2, 0)`. @throws UsageError if it is none of these */
export function parseIndex(option: string, text: string): readonly [number, number, number] {
  const parts = text.replace(/^\(|\)$/g, '').split(/\s*,\s*/);
  const numbers = parts.map((part) => (/^\d+$/.test(part.trim()) ? Number(part) : Number.NaN));
  if (numbers.length > 3 || numbers.some((number) => !Number.isSafeInteger(number)))
    throw new UsageError(`${option} ${text} is not an index. Write ${option} 5, or ${option} 5,2,0.`);
  const [x = 0, y = 0, z = 0] = numbers;
  return [x, y, z];
}
