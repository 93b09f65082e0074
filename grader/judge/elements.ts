import type { AccessEnd } from '../device/index.ts';
import type { LaunchRecord } from '../host/index.ts';
import type { LaunchCoverage } from '../host/plan/index.ts';
import type { CaseEvidence } from './evidence.ts';
import { layoutOf } from './layout.ts';

/** Whether a thread has an element of its own; null where that is not known, or not to be told. */
export type ElementOf = (end: AccessEnd) => 'own' | 'none' | null;

const UNKNOWN: ElementOf = () => null;

/**
 * Tells threads that have an element from those that a launch has to spare because grids are made of whole blocks. That
 * means something only of a kernel that has one thread for each element of the output: its launch of every visible case
 * covers the output and reaches less than a block beyond it. Threads that fill shared memory together have work even
 * where they have no element.
 * @returns asked for each of many problems: the launches of a kernel are looked at once
 */
export function elementsOf(
  cases: readonly CaseEvidence[],
): (problem: { readonly fault: { readonly launch: number }; readonly case: CaseEvidence }) => ElementOf {
  const known = new Map<string, boolean>();
  const isOnePerElement = (kernel: string): boolean => {
    const answer = known.get(kernel) ?? hasOnePerElement(kernel, cases);
    known.set(kernel, answer);
    return answer;
  };
  return ({ fault, case: seen }) => {
    const launch = seen.run.launches[fault.launch];
    if (!launch || !seen.visible) return UNKNOWN;
    const laid = isOnePerElement(launch.kernel) ? layOf(launch, seen) : null;
    if (!laid) return UNKNOWN;
    return ({ block, thread }) => {
      const [x, y] = [block[0] * launch.block[0] + thread[0], block[1] * launch.block[1] + thread[1]];
      return x < laid.columns && y < laid.rows ? 'own' : 'none';
    };
  };
}

function hasOnePerElement(kernel: string, cases: readonly CaseEvidence[]): boolean {
  return cases
    .filter(({ visible }) => visible)
    .every((seen) =>
      seen.run.launches.filter((launch) => launch.kernel === kernel).every((launch) => layOf(launch, seen) !== null),
    );
}

/** How a launch with one thread for each element lies over the first output; null where it is no such launch. */
function layOf(launch: LaunchRecord, seen: CaseEvidence): LaunchCoverage | null {
  const output = seen.outputs[0];
  const laid = output && launch.outcome.sharedBytes === 0 ? layoutOf(launch, seen, output, [seen])?.laid : null;
  if (!laid) return null;
  const isRoundedUp =
    laid.threadColumns - laid.columns <= laid.blockColumns && laid.threadRows - laid.rows <= laid.blockRows;
  return laid.uncovered === 0 && isRoundedUp ? laid : null;
}
