import { stringify } from 'csv-stringify/sync';
import {
  addRequests,
  giveTo,
  isUndecidedNote,
  JOURNAL_FILE,
  type Journal,
  keptRequests,
  OVERRIDE_COLUMNS,
  REVIEW_COLUMNS,
  type ReviewGroup,
  readAttemptSource,
  readBook,
  readJournal,
  readRequests,
  reviewGroups,
  type StoredAttempt,
  wholeBook,
} from '../../batch/index.ts';
import { wordPlural } from '../../explain/index.ts';
import { EXIT, printable, printableLine, shellWord, UsageError } from '../../platform/index.ts';
import { forSpreadsheet } from '../../report/index.ts';
import type { CommandInput } from '../command.ts';
import { assertWritableFile, writeJson, writeText } from '../json.ts';
import { refreshPages } from './class-page.ts';
import { authorOf, type OpenBatch, openBatch, resumeCommand, withBatch } from './open.ts';
import { type DecisionOptions, decideAll, decisionFrom } from './override.ts';

interface ReviewOptions extends DecisionOptions {
  readonly requests?: string;
  readonly decide?: string[];
  readonly uphold?: true;
  /** The file that counts, for hand-ins with several. */
  readonly file?: string;
  /** The student whose the hand-in is, or the members of a group. */
  readonly owner?: string[];
  readonly nobody?: true;
  readonly csv?: string;
  readonly json?: string;
  readonly assignments?: string[];
}

/** Students of a group that are named, at most. */
const NAMED = 8;

const KINDS = {
  request: 'a student asks to look again',
  owner: 'whose is it',
  file: 'which file counts',
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
  const { requests, decide, csv } = options;
  if (csv !== undefined) assertWritableFile(csv, '--csv');
  if (requests === undefined && decide === undefined) return show(batch, command);
  return withBatch(batch.store, command, async (journal) => {
    let status: number = EXIT.success;
    if (requests !== undefined) {
      const { grades, assignments } = await readBook(batch.store, batch.course, [...batch.assignments.values()]);
      const students = new Set(grades.map(({ student }) => student));
      const { requests: given, rejected } = readRequests(requests, {
        student: (student) => students.has(student),
        assignment: (assignment) => assignments.some(({ id }) => id === assignment),
      });
      const added = await addRequests(batch.store, journal, given);
      command.io.stderr.write(`${printable(requests)}: ${wordPlural(added.length, 'new request')}\n`);
      for (const row of rejected) command.io.stderr.write(`error: ${printableLine(row)}; left out.\n`);
      if (rejected.length > 0) status = EXIT.problems;
    }
    if (decide === undefined) {
      await show(batch, command);
      return status;
    }
    const groups = await groupsOf(batch);
    const chosen = decide.map((id) => {
      const group = groups.find((one) => one.id === id);
      if (group) return group;
      throw new UsageError(
        `There is nothing to decide under ${JSON.stringify(id)}. grade batch review ${shellWord(out)} lists what there is.`,
      );
    });
    if (isAboutFiles(options)) {
      const words = await decideFiles(batch, journal, chosen, options, out);
      await refreshPages(await openBatch(out, options.assignments), command);
      command.io.stdout.write(`${words.map(printable).join('\n')}\n`);
      return status;
    }
    const owned = chosen.find(({ kind }) => kind === 'owner');
    if (owned) {
      throw new UsageError(
        `${owned.id} asks whose a hand-in is. Give --owner STUDENT or --nobody. grade batch override sets the points of one student.`,
      );
    }
    const open = chosen.find(({ items }) => items.some(({ grade }) => grade.open !== null));
    if (options.uphold && open) {
      throw new UsageError(
        `${open.id} has open grades, which have no points to uphold. Give --set, --excused, or grade them again.`,
      );
    }
    const facts = decisionOfGroup(options, authorOf(command));
    const decisions = chosen.flatMap(({ items, assignment }) =>
      items.map(({ grade }) => ({ ...facts, student: grade.student, assignment })),
    );
    const { words, json } = await decideAll(batch, journal, decisions, command);
    if (options.json !== '-') command.io.stdout.write(words);
    if (options.json !== undefined) await writeJson(json, options.json, command.io);
    return status;
  });
}

