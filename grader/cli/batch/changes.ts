import Table from 'cli-table3';
import {
  again,
  applyChanges,
  type BatchStore,
  type Change,
  changedChecks,
  changes,
  describeEngine,
  type GradingTask,
  gradeAll,
  isNoticeable,
  type Journal,
  type Planned,
  stale,
} from '../../batch/index.ts';
import { wordPlural } from '../../explain/index.ts';
import { EXIT, printable, UsageError } from '../../platform/index.ts';
import type { CommandInput } from '../command.ts';
import { writeJson } from '../json.ts';
import { shellWord } from '../shell.ts';
import { refreshPages } from './class-page.ts';
import { openEngineOf } from './engine.ts';
import { type OpenBatch, openBatch, withBatch } from './open.ts';
import { batchProgress } from './progress.ts';
import { BORDERLESS } from './summary.ts';

interface ChangesOptions {
  readonly jobs?: string;
  readonly student?: string[];
  readonly assignment?: string;
  readonly reason?: string;
  readonly json?: string;
  readonly assignments?: string[];
}

/** `grade batch diff`: what a changed assignment or engine would do to whose grade. Changes no grade. */
export function batchDiff(command: CommandInput): Promise<number> {
  return onChanges(command, stale, async (found) => ({
    text: diffText(found, applyCommand(command)),
    status: found.some(({ after }) => after === null) ? EXIT.infrastructure : EXIT.success,
  }));
}

/** `grade batch apply`: makes what `diff` or `regrade` showed the grades that count, whole or not at all. */
export function batchApply(command: CommandInput): Promise<number> {
  const { reason } = command.options as unknown as ChangesOptions;
  return onChanges(command, stale, async (found, { store }, journal) => {
    await applyChanges(store, journal, found, reason ?? null);
    const noticed = found.filter(isNoticeable).length;
    const text = `${wordPlural(found.length, 'result')} replaced, ${noticed} of them with other points, verdict or checks.\n`;
    return { text, status: EXIT.success };
  });
}

/** `grade batch regrade`: grades a student's attempts again beside what counts, with the same seed. Changes no grade. */
export function batchRegrade(command: CommandInput): Promise<number> {
  const { reason, student = [] } = command.options as unknown as ChangesOptions;
  if (student.length === 0) throw new UsageError('Whose attempts? Give --student, e.g. --student ada.');
  if (!reason?.trim())
    throw new UsageError('Why? The record keeps it. Give --reason, e.g. --reason "asked on Monday".');
  const tasksOf = async (store: BatchStore, planned: readonly Planned[], journal: Journal) => {
    for (const { attempt } of planned) await journal.write({ event: 'regrade', attempt: attempt.folder, reason });
    return again(store, planned);
  };
  return onChanges(command, tasksOf, async (found) => ({
    text: diffText(found, applyCommand(command)),
    status: found.some(({ after }) => after === null) ? EXIT.infrastructure : EXIT.success,
  }));
}

type TasksOf = (store: BatchStore, planned: readonly Planned[], journal: Journal) => Promise<readonly GradingTask[]>;

type OnChanges = (
  found: readonly Change[],
  batch: OpenBatch,
  journal: Journal,
) => Promise<{ readonly text: string; readonly status: number }>;

/** Finds what would change, does something about it, and reports both. */
async function onChanges(command: CommandInput, tasksOf: TasksOf, act: OnChanges): Promise<number> {
  const { options: given, args, io } = command;
  const options = given as unknown as ChangesOptions;
  const batch = await openBatch(args[0] ?? '', options.assignments);
  return withBatch(batch.store, command, async (journal) => {
    const found = await findChanges(batch, journal, tasksOf, command);
    const { text, status } = await act(found, batch, journal);
    await refreshPages(batch, command);
    if (options.json !== '-') io.stdout.write(text);
    if (options.json !== undefined) await writeJson(diffJson(found), options.json, io);
    return status;
  });
}

/** Grades anew what was graded by another engine or for another version of its assignment, beside what counts. */
async function findChanges(
  { store, course, assignments }: OpenBatch,
  journal: Journal,
  tasksOf: TasksOf,
  { options, config, io }: CommandInput,
): Promise<Change[]> {
  const jobs = options.jobs as string | undefined;
  const { pool, planned, identity } = await openEngineOf({
    store,
    course,
    assignments,
    jobs,
    config,
    io,
    onSlurm: null,
  });
  const line = batchProgress(io);
  try {
    const chosen = choose(planned, options as unknown as ChangesOptions);
    const tasks = await tasksOf(store, chosen, journal);
    await gradeAll(store, journal, pool, tasks, (progress) => line.show(progress), describeEngine(identity));
    return await changes(store, chosen);
  } finally {
    line.end();
    pool.dispose();
  }
}

