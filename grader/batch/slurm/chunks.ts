import type { Entry } from './round.ts';

/** Slurm takes 1001 tasks in an array unless it is configured otherwise (MaxArraySize). */
const MOST_TASKS = 1000;

/**
 * Divides submissions among the tasks of an array. What was lost comes back in smaller chunks, the third time alone:
 * then one that takes its task down takes nobody else's along.
 */
export function chunksOf(entries: readonly Entry[], submissionsPerTask: number): Entry[][] {
  const tries = Math.max(1, ...entries.map((entry) => entry.tries));
  const wanted = tries === 1 ? submissionsPerTask : tries === 2 ? Math.ceil(submissionsPerTask / 4) : 1;
  const size = Math.max(wanted, Math.ceil(entries.length / MOST_TASKS));
  return Array.from({ length: Math.ceil(entries.length / size) }, (_, index) =>
    entries.slice(index * size, (index + 1) * size),
  );
}