function isAboutFiles({ file, owner, nobody }: ReviewOptions): boolean {
  return file !== undefined || owner !== undefined || nobody === true;
}

/** `--file`, `--owner` and `--nobody`: which file of a hand-in counts, or whose the hand-in is. Nothing is graded yet. */
async function decideFiles(
  { store, course }: OpenBatch,
  journal: Journal,
  chosen: readonly ReviewGroup[],
  { file, owner, nobody, reason, set, add, excused, uphold }: ReviewOptions,
  out: string,
): Promise<string[]> {
  if ([file, owner, nobody].filter((one) => one !== undefined).length > 1) {
    throw new UsageError('Give one of --file, --owner and --nobody.');
  }
  if ([set, add, excused, uphold].some((one) => one !== undefined)) {
    throw new UsageError('A file or an owner is not decided together with points. Decide about the points later.');
  }
  if (!reason?.trim()) throw new UsageError('Why? The record keeps it. Give --reason, e.g. --reason "asked in class".');
  const owners = [...new Set(owner)];
  const attempts = new Map((await store.attempts()).map((one) => [one.folder, one]));
  const planned = chosen.flatMap((group): { stored: StoredAttempt; name: string | null }[] => {
    const { id, kind, held, items } = group;
    if (file !== undefined) {
      if (kind !== 'file') throw new UsageError(`${id} is not about which file counts, so --file does not decide it.`);
      return items.map(({ attempt }) => {
        const stored = attempts.get(attempt?.folder ?? '');
        const names = (stored?.handedIn ?? []).map(({ name }) => name);
        const name = names.find((one) => one === file || one.slice(one.indexOf('/') + 1) === file);
        if (stored && name !== undefined) return { stored, name };
        const known = names.map((one) => one.slice(one.indexOf('/') + 1)).join(', ');
        throw new UsageError(`${attempt?.folder} has no file ${JSON.stringify(file)}. It has: ${known}.`);
      });
    }
    const stored = attempts.get(held?.folder ?? '');
    if (kind !== 'owner' || !held || !stored) {
      throw new UsageError(`${id} does not ask whose a hand-in is, so --owner and --nobody do not decide it.`);
    }
    for (const one of owners) {
      if (!course.roster?.has(one))
        throw new UsageError(`There is no student ${JSON.stringify(one)} in the roster. Give the id of the roster.`);
    }
    return [{ stored, name: null }];
  });
  const lines: string[] = [];
  for (const { stored, name } of planned) {
    if (name !== null) {
      const { folder, sha256 } = await store.choose(stored, name);
      await journal.write({ event: 'chosen', attempt: folder, sha256, reason });
      await store.taking(store.batch.takingFrom, [], (note) => isUndecidedNote(note, stored.student));
      lines.push(`${folder}: ${name.slice(name.indexOf('/') + 1)} counts.`);
      continue;
    }
    const folders = await giveTo(store, journal, stored, owners, reason);
    await store.taking(
      store.batch.takingFrom,
      [],
      (note) => note.includes(stored.student) && note.includes('until staff say whose'),
    );
    lines.push(
      owner === undefined
        ? `${JSON.stringify(stored.student)} is nobody's in the roster.`
        : `${JSON.stringify(stored.student)} is ${owners.map((one) => `${one}'s`).join(' and ')}: ${folders.join(', ')}.`,
    );
  }
  return [...lines, `Nothing is graded yet: ${resumeCommand(out)} grades what has no result.`];
}

/** `--uphold`: the grade stands, and the reason says why. */
function decisionOfGroup(options: ReviewOptions, by: string): ReturnType<typeof decisionFrom> {
  if (!options.uphold) return decisionFrom(options, by);
  if (options.set !== undefined || options.add !== undefined || options.excused !== undefined) {
    throw new UsageError('--uphold leaves the grade as it is. Give it without --set, --add and --excused.');
  }
  return { ...decisionFrom({ ...options, comment: options.comment ?? '' }, by), comment: options.comment ?? null };
}

