import { existsSync } from 'node:fs';
import { join } from 'node:path';
import {
  countMachines,
  decisionOf,
  describeMachine,
  folderName,
  type GradeBook,
  type GradedAttempt,
  HISTORY,
  JOURNAL_FILE,
  type JournalLine,
  keptCourse,
  LOCK_FILE,
  lockHolder,
  meantStudent,
  readBook,
  readJournal,
  STUDENTS,
  shownTime,
  storyOf,
} from '../../batch/index.ts';
import { wordPlural } from '../../explain/index.ts';
import { EXIT, printable, printableLine, UsageError } from '../../platform/index.ts';
import type { CommandInput } from '../command.ts';
import { writeJson } from '../json.ts';
import { batchCommand, type OpenBatch, openBatch } from './open.ts';
import { verifyRecord } from './record-check.ts';
import { strayDecisions } from './stray.ts';
import { countsText } from './summary.ts';

interface StatusOptions {
  readonly student?: string;
  readonly verify?: true;
  readonly head?: string[];
  readonly json?: string;
  readonly assignments?: string[];
}

/** `grade batch status`: how a batch stands, or one student's grades with all that happened to them. Changes nothing. */
export async function batchStatus(command: CommandInput): Promise<number> {
  const { args, options: given, io } = command;
  const options = given as unknown as StatusOptions;
  const [out = ''] = args;
  const batch = await openBatch(out, options.assignments);
  if (options.verify) return verify(batch, options, command);
  const { store, assignments } = batch;
  const book = await readBook(store, keptCourse(out), [...assignments.values()]);
  const shown = options.student === undefined ? book : ofStudent(book, options.student);
  const { events, unread } = await readJournal(store.path(JOURNAL_FILE));
  for (const number of unread) {
    io.stderr.write(`note: ${printable(store.path(JOURNAL_FILE))}:${number} is no event, and was left out.\n`);
  }
  const folders = new Set(shown.grades.flatMap(({ attempts }) => attempts.map(({ folder }) => folder)));
  // The story has the attempts whose folder was removed by hand, too.
  const own = options.student === undefined ? null : `${STUDENTS}/${folderName(options.student)}/`;
  const isOwn = (folder: string): boolean => folders.has(folder) || (own !== null && folder.startsWith(own));
  const history = events.filter(
    (event) =>
      event.event !== 'files' &&
      (('attempt' in event && event.attempt !== undefined && isOwn(event.attempt)) ||
        ('student' in event && event.student === options.student)),
  );
  if (options.json !== undefined) {
    await writeJson(
      { schemaVersion: 1, ...shown, ...(options.student !== undefined && { history }) },
      options.json,
      io,
    );
    return 0;
  }
  if (options.student !== undefined) {
    const names = new Map(
      shown.grades.flatMap(({ attempts }) => attempts.map((one) => [one.folder, nameOf(one, book)])),
    );
    const story = storyOf(history, (folder) => names.get(folder) ?? folder);
    const removed = removedFolders(history).filter((folder) => !folders.has(folder) && isOwn(folder));
    const gone = removed.map(
      (folder) => `  ${folder} was removed by hand, and does not count. Restore it from a backup.`,
    );
    const lines = [...gradeLines(shown), ...gone, '', ...story, ...kept(out, folders)];
    io.stdout.write(`${lines.map(printableLine).join('\n')}\n`);
    return 0;
  }
  const holder = lockHolder(store.path(LOCK_FILE));
  const atWork = holder === null ? [] : [`A grader is at work here: ${holder}.`];
  const open = book.grades.flatMap((grade) =>
    grade.open === null ? [] : [`not final: ${grade.student}, ${grade.assignment}: ${grade.open}`],
  );
  const waiting = heldLines(book, out);
  const notes = [...store.batch.notes, ...strayDecisions(keptCourse(out), book)].map((note) => `note: ${note}`);
  const machines = countMachines(book.grades.flatMap(({ attempts }) => attempts.flatMap(({ result }) => result ?? [])));
  const graded = machines.map(({ machine, results }) => `${results} graded by ${describeMachine(machine)}`);
  io.stdout.write(
    `${[countsText(book), '', ...atWork, ...[...graded, ...open, ...waiting, ...notes].map(printableLine)].map(printable).join('\n')}\n`,
  );
  return 0;
}

/** Returns the folders of attempts that were taken in, and were not given to another student. */
function removedFolders(history: readonly JournalLine[]): string[] {
  const added = new Set<string>();
  for (const event of history) {
    if (event.event === 'added') added.add(event.attempt);
    if (event.event === 'given' && event.to !== event.attempt) added.delete(event.attempt);
  }
  return [...added];
}

