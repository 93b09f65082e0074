import Table from 'cli-table3';
import {
  applyChanges,
  type Change,
  changedChecks,
  changes,
  gradeAll,
  isNoticeable,
  type Journal,
  stale,
} from '../../batch/index.ts';
import { printable } from '../../platform/index.ts';
import type { CommandInput } from '../command.ts';
import { writeJson } from '../json.ts';
import { refreshClassPage } from './class-page.ts';
import { openEngineOf } from './engine.ts';
import { type OpenBatch, openBatch, withBatch } from './open.ts';
import { batchProgress } from './progress.ts';
import { BORDERLESS } from './summary.ts';

interface ChangesOptions {
  readonly jobs?: string;
  readonly json?: string;
  readonly assignments?: string[];
}

/** `grade batch diff`: what a changed assignment or engine would do to whose grade. Changes no grade. */
export function batchDiff(command: CommandInput): Promise<number> {
  const [out = ''] = command.args;
  return onChanges(command, async (found) => ({
    text: diffText(found, out),
    status: found.some(({ after }) => after === null) ? 3 : 0,
  }));
}

/** `grade batch apply`: makes what `diff` showed the grades that count, whole or not at all. */
export function batchApply(command: CommandInput): Promise<number> {
  return onChanges(command, async (found, { store }, journal) => {
    await applyChanges(store, found);
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
) => Promise<{ readonly text: string; readonly status: number }>;

/** Finds what would change, does something about it, and tells of both. */
async function onChanges(command: CommandInput, act: OnChanges): Promise<number> {
  const { options: given, args, io } = command;
  const options = given as unknown as ChangesOptions;
  const batch = await openBatch(args[0] ?? '', options.assignments);
  return withBatch(batch.store, async (journal) => {
    const found = await findChanges(batch, journal, command);
    const { text, status } = await act(found, batch, journal);
    await refreshClassPage(batch);
    if (options.json !== '-') io.stdout.write(text);
    if (options.json !== undefined) await writeJson(diffJson(found), options.json, io);
    return status;
  });
}

/** Grades anew what was graded by another engine or for another version of its assignment, beside what counts. */
async function findChanges(
  { store, course, assignments }: OpenBatch,
  journal: Journal,
  { options, config, io }: CommandInput,
): Promise<Change[]> {
  const jobs = options.jobs as string | undefined;
  const { pool, planned } = await openEngineOf({ store, course, assignments, jobs, config, io, onSlurm: null });
  const line = batchProgress(io);
  try {
    await gradeAll(store, journal, pool, await stale(store, planned), (progress) => line.show(progress));
  } finally {
    line.end();
    pool.dispose();
  }
  return changes(store, planned);
}

function diffText(found: readonly Change[], out: string): string {
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
    `${found.length} results were graded again: ${found.length - noticed.length} the same, ${up} with more points, ${down} with fewer.`,
    ...(lacking > 0
      ? [`${lacking} could not be graded again on this machine; nothing can be applied until they are.`]
      : [`grade batch apply ${out} makes them count.`]),
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
