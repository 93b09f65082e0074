import { existsSync } from 'node:fs';
import {
  addOverrides,
  type DecisionFacts,
  decisionOf,
  type GradeBook,
  holds,
  isDate,
  type Journal,
  keptCourse,
  meantStudent,
  type Override,
  readBook,
  readOverrides,
} from '../../batch/index.ts';
import { wordPlural } from '../../explain/index.ts';
import { EXIT, printable, UsageError } from '../../platform/index.ts';
import type { CommandInput } from '../command.ts';
import { writeJson } from '../json.ts';
import { refreshPages } from './class-page.ts';
import { authorOf, type OpenBatch, openBatch, withBatch } from './open.ts';

/** The options that say what is decided; `grade batch review --decide` has them too. */
export interface DecisionOptions {
  readonly set?: string;
  readonly add?: string;
  readonly excused?: 'yes' | 'no';
  readonly comment?: string;
  readonly reason?: string;
  readonly until?: string;
}

interface OverrideOptions extends DecisionOptions {
  readonly student?: string[];
  readonly assignment?: string;
  readonly json?: string;
  readonly assignments?: string[];
}

/** `grade batch override`: decisions of staff about grades, from a file or for the students that are named. */
export async function batchOverride(command: CommandInput): Promise<number> {
  const { args, io } = command;
  const [out = '', file] = args;
  const options = command.options as unknown as OverrideOptions;
  const batch = await openBatch(out, options.assignments);
  const before = await readBook(batch.store, batch.course, [...batch.assignments.values()]);
  const decisions =
    file === undefined ? fromOptions(options, before, authorOf(command)) : fromFile(file, options, before);
  return withBatch(batch.store, command, async (journal) => {
    const text = await decideAll(batch, journal, decisions, command);
    if (options.json !== '-') io.stdout.write(text.words);
    if (options.json !== undefined) await writeJson(text.json, options.json, io);
    return EXIT.success;
  });
}

/** Writes decisions down and reports how grades change. */
export async function decideAll(
  batch: OpenBatch,
  journal: Journal,
  decisions: readonly DecisionFacts[],
  command: CommandInput,
): Promise<{ readonly words: string; readonly json: unknown }> {
  const { store, assignments } = batch;
  const all = [...assignments.values()];
  const before = await readBook(store, keptCourse(store.out), all);
  const added = await addOverrides(store, journal, decisions);
  const after = await readBook(store, keptCourse(store.out), all);
  await refreshPages(batch, command);
  const changed = after.grades.flatMap((grade, at) => {
    const was = before.grades[at];
    const [from, to] = [was, grade].map((one) =>
      one?.isExcused ? 'excused' : one?.points === null ? 'none' : `${one?.points}`,
    );
    return from === to ? [] : [{ student: grade.student, assignment: grade.assignment, before: from, after: to }];
  });
  const known = decisions.length - added.length;
  for (const { student, assignment, points, maxPoints, decisions: own } of after.grades) {
    const isNew =
      own.some(({ set }) => set !== null) && added.some((one) => one.student === student && one.set !== null);
    if (isNew && points !== null && maxPoints !== null && points > maxPoints) {
      command.io.stderr.write(
        `note: ${printable(student)}, ${assignment}: ${points} points are more than the total, ${maxPoints}.\n`,
      );
    }
  }
  const lines = [
    ...added.map((one) => `${one.student}${one.assignment === null ? '' : `, ${one.assignment}`}: ${decisionOf(one)}`),
    ...changed.map((one) => `${one.student}, ${one.assignment}: ${one.before} -> ${one.after}`),
    `${wordPlural(added.length, 'new decision')}${known > 0 ? `, ${known} known` : ''}; ${wordPlural(changed.length, 'grade')} changed.`,
  ];
  return {
    words: `${lines.map(printable).join('\n')}\n`,
    json: { schemaVersion: 1, added, known, changed },
  };
}

function fromFile(file: string, options: OverrideOptions, book: GradeBook): readonly Override[] {
  if (options.student !== undefined) {
    throw new UsageError('Decisions come from a file or from --student, not from both.');
  }
  if (!existsSync(file)) throw new UsageError(`${file} does not exist. Give a CSV file with the column student.`);
  return readOverrides(
    file,
    new Set(book.grades.map(({ student }) => student)),
    book.assignments.map(({ id }) => id),
  );
}

function fromOptions(options: OverrideOptions, book: GradeBook, by: string): DecisionFacts[] {
  const { student = [], assignment } = options;
  if (student.length === 0) {
    throw new UsageError(
      'Whose grade? Give a CSV file, or --student, e.g. --student ada --set 85 --reason "bad cable".',
    );
  }
  const facts = decisionFrom(options, by);
  const known = new Set(book.grades.map((grade) => grade.student));
  for (const one of student.filter((name) => !known.has(name))) {
    throw new UsageError(`There is no student ${JSON.stringify(one)} in this batch. ${meantStudent(one, known)}`);
  }
  if (assignment !== undefined && !book.assignments.some(({ id }) => id === assignment)) {
    const ids = book.assignments.map(({ id }) => id).join(', ');
    throw new UsageError(`This batch has no assignment ${JSON.stringify(assignment)}. It has: ${ids}.`);
  }
  return student.map((one) => ({ ...facts, student: one, assignment: assignment ?? null }));
}

/** @throws UsageError if nothing is decided, or a value is not one */
export function decisionFrom(
  { set, add, excused, comment, reason, until }: DecisionOptions,
  by: string,
): Omit<DecisionFacts, 'student' | 'assignment'> {
  if (set !== undefined && add !== undefined) throw new UsageError('Give --set or --add, not both.');
  if ([set, add, excused, comment].every((one) => one === undefined)) {
    throw new UsageError('What is decided? Give --set POINTS, --add POINTS, --excused or --comment TEXT.');
  }
  if (!reason?.trim()) throw new UsageError('Why? The record keeps it. Give --reason, e.g. --reason "bad cable".');
  if (until !== undefined && !isDate(until)) {
    throw new UsageError(`--until ${JSON.stringify(until)} is not a date. Give e.g. --until 2026-10-14.`);
  }
  if (until !== undefined && !holds({ until }, Date.now())) {
    throw new UsageError(`--until ${until} has passed, so the decision would change nothing. Give a later date.`);
  }
  return {
    set: points('--set', set, 0),
    add: points('--add', add, Number.NEGATIVE_INFINITY),
    excused: excused === undefined ? null : excused === 'yes',
    comment: comment ?? null,
    reason,
    decidedBy: by,
    date: new Date().toISOString(),
    until: until ?? null,
  };
}

function points(option: string, given: string | undefined, least: number): number | null {
  if (given === undefined) return null;
  const value = given.trim() === '' ? Number.NaN : Number(given);
  if (Number.isFinite(value) && value >= least) return value;
  if (/^[+-]?\d+,\d+$/.test(given.trim())) {
    const dotted = given.trim().replace(',', '.');
    throw new UsageError(`${option} ${JSON.stringify(given)} has a comma. Give a point: ${option} ${dotted}.`);
  }
  throw new UsageError(`${option} ${JSON.stringify(given)} is not a number of points. Give e.g. ${option} 85.`);
}