async function groupsOf({ store, course, assignments }: OpenBatch): Promise<readonly ReviewGroup[]> {
  const attempts = await store.attempts();
  const book = await wholeBook(store, attempts, await readBook(store, course, [...assignments.values()]));
  const { events } = await readJournal(store.path(JOURNAL_FILE));
  // One decision names a file of each hand-in, so the names are the same too.
  const handIns = new Map(
    attempts.map(({ folder, handedIn }) => [folder, handedIn.map(({ name, sha256 }) => `${name}\n${sha256}`).sort()]),
  );
  const handInOf = ({ folder }: { readonly folder: string }): string | null => {
    const files = handIns.get(folder) ?? [];
    return files.length === 0 ? null : JSON.stringify(files);
  };
  return reviewGroups(book, keptRequests(store), events, readAttemptSource(store, attempts), handInOf);
}

async function show(batch: OpenBatch, { args: [out = ''], options: given, io }: CommandInput): Promise<number> {
  const { csv, json } = given as unknown as ReviewOptions;
  const groups = await groupsOf(batch);
  if (csv !== undefined) await writeText(csvOf(groups), csv, '--csv');
  if (json !== undefined) await writeJson(jsonOf(groups), json, io);
  if (json !== '-') io.stdout.write(textOf(groups, out, csv));
  return EXIT.success;
}

function textOf(groups: readonly ReviewGroup[], out: string, csv: string | undefined): string {
  if (groups.length === 0) return 'Nothing waits for a decision.\n';
  const count = groups.reduce((sum, { kind, items }) => sum + (kind === 'owner' ? 1 : items.length), 0);
  const batch = shellWord(out);
  const lines = [
    ...groups.flatMap(linesOf),
    `${wordPlural(count, 'decision')} to take. Examples:`,
    ...examplesOf(groups, batch),
    ...(csv === undefined
      ? []
      : [
          `Fill in set, add, excused, comment and reason in ${csv}, then run grade batch override ${batch} ${shellWord(csv)}.`,
        ]),
  ];
  return `${lines.map(printable).join('\n')}\n`;
}

/** Returns a command for each way to decide that fits one of the groups. */
function examplesOf(groups: readonly ReviewGroup[], batch: string): string[] {
  const owner = groups.find(({ kind }) => kind === 'owner');
  const file = groups.find(({ kind }) => kind === 'file');
  const points = groups.find(({ kind }) => kind !== 'owner' && kind !== 'file') ?? file;
  const student = owner?.held?.owners[0] ?? owner?.items[0]?.grade.student;
  const decide = ({ id }: ReviewGroup): string => `  grade batch review ${batch} --decide ${id}`;
  const group = (owner?.held?.owners ?? []).map((one) => `--owner ${shellWord(one)}`);
  const isFinal = points?.items.every(({ grade }) => grade.open === null) ?? false;
  return [
    ...(owner && student !== undefined
      ? [`${decide(owner)} --owner ${shellWord(student)} --reason "the student confirmed it"`]
      : []),
    ...(owner && group.length > 1 ? [`${decide(owner)} ${group.join(' ')} --reason "they worked together"`] : []),
    ...(owner ? [`${decide(owner)} --nobody --reason "not in this course"`] : []),
    ...(file ? [`${decide(file)} --file NAME --reason "the student said so"`] : []),
    ...(points ? [`${decide(points)} --set 80 --reason "checked by hand" --comment "We ran it on a GPU."`] : []),
    ...(points && isFinal ? [`${decide(points)} --uphold --reason "checked by hand"`] : []),
  ];
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
    ...(names.length > 0 ? [`  ${[...names, ...more].join(', ')}`] : []),
    '',
  ];
}

/** A row per grade, to be filled in and given to `grade batch override`. */
function csvOf(groups: readonly ReviewGroup[]): string {
  const head = [...OVERRIDE_COLUMNS, ...REVIEW_COLUMNS];
  // Whose a hand-in is cannot be decided in this table.
  const rows = groups
    .filter(({ kind }) => kind !== 'owner')
    .flatMap(({ id, kind, assignment, reason, line, text, items }) =>
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
