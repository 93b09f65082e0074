import { stringify } from 'csv-stringify/sync';
import {
  addRequests,
  JOURNAL_FILE,
  keptRequests,
  OVERRIDE_COLUMNS,
  REVIEW_COLUMNS,
  type ReviewGroup,
  readAttemptSource,
  readBook,
  readJournal,
  readRequests,
  reviewGroups,
  wholeBook,
} from '../../batch/index.ts';
import { wordPlural } from '../../explain/index.ts';
import { writeFileAtomic } from '../../platform/files/index.ts';
import { EXIT, printable, printableLine, shellWord, UsageError } from '../../platform/index.ts';
import { forSpreadsheet } from '../../report/index.ts';
import type { CommandInput } from '../command.ts';
import { writeJson } from '../json.ts';
import { type OpenBatch, openBatch, userName, withBatch } from './open.ts';
import { type DecisionOptions, decideAll, decisionFrom } from './override.ts';

interface ReviewOptions extends DecisionOptions {
  readonly requests?: string;
  readonly decide?: string[];
  readonly uphold?: true;
  readonly csv?: string;
  readonly json?: string;
  readonly assignments?: string[];
}

/** Students of a group that are named, at most. */
const NAMED = 8;

const KINDS = {
  request: 'a student asks to look again',
  open: 'open',
  unsupported: 'not supported here',
  'needs-review': 'compilers disagree',
  'too-close': 'too close to a threshold',
} as const satisfies Record<ReviewGroup['kind'], string>;

/** `grade batch review`: the grades that staff have to decide about, with what to decide from. */
export async function batchReview(command: CommandInput): Promise<number> {
  const options = command.options as unknown as ReviewOptions;
  const [out = ''] = command.args;
  const batch = await openBatch(out, options.assignments);
  const { requests, decide } = options;
  if (requests === undefined && decide === undefined) return show(batch, command);
  return withBatch(batch.store, command, async (journal) => {
    if (requests !== undefined) {
      const given = readRequests(requests);
      const strangers = await strangersOf(
        batch,
        given.map(({ student }) => student),
      );
      if (strangers.length > 0) {
        throw new UsageError(`${requests} names students that this batch does not have: ${strangers.join(', ')}.`);
      }
      const added = await addRequests(batch.store, journal, given);
      command.io.stderr.write(`${printable(requests)}: ${wordPlural(added.length, 'new request')}\n`);
    }
    if (decide === undefined) return show(batch, command);
    const groups = await groupsOf(batch);
    const chosen = decide.map((id) => {
      const group = groups.find((one) => one.id === id);
      if (group) return group;
      throw new UsageError(
        `There is nothing to decide under ${JSON.stringify(id)}. grade batch review ${shellWord(out)} lists what there is.`,
      );
    });
    const open = chosen.find(({ items }) => items.some(({ grade }) => grade.open !== null));
    if (options.uphold && open) {
      throw new UsageError(
        `${open.id} has open grades, which have no points to uphold. Give --set, --excused, or grade them again.`,
      );
    }
    const facts = decisionOfGroup(options, userName(command.io.env));
    const decisions = chosen.flatMap(({ items, assignment }) =>
      items.map(({ grade }) => ({ ...facts, student: grade.student, assignment })),
    );
    const { words, json } = await decideAll(batch, journal, decisions, command);
    if (options.json !== '-') command.io.stdout.write(words);
    if (options.json !== undefined) await writeJson(json, options.json, command.io);
    return EXIT.success;
  });
}

/** `--uphold`: the grade stands, and the reason says why. */
function decisionOfGroup(options: ReviewOptions, by: string): ReturnType<typeof decisionFrom> {
  if (!options.uphold) return decisionFrom(options, by);
  if (options.set !== undefined || options.add !== undefined || options.excused) {
    throw new UsageError('--uphold leaves the grade as it is. Give it without --set, --add and --excused.');
  }
  return { ...decisionFrom({ ...options, comment: options.comment ?? '' }, by), comment: options.comment ?? null };
}

