import Table from 'cli-table3';
import {
  applyChanges,
  type Change,
  changedChecks,
  changes,
  gradeAll,
  isNoticeable,
  type Journal,
  type Planned,
  stale,
} from '../../batch/index.ts';
import { printable } from '../../platform/index.ts';
import type { CommandInput } from '../command.ts';
import { writeJson } from '../json.ts';
import { refreshClassPage } from './class-page.ts';
import { openEngineOf } from './engine.ts';
import { batchCommand, type OpenBatch, openBatch, withBatch } from './open.ts';
import { batchProgress } from './progress.ts';
import { BORDERLESS } from './summary.ts';

interface ChangesOptions {
  readonly jobs?: string;
  readonly json?: string;
  readonly assignments?: string[];
}

/** `grade batch diff`: what a changed assignment or engine would do to whose grade. Changes no grade. */
export function batchDiff(command: CommandInput): Promise<number> {
  return onChanges(command, async (found, { store }, _, counts) => ({
    text: diffText(found, counts, store.out),
    status: found.some(({ after }) => after === null) ? 3 : 0,
  }));
}

/** `grade batch apply`: makes what `diff` showed the grades that count, whole or not at all. */
export function batchApply(command: CommandInput): Promise<number> {
  return onChanges(command, async (found, { store }, journal) => {
    await applyChanges(store, found, batchCommand('diff', store.out));
    if (found.length > 0) await journal.write({ event: 'applied', results: found.length });
    const noticed = found.filter(isNoticeable).length;
    const text = `${found.length} results replaced, ${noticed} of them with other points, verdict or checks.\n`;
    return { text, status: 0 };
  });
}

type OnChanges = (
  found: readonly Change[],
  batch: OpenBatch,
  journal: Journal,
  counts: DiffCounts,
) => Promise<{ readonly text: string; readonly status: number }>;

/** Finds what would change, does something about it, and tells of both. */
async function onChanges(command: CommandInput, act: OnChanges): Promise<number> {
  const { options: given, args, io } = command;
  const options = given as unknown as ChangesOptions;
  const batch = await openBatch(args[0] ?? '', options.assignments);
  return withBatch(batch.store, async (journal) => {
    const { found, planned } = await findChanges(batch, journal, command);
    const counts = countsOf(found, planned);
    const { text, status } = await act(found, batch, journal, counts);
    await refreshClassPage(batch);
    if (options.json !== '-') io.stdout.write(text);
    if (options.json !== undefined) await writeJson(diffJson(found, counts), options.json, io);
    return status;
  });
}

/** Grades anew what was graded by another engine or for another version of its assignment, beside what counts. */
async function findChanges(
  { store, course, assignments }: OpenBatch,
  journal: Journal,
  { options, config, io }: CommandInput,
): Promise<{ readonly found: Change[]; readonly planned: readonly Planned[] }> {
  const jobs = options.jobs as string | undefined;
  const { pool, planned } = await openEngineOf({ store, course, assignments, jobs, config, io, onSlurm: null });
  const line = batchProgress(io);
  try {
    await gradeAll(store, journal, pool, await stale(store, planned), (progress) => line.show(progress));
  } finally {
    line.end();
    pool.dispose();
  }
  return { found: await changes(store, planned), planned };
}

/** What became of each attempt: every attempt is in one of these numbers. */
interface DiffCounts {
  readonly attempts: number;
  /** Results of this engine and these assignments, which were not graded again. */
  readonly kept: number;
  /** Graded again, with the same points, verdict and checks. */
  readonly same: number;
  readonly morePoints: number;
  readonly fewerPoints: number;
  /** The points are the same, but not the verdict or a check. */
  readonly otherChecks: number;
  readonly notGradedAgain: number;
  /** Not graded yet, or only by a machine that failed. */
  readonly withoutResult: number;
  /** A person must do something before they can be graded. */
  readonly waiting: number;
}

function countsOf(found: readonly Change[], planned: readonly Planned[]): DiffCounts {
  const of = (kind: Planned['standing']['kind']): number =>
    planned.filter(({ standing }) => standing.kind === kind).length;
  const points = ({ before, after }: Change): number => (after?.score ?? before.score) - before.score;
  const again = found.filter(({ after }) => after !== null);
  const others = again.filter((change) => isNoticeable(change));
  return {
    attempts: planned.length,
    kept: of('current'),
    same: again.length - others.length,
    morePoints: others.filter((change) => points(change) > 0).length,
    fewerPoints: others.filter((change) => points(change) < 0).length,
    otherChecks: others.filter((change) => points(change) === 0).length,
    notGradedAgain: found.length - again.length,
    withoutResult: of('missing'),
    waiting: of('undecided'),
  };
}

/** Names every part that is not empty. */
function accountText(counts: DiffCounts): string {
  const { attempts, kept, same, morePoints, fewerPoints, otherChecks, notGradedAgain, withoutResult, waiting } = counts;
  const parts = [
    [kept, 'of this engine and these assignments'],
    [same, 'graded again with the same result'],
    [morePoints, 'with more points'],
    [fewerPoints, 'with fewer points'],
    [otherChecks, 'with the same points and another verdict or check'],
    [notGradedAgain, 'not gradable on this machine'],
    [withoutResult, 'without a result'],
    [waiting, 'waiting for a person'],
  ] as const;
  const shown = parts.filter(([count]) => count > 0).map(([count, what]) => `${count} ${what}`);
  return `${attempts} ${attempts === 1 ? 'attempt' : 'attempts'}: ${shown.join(', ')}.`;
}

function diffText(found: readonly Change[], counts: DiffCounts, out: string): string {
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
      ? [`Nothing can be applied before all results are graded again. ${batchCommand('diff', out)} tries again.`]
      : [`${batchCommand('apply', out)} makes the new results count.`]),
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
        changedChecks(before, after).map(({ was, is }) => ({ id: is.id, before: was.status, after: is.status })),
    })),
  };
}
