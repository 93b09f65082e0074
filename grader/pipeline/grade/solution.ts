import { AssignmentError } from '../../platform/index.ts';
import { type Assignment, prototype, readSolutionCount, type SolutionCount } from '../../spec/index.ts';
import { countRun, isSameCall } from './baseline.ts';
import type { Engine } from './engine.ts';
import { largestCase, type PlannedCase, planCases } from './plan-cases.ts';
import { asWritten } from './style.ts';

/**
 * What the assignment's reference solution moves on one case, as `reference/` has it; null where it is not there, or of
 * another solution or case. The solution itself is not read: most who grade do not have it.
 */
export function solutionCount(given: Assignment, plan: PlannedCase, engine: Engine): SolutionCount | null {
  const assignment = asWritten(given);
  const { spec } = assignment;
  const known = readSolutionCount((path) => engine.readFile(assignment, path));
  // A student's copy of an assignment names no solution.
  const isOther = spec.timing?.reference !== undefined && spec.timing.reference !== known?.file;
  if (!known || isOther || !isSameCall(known, { entry: prototype(spec), dims: { ...plan.dims } })) return null;
  return known;
}

/**
 * What `reference/` says of the reference solution: counted anew, on the largest visible case; null where the assignment
 * names none.
 * @throws AssignmentError where it does not compile, or could not be counted
 */
export async function countSolution(assignment: Assignment, engine: Engine): Promise<SolutionCount | null> {
  const { spec } = assignment;
  const file = spec.timing?.reference;
  const largest = largestCase(planCases(spec, ''));
  if (!largest || file === undefined) return null;
  const source = new TextDecoder().decode(engine.readFile(assignment, file));
  const { launches } = await countRun(assignment, largest, engine, file, source);
  if (launches.some(({ outcome }) => outcome.countersLost)) {
    throw new AssignmentError(`Counting the memory accesses of ${file} of ${spec.id} takes more memory than there is.`);
  }
  const counters = launches.map(({ outcome }) => outcome.counters);
  return { file, entry: prototype(spec), dims: { ...largest.dims }, ...solutionTotals(counters) };
}

/** @param counters - of all launches */
export function solutionTotals(
  counters: readonly Readonly<Record<string, number>>[],
): Omit<SolutionCount, 'file' | 'entry' | 'dims'> {
  const total = (...names: string[]) =>
    counters.reduce((sum, counter) => names.reduce((all, name) => all + (counter[name] ?? 0), sum), 0);
  return {
    globalLoadSectors: total('globalLoadSectors'),
    globalStoreSectors: total('globalStoreSectors'),
    sharedWavefronts: total('sharedLoadWavefronts', 'sharedStoreWavefronts'),
    sharedBankConflicts: total('sharedLoadBankConflicts', 'sharedStoreBankConflicts'),
  };
}
