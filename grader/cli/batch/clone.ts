import { loadCourse } from '../../batch/index.ts';
import {
  checkRepositories,
  cloneAddress,
  cloneAll,
  cloneCommand,
  repositoriesOf,
  tokenOf,
} from '../../batch/push/index.ts';
import { assertWritableFolder } from '../../platform/files/index.ts';
import { EXIT, printable, printableLine, UsageError } from '../../platform/index.ts';
import type { CommandInput } from '../command.ts';
import { progressLine } from '../progress.ts';

/** The options that `commands.ts` declares. */
interface CloneOptions {
  readonly pattern?: string;
  readonly into?: string;
  readonly course?: string;
  readonly url: string;
  readonly print?: true;
}

/** `grade batch clone`: the repositories of a class, from an organization, into a folder that a batch takes. */
export async function batchClone({ args, options: given, io }: CommandInput): Promise<number> {
  const { pattern, into, course, url, print } = given as unknown as CloneOptions;
  const [owner = ''] = args;
  const missing = [
    ...(pattern === undefined ? ["--pattern 'hw3-{student}'"] : []),
    ...(into === undefined ? ['--into hw3'] : []),
    ...(course === undefined ? ['--course course.yaml'] : []),
  ];
  if (pattern === undefined || into === undefined || course === undefined) {
    throw new UsageError(`Which repositories, of whom, and where to? Give ${missing.join(' and ')}.`);
  }
  const base = cloneAddress(url, '--url');
  const repositories = checkRepositories(`${owner}/${pattern}`, 'The repository');
  const { roster } = loadCourse(course);
  if (roster === null) throw new UsageError(`${course} names no roster. Add the key roster: its students are cloned.`);
  const { clones, notes } = repositoriesOf(roster, repositories);
  if (clones.length === 0) {
    throw new UsageError('No student of the roster has a GitHub name. Add the column github to the roster.');
  }
  if (print) {
    io.stdout.write(`${clones.map((clone) => printableLine(cloneCommand(clone, { base, into }))).join('\n')}\n`);
    return EXIT.success;
  }
  assertWritableFolder(into, '--into');
  const isTokenSet = (io.env.GITHUB_TOKEN ?? '').trim() !== '';
  const token = isTokenSet ? tokenOf(io.env, 'GITHUB_TOKEN') : null;
  const progress = progressLine(io);
  let done = 0;
  const onDone = (text: string): void =>
    progress.show({ activity: `cloning ${text}`, done: ++done, total: clones.length });
  const result = await cloneAll(clones, { base, token, into, signal: io.signal, onDone }).finally(() =>
    progress.clear(),
  );
  const all = [...notes, ...result.notes];
  for (const note of all) io.stderr.write(`note: ${printableLine(note)}\n`);
  io.stdout.write(
    printable(
      `${result.cloned} of ${clones.length} repositories are up to date in ${into}. Next: grade batch run <assignment> ${into} --pattern '${pattern}' --course ${course} --out <folder>\n`,
    ),
  );
  return all.length > 0 ? EXIT.problems : EXIT.success;
}