async function strangersOf({ store, course, assignments }: OpenBatch, students: readonly string[]): Promise<string[]> {
  const { grades } = await readBook(store, course, [...assignments.values()]);
  const known = new Set(grades.map(({ student }) => student));
  return [...new Set(students.filter((student) => !known.has(student)))];
}

async function groupsOf({ store, course, assignments }: OpenBatch): Promise<readonly ReviewGroup[]> {
  const attempts = await store.attempts();
  const book = await wholeBook(store, attempts, await readBook(store, course, [...assignments.values()]));
  const { events } = await readJournal(store.path(JOURNAL_FILE));
  return reviewGroups(book, keptRequests(store), events, readAttemptSource(store, attempts));
}

async function show(batch: OpenBatch, { args: [out = ''], options: given, io }: CommandInput): Promise<number> {
  const { csv, json } = given as unknown as ReviewOptions;
  const groups = await groupsOf(batch);
  if (csv !== undefined) await writeFileAtomic(csv, csvOf(groups));
  if (json !== undefined) await writeJson(jsonOf(groups), json, io);
  if (json !== '-') io.stdout.write(textOf(groups, out, csv));
  return EXIT.success;
}

function textOf(groups: readonly ReviewGroup[], out: string, csv: string | undefined): string {
  if (groups.length === 0) return 'Nothing waits for a decision.\n';
  const count = groups.reduce((sum, { items }) => sum + items.length, 0);
  const [first] = groups;
  const batch = shellWord(out);
  const lines = [
    ...groups.flatMap(linesOf),
    `${wordPlural(count, 'decision')} to take. Examples:`,
    `  grade batch review ${batch} --decide ${first?.id} --set 80 --reason "checked by hand" --comment "We ran it on a GPU."`,
    ...(first?.items.some(({ grade }) => grade.open !== null)
      ? []
      : [`  grade batch review ${batch} --decide ${first?.id} --uphold --reason "checked by hand"`]),
    ...(csv === undefined
      ? []
      : [
          `Fill in set, add, excused, comment and reason in ${csv}, then run grade batch override ${batch} ${shellWord(csv)}.`,
        ]),
  ];
  return `${lines.map(printable).join('\n')}\n`;
}

function linesOf({ id, kind, assignment, reason, line, text, evidence, items }: ReviewGroup): string[] {
  const names = items
    .slice(0, NAMED)
    .map(({ grade, attempt }) => `${grade.student}${attempt ? ` (${attempt.folder})` : ''}`);
  const more = items.length > NAMED ? [`and ${items.length - NAMED} more`] : [];
  return [
    `${id}  ${assignment}, ${KINDS[kind]}: ${printableLine(reason)}`,
    ...(line === null ? [] : [`  line ${line}${text === null ? '' : `: ${text}`}`]),
    ...(evidence === null ? [] : [`  ${printableLine(evidence)}`]),
    `  ${[...names, ...more].join(', ')}`,
    '',
  ];
}

/** A row per grade, to be filled in and given to `grade batch override`. */
function csvOf(groups: readonly ReviewGroup[]): string {
  const head = [...OVERRIDE_COLUMNS, ...REVIEW_COLUMNS];
  const rows = groups.flatMap(({ id, kind, assignment, reason, line, text, items }) =>
    items.map(({ grade, attempt }) => [
      grade.student,
      assignment,
      ...Array<string>(OVERRIDE_COLUMNS.length - 2).fill(''),
      id,
      attempt?.folder ?? '',
      kind,
      forSpreadsheet(reason),
      line ?? '',
      forSpreadsheet(text ?? ''),
    ]),
  );
  return stringify([head, ...rows]);
}

function jsonOf(groups: readonly ReviewGroup[]): unknown {
  return {
    schemaVersion: 1,
    groups: groups.map(({ items, ...group }) => ({
      ...group,
      grades: items.map(({ grade, attempt }) => ({
        student: grade.student,
        attempt: attempt?.attempt ?? null,
        folder: attempt?.folder ?? null,
        points: grade.points,
        maxPoints: grade.maxPoints,
      })),
    })),
  };
}