/** Returns the hand-ins of which staff must say whose they are, with the command that lists how. */
function heldLines({ held = [] }: GradeBook, out: string): string[] {
  return held.map(({ student, assignment, folder, owners }) => {
    const whose = owners.length === 0 ? 'of no student in the roster' : `of ${owners.join(' or ')}`;
    return `held: ${JSON.stringify(student)}, ${assignment} (${folder}): ${whose}. ${batchCommand('review', out)} says how to decide.`;
  });
}

/** @throws UsageError where nobody is called so */
function ofStudent(book: GradeBook, student: string): GradeBook {
  const grades = book.grades.filter((grade) => grade.student === student);
  if (grades.length > 0) return { ...book, grades };
  throw new UsageError(
    `There is no student ${JSON.stringify(student)} in this batch. ${meantStudent(
      student,
      book.grades.map((grade) => grade.student),
    )}`,
  );
}

function gradeLines({ grades }: GradeBook): string[] {
  return grades.flatMap(
    ({
      student,
      assignment,
      attempts,
      counted,
      points,
      maxPoints,
      latePenalty,
      daysLate,
      open,
      isExcused,
      decisions,
      computed,
      missing,
    }) => {
      const late =
        daysLate > 0 ? `, ${wordPlural(daysLate, 'day')} late: ${wordPlural(latePenalty, 'point')} taken` : '';
      const worth = isExcused
        ? 'excused'
        : points === null || counted === null
          ? (open ?? (points === null ? 'nothing handed in' : `${points} of ${maxPoints ?? 'an unknown total'}`))
          : `${points} of ${maxPoints}, attempt ${counted.attempt}${late}`;
      // A later row with points replaces what the rows before it gave.
      const last = decisions.findLastIndex(({ set }) => set !== null);
      const decided = decisions.map((one, at) => {
        const isReplaced = at < last && (one.set !== null || one.add !== null);
        return `  decision: ${decisionOf(one)}${isReplaced ? ' (replaced by a later decision)' : ''}`;
      });
      const rule =
        missing === null
          ? []
          : [
              `  nothing was handed in by the due date; \`missing: ${missing}\` in course.yaml ${missing === 'zero' ? `gives ${computed ?? 0} points` : 'excuses the student'}`,
            ];
      return [
        `${student}, ${assignment}: ${worth}`,
        ...rule,
        ...decided,
        ...attempts.map(({ attempt, result, submittedAt, folder, problem }) => {
          const ungraded = problem ? `open. ${problem.text}` : 'not graded';
          const verdict = result ? `${result.verdict}, ${result.score} of ${result.maxScore}` : ungraded;
          return `  attempt ${attempt}${submittedAt === null ? '' : ` of ${shownTime(submittedAt)}`}: ${verdict} (${folder})`;
        }),
      ];
    },
  );
}

/** Returns what people call an attempt; with the assignment if the batch has several. */
function nameOf({ attempt, assignment }: GradedAttempt, { assignments }: GradeBook): string {
  return `attempt ${attempt}${assignments.length > 1 ? ` at ${assignment}` : ''}`;
}

/** `--verify`: proves the record, and says what it cannot prove. */
async function verify(
  { store }: OpenBatch,
  { head = [], json }: StatusOptions,
  command: CommandInput,
): Promise<number> {
  const { io } = command;
  const { chain, problems, notes } = await verifyRecord(store, command, [], head);
  if (json !== undefined) await writeJson({ schemaVersion: 1, chain, problems, notes }, json, io);
  if (json !== '-') {
    const signed = `${chain.signed} of ${chain.head.lines} lines of the journal are signed${chain.keys.length > 0 ? ` with ${chain.keys.join(' and ')}` : ''}.`;
    const lines = [
      ...problems.map((problem) => `error: ${problem}`),
      ...notes.map((note) => `note: ${note}`),
      signed,
      ...(chain.head.mac === null ? [] : [`The last signature is ${chain.head.mac}.`]),
      problems.length === 0
        ? 'The journal and all files that a grade depends on are as grade wrote them.'
        : `The record was changed in ${problems.length} ${problems.length === 1 ? 'place' : 'places'}.`,
    ];
    io.stdout.write(`${lines.map(printableLine).join('\n')}\n`);
  }
  return problems.length === 0 ? EXIT.success : EXIT.problems;
}

function kept(out: string, folders: ReadonlySet<string>): string[] {
  const isAny = [...folders].some((folder) => existsSync(join(out, HISTORY, ...folder.split('/').slice(1))));
  if (!isAny) return [];
  return [`Results that were replaced are under ${out}/${HISTORY}/.`];
}
