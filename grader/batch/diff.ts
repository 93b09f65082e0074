import type { CheckResult, GradeResult } from '../result/index.ts';
import type { GradingTask } from './grading/index.ts';
import type { Planned } from './plan.ts';
import { type BatchStore, proposedFolder, type StoredAttempt, staffFolder } from './state/store.ts';

/** A result that another engine or another version of the assignment would replace. */
export interface Change {
  readonly attempt: StoredAttempt;
  readonly before: GradeResult;
  /** null where it could not be made. */
  readonly after: GradeResult | null;
}

/** Returns the tasks of results to be made again, whose proposals are not there yet. */
export async function stale(store: BatchStore, planned: readonly Planned[]): Promise<GradingTask[]> {
  const tasks = await Promise.all(
    planned.map(async ({ attempt, standing, task }) => {
      if (standing.kind !== 'changed') return [];
      const proposed = await store.result(attempt, proposedFolder(attempt));
      return proposed?.environment.key === task.key && proposed.verdict !== 'error' ? [] : [task];
    }),
  );
  return tasks.flat();
}

/** Returns the tasks that grade attempts again beside what counts; an attempt without a result is graded as usual. */
export function again(store: BatchStore, planned: readonly Planned[]): GradingTask[] {
  return planned.flatMap(({ attempt, standing, task }) => {
    if (standing.kind === 'undecided') return [];
    if (standing.kind === 'missing') return [task];
    const into = proposedFolder(attempt);
    return [{ ...task, into: store.path(into), staff: store.path(staffFolder(into)) }];
  });
}

/** Returns what is to change, as far as its proposals are there. A proposal of the same key is one of `grade batch regrade`. */
export async function changes(store: BatchStore, planned: readonly Planned[]): Promise<Change[]> {
  const found = await Promise.all(
    planned.map(async ({ attempt, standing, task }): Promise<Change[]> => {
      if (standing.kind === 'missing' || standing.kind === 'undecided') return [];
      const proposed = await store.result(attempt, proposedFolder(attempt));
      if (standing.kind === 'current' && proposed?.environment.key !== task.key) return [];
      const after = proposed?.environment.key === task.key && isFinal(proposed, standing.result) ? proposed : null;
      return [{ attempt, before: standing.result, after }];
    }),
  );
  return found.flat();
}

/** A fault of the machine replaces nothing but another one. */
function isFinal(after: GradeResult, before: GradeResult): boolean {
  return after.verdict !== 'error' || before.verdict === 'error' || after.responsible === 'student';
}

/** Whether a student would notice: points, verdict, or the status or points of a check. */
export function isNoticeable({ before, after }: Change): boolean {
  if (after === null) return true;
  const same = before.score === after.score && before.maxScore === after.maxScore && before.verdict === after.verdict;
  return !same || changedChecks(before, after).length > 0;
}

/** Returns whether only the points of checks differ: their sum, the verdict and the status of each check are the same. */
export function isOfPointsOnly({ before, after }: Change): boolean {
  if (after === null || before.score !== after.score || before.verdict !== after.verdict) return false;
  return changedChecks(before, after).every(({ was, is }) => was.status === is.status);
}

/** Checks whose status or points differ. */
export function changedChecks(before: GradeResult, after: GradeResult): { was: CheckResult; is: CheckResult }[] {
  return after.checks.flatMap((is) => {
    const was = before.checks.find(({ id }) => id === is.id);
    return was && (was.status !== is.status || was.score !== is.score || was.maxScore !== is.maxScore)
      ? [{ was, is }]
      : [];
  });
}
