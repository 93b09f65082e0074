import { existsSync } from 'node:fs';
import {
  countMachines,
  describeMachine,
  type GradeBook,
  HISTORY,
  JOURNAL_FILE,
  keptCourse,
  LOCK_FILE,
  readBook,
  readJournal,
} from '../../batch/index.ts';
import { printable, printableLine, UsageError } from '../../platform/index.ts';
import type { CommandInput } from '../command.ts';
import { writeJson } from '../json.ts';
import { openBatch } from './open.ts';
import { countsText } from './summary.ts';

interface StatusOptions {
  readonly student?: string;
  readonly json?: string;
  readonly assignments?: string[];
}

/** `grade batch status`: how a batch stands, or one student's grades with all that happened to them. Changes nothing. */
export async function batchStatus({ args, options: given, io }: CommandInput): Promise<number> {
  const options = given as unknown as StatusOptions;
  const [out = ''] = args;
  const { store, assignments } = await openBatch(out, options.assignments);
  const book = await readBook(store, keptCourse(out), [...assignments.values()]);
  const shown = options.student === undefined ? book : ofStudent(book, options.student);
  const { events, unread } = await readJournal(store.path(JOURNAL_FILE));
  for (const number of unread) {
    io.stderr.write(`note: ${printable(store.path(JOURNAL_FILE))}:${number} is no event, and was left out.\n`);
  }
  const folders = new Set(shown.grades.flatMap(({ attempts }) => attempts.map(({ folder }) => folder)));
  const history = events.filter((event) => 'attempt' in event && folders.has(event.attempt));
  if (options.json !== undefined) {
    await writeJson(
      { schemaVersion: 1, ...shown, ...(options.student !== undefined && { history }) },
      options.json,
      io,
    );
    return 0;
  }
  if (options.student !== undefined) {
    io.stdout.write(`${[...gradeLines(shown), '', ...history.map(line), ...kept(out)].map(printable).join('\n')}\n`);
    return 0;
  }
  const atWork = existsSync(store.path(LOCK_FILE)) ? ['A grader is at work here.'] : [];
  const open = book.grades.flatMap((grade) =>
    grade.open === null ? [] : [`not final: ${grade.student}, ${grade.assignment}: ${grade.open}`],
  );
  const notes = store.batch.notes.map((note) => `note: ${note}`);
  const machines = countMachines(book.grades.flatMap(({ attempts }) => attempts.flatMap(({ result }) => result ?? [])));
  const graded = machines.map(({ machine, results }) => `${results} graded by ${describeMachine(machine)}`);
  io.stdout.write(
    `${[countsText(book), '', ...atWork, ...[...graded, ...open, ...notes].map(printableLine)].map(printable).join('\n')}\n`,
  );
  return 0;
}

/** @throws UsageError where nobody is called so */
function ofStudent(book: GradeBook, student: string): GradeBook {
  const grades = book.grades.filter((grade) => grade.student === student);
  if (grades.length > 0) return { ...book, grades };
  throw new UsageError(
    `There is no student ${JSON.stringify(student)} in this batch. Give the id of the roster or manifest.`,
  );
}

function gradeLines({ grades }: GradeBook): string[] {
  return grades.flatMap(
    ({ student, assignment, attempts, counted, points, maxPoints, latePenalty, daysLate, open }) => {
      const late = daysLate > 0 ? `, ${daysLate} days late: ${latePenalty} points taken` : '';
      const worth =
        counted === null
          ? (open ?? 'nothing handed in')
          : `${points} of ${maxPoints}, attempt ${counted.attempt}${late}`;
      return [
        `${student}, ${assignment}: ${worth}`,
        ...attempts.map(({ attempt, result, submittedAt, folder, problem }) => {
          const ungraded = problem ? `open. ${problem.text}` : 'not graded';
          const verdict = result ? `${result.verdict}, ${result.score} of ${result.maxScore}` : ungraded;
          return `  attempt ${attempt}${submittedAt === null ? '' : ` of ${submittedAt}`}: ${verdict} (${folder})`;
        }),
      ];
    },
  );
}

function line(event: Awaited<ReturnType<typeof readJournal>>['events'][number]): string {
  const { at, event: what, ...rest } = event;
  const told = 'score' in rest ? ` ${rest.verdict}, ${rest.score} of ${rest.maxScore}` : '';
  const times = 'before' in rest ? ` ${rest.before ?? 'unknown'} -> ${rest.after ?? 'unknown'}` : '';
  const who = 'by' in rest ? `, by ${rest.by}: ${rest.reason}` : '';
  return `${at} ${what}${told}${times}${'message' in rest ? ` ${rest.message}` : ''}${'attempt' in rest ? ` (${rest.attempt})` : ''}${who}`;
}

function kept(out: string): string[] {
  return [`Results that were replaced are under ${out}/${HISTORY}/.`];
}
