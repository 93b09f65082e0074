import Table from 'cli-table3';
import {
  again,
  applyChanges,
  type BatchStore,
  type Change,
  changedChecks,
  changes,
  describeEngine,
  type Graders,
  type GradingTask,
  gradeAll,
  isNoticeable,
  isOfPointsOnly,
  type Journal,
  meantStudent,
  type Planned,
  proposedFolder,
  stale,
} from '../../batch/index.ts';
import { wordPlural } from '../../explain/index.ts';
import { EXIT, InfrastructureError, isDiskFaultText, printable, shellWord, UsageError } from '../../platform/index.ts';
import { allFindings } from '../../report/index.ts';
import type { CheckResult } from '../../result/index.ts';
import type { CommandInput } from '../command.ts';
import { writeJson } from '../json.ts';
import { refreshPages } from './class-page.ts';
import { openEngineOf } from './engine.ts';
import { batchCommand, type OpenBatch, openBatch, withBatch } from './open.ts';
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
  return onChanges(command, stale, async (found, { store }, _, counts) => ({
    text: diffText(found, counts, { apply: applyCommand(command), diff: batchCommand('diff', store.out) }),
    status: found.some(({ after }) => after === null) ? EXIT.infrastructure : EXIT.success,
  }));
}

/** `grade batch apply`: makes what `diff` or `regrade` showed the grades that count, whole or not at all. */
export function batchApply(command: CommandInput): Promise<number> {
  const { reason } = command.options as unknown as ChangesOptions;
  return onChanges(command, stale, async (found, { store }, journal, _, faults) => {
    await applyChanges(store, journal, found, reason ?? null, batchCommand('diff', store.out), faults);
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
  return onChanges(command, tasksOf, async (found, { store }, _, counts) => ({
    text: diffText(found, counts, { apply: applyCommand(command), diff: batchCommand('diff', store.out) }),
    status: found.some(({ after }) => after === null) ? EXIT.infrastructure : EXIT.success,
  }));
}

/** The reasons why results could not be made, by the attempt's folder. */
type Faults = ReadonlyMap<string, string>;

type TasksOf = (store: BatchStore, planned: readonly Planned[], journal: Journal) => Promise<readonly GradingTask[]>;

type OnChanges = (
  found: readonly Change[],
  batch: OpenBatch,
  journal: Journal,
  counts: DiffCounts,
  faults: Faults,
) => Promise<{ readonly text: string; readonly status: number }>;

/** Finds what would change, does something about it, and reports both. */
async function onChanges(command: CommandInput, tasksOf: TasksOf, act: OnChanges): Promise<number> {
  const { options: given, args, io } = command;
  const options = given as unknown as ChangesOptions;
  const batch = await openBatch(args[0] ?? '', options.assignments);
  return withBatch(batch.store, command, async (journal) => {
    const { found, planned, faults } = await findChanges(batch, journal, tasksOf, command);
    const counts = countsOf(found, planned);
    const { text, status } = await act(found, batch, journal, counts, faults);
    await refreshPages(batch, command);
    if (options.json !== '-') io.stdout.write(text);
    if (options.json !== undefined) await writeJson(diffJson(found, counts), options.json, io);
    return status;
  });
}

/** Grades again what was graded by another engine or for another version of its assignment, beside what counts. */
async function findChanges(
  { store, course, assignments }: OpenBatch,
  journal: Journal,
  tasksOf: TasksOf,
  { options, config, io, services }: CommandInput,
): Promise<{ readonly found: Change[]; readonly planned: readonly Planned[]; readonly faults: Faults }> {
  const jobs = options.jobs as string | undefined;
  const { pool, planned, identity } = await openEngineOf({
    store,
    course,
    assignments,
    jobs,
    config,
    io,
    services,
    onSlurm: null,
  });
  const line = batchProgress(io);
  try {
    const chosen = choose(planned, options as unknown as ChangesOptions);
    const tasks = await tasksOf(store, chosen, journal);
    const faults = new Map<string, string>();
    const grade: Graders['grade'] = (given, tell) =>
      pool.grade(given, async (outcome) => {
        if (outcome.kind === 'fault') faults.set(outcome.task.attempt, outcome.message);
        await tell(outcome);
        // Everything else would fail for the same reason, after a long time.
        if (outcome.kind === 'fault' && isDiskFaultText(outcome.message)) {
          throw new InfrastructureError(outcome.message, { details: outcome.details });
        }
      });
    await gradeAll(store, journal, { grade }, tasks, (progress) => line.show(progress), describeEngine(identity));
    const found = await changes(store, chosen);
    for (const { attempt, after } of found) {
      if (after !== null || faults.has(attempt.folder)) continue;
      const proposed = await store.result(attempt, proposedFolder(attempt));
      const finding = proposed && allFindings(proposed).find(({ severity }) => severity === 'error');
      if (finding) faults.set(attempt.folder, finding.message);
    }
    return { found, planned: chosen, faults };
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
    const known = planned.map(({ attempt }) => attempt.student);
    const advice = new Set(lacking.map((one) => meantStudent(one, known)));
    const what = assignment === undefined ? '' : ` at ${assignment}`;
    throw new UsageError(`This batch has no attempt of ${names}${what}. ${[...advice].join(' ')}`);
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

/** The fate of each attempt: every attempt is in one of these numbers. */
interface DiffCounts {
  readonly attempts: number;
  /** Results of this engine and these assignments, which were not graded again. */
  readonly kept: number;
  /** Graded again, with the same points, verdict and checks. */
  readonly same: number;
  readonly morePoints: number;
  readonly fewerPoints: number;
  /** The points are the same, but not the verdict or the status of a check. */
  readonly otherChecks: number;
  /** The points and the verdict are the same, and only the points of checks are not. */
  readonly otherWeights: number;
  readonly notGradedAgain: number;
  /** Not graded yet, or only by a machine that failed. */
  readonly withoutResult: number;
  /** A person must do something before they can be graded. */
  readonly waiting: number;
}

function countsOf(found: readonly Change[], planned: readonly Planned[]): DiffCounts {
  const isAgain = new Set(found.map(({ attempt }) => attempt.folder));
  const of = (kind: Planned['standing']['kind']): number =>
    planned.filter(({ standing, attempt }) => standing.kind === kind && !isAgain.has(attempt.folder)).length;
  const points = ({ before, after }: Change): number => (after?.score ?? before.score) - before.score;
  const again = found.filter(({ after }) => after !== null);
  const others = again.filter((change) => isNoticeable(change));
  return {
    attempts: planned.length,
    kept: of('current'),
    same: again.length - others.length,
    morePoints: others.filter((change) => points(change) > 0).length,
    fewerPoints: others.filter((change) => points(change) < 0).length,
    otherChecks: others.filter((change) => points(change) === 0 && !isOfPointsOnly(change)).length,
    otherWeights: others.filter(isOfPointsOnly).length,
    notGradedAgain: found.length - again.length,
    withoutResult: of('missing'),
    waiting: of('undecided'),
  };
}

/** Names every part that is not empty. */
function accountText(counts: DiffCounts): string {
  const { attempts, kept, same, morePoints, fewerPoints, otherChecks, otherWeights } = counts;
  const { notGradedAgain, withoutResult, waiting } = counts;
  const parts = [
    [kept, 'of this engine and these assignments'],
    [same, 'graded again with the same result'],
    [morePoints, 'with more points'],
    [fewerPoints, 'with fewer points'],
    [otherChecks, 'with the same points and another verdict or check'],
    [otherWeights, 'with the same total and verdict and other points of checks'],
    [notGradedAgain, 'not gradable on this machine'],
    [withoutResult, 'without a result'],
    [waiting, 'waiting for a person'],
  ] as const;
  const shown = parts.filter(([count]) => count > 0).map(([count, what]) => `${count} ${what}`);
  return `${attempts} ${attempts === 1 ? 'attempt' : 'attempts'}: ${shown.join(', ')}.`;
}

function diffText(
  found: readonly Change[],
  counts: DiffCounts,
  commands: { readonly apply: string; readonly diff: string },
): string {
  if (found.length === 0) return `Nothing would change. ${accountText(counts)}\n`;
  const noticed = found.filter(isNoticeable);
  const table = new Table({
    head: ['student', 'assignment', 'attempt', 'points', 'verdict', 'checks'],
    style: { head: [], border: [], compact: true },
    chars: BORDERLESS,
  });
  for (const change of noticed) table.push(rowOf(change).map(printable));
  const lacking = counts.notGradedAgain;
  const lines = [
    ...(noticed.length > 0 ? [table.toString(), ''] : []),
    accountText(counts),
    ...(lacking > 0
      ? [`Nothing can be applied before all results are graded again. ${commands.diff} tries again.`]
      : [`${commands.apply} makes the new results count.`]),
  ];
  return `${lines.join('\n')}\n`;
}

function rowOf({ attempt, before, after }: Change): string[] {
  const named = [attempt.student, attempt.assignment, attempt.attempt];
  if (after === null) return [...named, `${before.score}`, before.verdict, 'could not be graded again'];
  const arrow = (was: string, is: string): string => (was === is ? was : `${was} -> ${is}`);
  const pointsOf = ({ score, maxScore }: CheckResult): string => `${score}/${maxScore}`;
  const checks = changedChecks(before, after).map(({ was, is }) =>
    was.status === is.status
      ? `${is.id} ${pointsOf(was)} -> ${pointsOf(is)}`
      : `${is.id} ${was.status} -> ${is.status}`,
  );
  return [
    ...named,
    arrow(`${before.score}/${before.maxScore}`, `${after.score}/${after.maxScore}`),
    arrow(before.verdict, after.verdict),
    checks.join(', '),
  ];
}

/** The machine form. */
function diffJson(found: readonly Change[], counts: DiffCounts): unknown {
  const facts = ({ score, maxScore, verdict, responsible }: Change['before']) => ({
    score,
    maxScore,
    verdict,
    responsible,
  });
  return {
    schemaVersion: 1,
    results: found.length,
    counts,
    changes: found.filter(isNoticeable).map(({ attempt, before, after }) => ({
      student: attempt.student,
      assignment: attempt.assignment,
      attempt: attempt.attempt,
      before: facts(before),
      after: after && facts(after),
      checks:
        after &&
        changedChecks(before, after).map(({ was, is }) => ({
          ...{ id: is.id, before: was.status, after: is.status },
          points: { before: was.score, after: is.score, maxBefore: was.maxScore, maxAfter: is.maxScore },
        })),
    })),
  };
}
