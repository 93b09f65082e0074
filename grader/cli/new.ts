import { join } from 'node:path';
import {
  assertFree,
  checkId,
  kindOf,
  readRequest,
  type Scaffolded,
  type ScaffoldFlags,
  scaffold,
  styleOf,
} from '../authoring/scaffold/index.ts';
import { printable, UsageError } from '../platform/index.ts';
import type { CommandInput } from './command.ts';
import { writeJson } from './json.ts';

/** As declared in `commands.ts`. */
interface NewOptions {
  readonly title?: string;
  readonly kind?: string;
  readonly style?: string;
  readonly function?: string;
  readonly input?: string[];
  readonly output?: string[];
  readonly scalar?: string[];
  readonly into: string;
  readonly yes?: true;
  readonly json?: string;
}

/** `grade new`: a complete assignment that passes, for an instructor to edit. */
export async function newAssignment({ args, options: given, io }: CommandInput): Promise<number> {
  const options = given as unknown as NewOptions;
  const id = args[0] ?? '';
  checkId(id);
  // Before anything is asked; where the kind is an answer, once it is given.
  if (options.kind !== undefined) styleOf(options.style ?? null, kindOf(options.kind));
  assertFree(options.into, id);
  const flags: ScaffoldFlags = {
    id,
    kind: options.kind ?? null,
    style: options.style ?? null,
    title: options.title ?? null,
    function: options.function ?? null,
    inputs: options.input ?? [],
    outputs: options.output ?? [],
    scalars: options.scalar ?? [],
  };
  const canAsk = io.stdin === null && io.stderr.isTTY && options.yes === undefined && options.json === undefined;
  const answered = canAsk ? await interview(flags, io.signal) : flags;
  const written = await scaffold(readRequest(answered), options.into);
  if (options.json === undefined) io.stdout.write(printable(report(id, written, options.into)));
  else {
    const { folder, files } = written;
    await writeJson({ schemaVersion: 1, assignment: id, folder, files }, options.json, io);
  }
  return 0;
}

async function interview(flags: ScaffoldFlags, signal: AbortSignal): Promise<ScaffoldFlags> {
  const [{ askOnTerminal }, { askForAssignment }] = await Promise.all([
    import('./terminal.ts'),
    import('./new-questions.ts'),
  ]);
  const terminal = askOnTerminal(signal);
  try {
    const answers = await askForAssignment(flags, terminal);
    if (answers === null) throw new UsageError('Nothing was written.');
    return answers;
  } finally {
    terminal.close();
  }
}

function report(id: string, { files }: Scaffolded, into: string): string {
  const at = `--assignments ${into}`;
  const counts = ['accepted', 'slow', 'rejected'].flatMap((name) => {
    const count = files.filter((file) => file.startsWith(`submissions/${name}/`)).length;
    return count === 0 ? [] : [`${count} ${name}`];
  });
  return [
    `${join(into, id)} is a complete assignment: ${files.length} files, with example submissions (${counts.join(', ')}).`,
    '',
    'Make it yours:',
    `  1. simulator.ts        what is computed: expected() and the kernel; then \`grade simulate ${id} ${at}\``,
    `  2. assignment.yaml     the sizes of the cases, the ranges of inputs; then \`grade references ${id} ${at}\``,
    '  3. handout.md          what students read; starter.cu is what they begin with',
    '  4. baseline.cu, submissions/   solutions and mistakes, each with its verdict in submissions/manifest.yaml',
    '',
    'Then prove it:',
    `  grade lint ${id} ${at}       are the files in order?`,
    `  grade validate ${id} ${at}   does every submission get its verdict?`,
    `  grade mutate ${id} ${at}     which bugs would the tests miss?`,
    '',
  ].join('\n');
}
