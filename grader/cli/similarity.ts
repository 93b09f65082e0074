import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ANONYMOUS } from '../batch/anonymous/index.ts';
import { BATCH_FILE, keptCourse, STUDENTS } from '../batch/index.ts';
import {
  acceptedSources,
  type Comparison,
  compare,
  DEFAULT_THRESHOLD,
  givenSources,
  readClass,
  renderSimilarityPages,
  renderSimilarityText,
  similarityReport,
  thresholdOf,
} from '../batch/similarity/index.ts';
import { cudaIn } from '../handin/index.ts';
import { assertWritableFolder, writeReports } from '../platform/files/index.ts';
import { printable, UsageError } from '../platform/index.ts';
import { packagedTemplates } from '../report/index.ts';
import { assignmentRoots, resolveAssignment } from '../spec/index.ts';
import type { CommandInput } from './command.ts';
import { writeJson } from './json.ts';
import { progressLine } from './progress.ts';

/** As declared in `commands.ts`. */
interface SimilarityOptions {
  readonly out: string;
  readonly threshold?: string;
  readonly top: string;
  readonly json?: string;
  readonly previous?: string;
  readonly countAccepted?: true;
  readonly assignments?: string[];
}

/** Returns the masked copies of a batch whose course wants pseudonyms, otherwise the folder itself. */
function anonymousOf(folder: string): string {
  const isBatch = existsSync(join(folder, BATCH_FILE)) && existsSync(join(folder, STUDENTS));
  return isBatch && keptCourse(folder).course.anonymous ? join(folder, ANONYMOUS) : folder;
}

/** `grade similarity`: 0 whether it finds pairs or not, since a pair is no failure. */
export async function similarity({ args, options: all, io }: CommandInput): Promise<number> {
  const options = all as unknown as SimilarityOptions;
  const [id = '', folder = ''] = args;
  const dir = anonymousOf(folder);
  const assignment = resolveAssignment(id, assignmentRoots(options.assignments));
  const given = parseThreshold(options.threshold);
  const top = parseTop(options.top);
  assertWritableFolder(options.out, '--out');
  const extract = async (source: string, fileName: string): Promise<string> =>
    (await cudaIn({ source, fileName }, assignment.spec)).source;
  const current = await readClass(dir, assignment.spec.id, 'current', extract);
  const previous =
    options.previous === undefined ? null : await readClass(options.previous, assignment.spec.id, 'previous', extract);
  const accepted = acceptedSources(assignment);
  const givens = givenSources(assignment);
  const computed = given === null ? await thresholdOf(accepted, givens) : null;
  if (computed !== null && computed.highest !== null) {
    const highest = computed.highest.toFixed(2);
    io.stderr.write(`note: The threshold is ${computed.value}: two accepted solutions have at most ${highest}.\n`);
  }
  const progress = progressLine(io);
  let comparison: Comparison;
  try {
    comparison = await compare({
      assignment: { id: assignment.spec.id, title: assignment.spec.title },
      submissions: [...current.submissions, ...(previous?.submissions ?? [])],
      skipped: [...current.skipped, ...(previous?.skipped ?? [])],
      given: givens,
      accepted: options.countAccepted ? [] : accepted,
      threshold: given ?? computed?.value ?? DEFAULT_THRESHOLD,
      top,
      onProgress: (done, total) => progress.show({ activity: 'reading submissions', done, total }),
      signal: io.signal,
    });
  } finally {
    progress.clear();
  }
  for (const { student, reason } of comparison.skipped) {
    io.stderr.write(`warning: not compared: ${printable(`${student}: ${reason}`)}\n`);
  }
  if (options.json !== undefined) await writeJson(similarityReport(comparison), options.json, io);
  if (options.json !== '-') io.stdout.write(renderSimilarityText(comparison));
  await writePages(options.out, comparison);
  io.stderr.write(`Report: ${printable(join(options.out, 'index.html'))}\n`);
  return 0;
}

async function writePages(out: string, comparison: Comparison): Promise<void> {
  const pages = renderSimilarityPages(comparison, packagedTemplates);
  const folder = join(out, 'pairs');
  const pairs = pages.flatMap(({ fileName, content }) =>
    fileName.startsWith('pairs/') ? [{ fileName: fileName.slice('pairs/'.length), content }] : [],
  );
  if (pairs.length > 0) await writeReports(folder, pairs, { option: '--out' });
  const index = pages.filter(({ fileName }) => !fileName.startsWith('pairs/'));
  await writeReports(out, index, { option: '--out' });
  removeOlder(folder, new Set(pairs.map(({ fileName }) => fileName)));
}

/** Pages of an earlier run accuse pairs that this run does not show. */
function removeOlder(folder: string, written: ReadonlySet<string>): void {
  let names: string[];
  try {
    names = readdirSync(folder);
  } catch {
    return;
  }
  for (const name of names) if (/^\d+\.html$/.test(name) && !written.has(name)) rmSync(join(folder, name));
}

function parseThreshold(given: string | undefined): number | null {
  if (given === undefined) return null;
  const threshold = /^(?:0?\.\d+|0|1|1\.0*)$/.test(given) ? Number(given) : Number.NaN;
  if (threshold > 0) return threshold;
  throw new UsageError(
    `--threshold ${JSON.stringify(given)} is not a score. Give a number above 0 and up to 1, e.g. --threshold 0.6.`,
  );
}

function parseTop(given: string): number {
  if (/^[1-9]\d{0,5}$/.test(given)) return Number(given);
  throw new UsageError(`--top ${JSON.stringify(given)} is not a number of pairs. Give a whole number, e.g. --top 20.`);
}