/** @throws UsageError for a student or an assignment that has no attempt here */
function choose(planned: readonly Planned[], { student = [], assignment }: ChangesOptions): readonly Planned[] {
  const chosen = planned.filter(
    ({ attempt }) =>
      (student.length === 0 || student.includes(attempt.student)) &&
      (assignment === undefined || attempt.assignment === assignment),
  );
  const lacking = student.filter((one) => !chosen.some(({ attempt }) => attempt.student === one));
  if (lacking.length > 0) {
    const names = lacking.map((one) => JSON.stringify(one)).join(', ');
    const what = assignment === undefined ? '' : ` at ${assignment}`;
    throw new UsageError(`This batch has no attempt of ${names}${what}. Give the id of the roster or manifest.`);
  }
  if (chosen.length === 0 && assignment !== undefined)
    throw new UsageError(`This batch has no attempt at ${assignment}.`);
  return chosen;
}

/** The command that makes what was shown count. */
function applyCommand({ args: [out = ''], options }: CommandInput): string {
  const { student = [], assignment, assignments = [] } = options as unknown as ChangesOptions;
  const parts = [
    ...['grade', 'batch', 'apply', out],
    ...student.flatMap((one) => ['--student', one]),
    ...(assignment === undefined ? [] : ['--assignment', assignment]),
    ...assignments.flatMap((one) => ['--assignments', one]),
  ];
  return parts.map(shellWord).join(' ');
}

function diffText(found: readonly Change[], apply: string): string {
  if (found.length === 0) return 'Every result is of this engine and these assignments: nothing would change.\n';
  const noticed = found.filter(isNoticeable);
  const table = new Table({
    head: ['student', 'assignment', 'attempt', 'points', 'verdict', 'checks'],
    style: { head: [], border: [], compact: true },
    chars: BORDERLESS,
  });
  for (const change of noticed) table.push(rowOf(change).map(printable));
  const points = ({ before, after }: Change): number => (after?.score ?? before.score) - before.score;
  const up = noticed.filter((change) => points(change) > 0).length;
  const down = noticed.filter((change) => points(change) < 0).length;
  const lacking = found.filter(({ after }) => after === null).length;
  const lines = [
    ...(noticed.length > 0 ? [table.toString(), ''] : []),
    `${wordPlural(found.length, 'result was', 'results were')} graded again: ${found.length - noticed.length} the same, ${up} with more points, ${down} with fewer.`,
    ...(lacking > 0
      ? [`${lacking} could not be graded again on this machine; nothing can be applied until they are.`]
      : [`${apply} makes them count.`]),
  ];
  return `${lines.join('\n')}\n`;
}

function rowOf({ attempt, before, after }: Change): string[] {
  const named = [attempt.student, attempt.assignment, attempt.attempt];
  if (after === null) return [...named, `${before.score}`, before.verdict, 'could not be graded again'];
  const arrow = (was: string, is: string): string => (was === is ? was : `${was} -> ${is}`);
  const checks = changedChecks(before, after).map(({ was, is }) => `${is.id} ${arrow(was.status, is.status)}`);
  return [
    ...named,
    arrow(`${before.score}/${before.maxScore}`, `${after.score}/${after.maxScore}`),
    arrow(before.verdict, after.verdict),
    checks.join(', '),
  ];
}

/** The machine form. */
function diffJson(found: readonly Change[]): unknown {
  const facts = ({ score, maxScore, verdict, responsible }: Change['before']) => ({
    score,
    maxScore,
    verdict,
    responsible,
  });
  return {
    schemaVersion: 1,
    results: found.length,
    changes: found.filter(isNoticeable).map(({ attempt, before, after }) => ({
      student: attempt.student,
      assignment: attempt.assignment,
      attempt: attempt.attempt,
      before: facts(before),
      after: after && facts(after),
      checks:
        after &&
        changedChecks(before, after).map(({ was, is }) => ({ id: is.id, before: was.status, after: is.status })),
    })),
  };
}
