import type { AccessEnd } from '../devices/index.ts';
import { coverage, type LaunchCoverage } from '../plan/index.ts';
import type { LaunchRecord } from '../record/index.ts';
import type { CaseEvidence } from './evidence.ts';

/** Whether a thread has an element of its own; null where that is not known, or not to be told. */
type ElementOf = (end: AccessEnd) => 'own' | 'none' | null;

const UNKNOWN: ElementOf = () => null;

/**
 * Tells threads that have an element from those that a launch has to spare because grids are made of whole blocks. That
 * means something only of a kernel that has one thread for each element of the output: its launch of every visible case
 * covers the output and reaches less than a block beyond it. Threads that fill shared memory together have work even
 * where they have no element.
 */
export function elementOf(
  { fault, case: seen }: { readonly fault: { readonly launch: number }; readonly case: CaseEvidence },
  cases: readonly CaseEvidence[],
): ElementOf {
  const launch = seen.run.launches[fault.launch];
  if (!launch || !seen.visible) return UNKNOWN;
  const isOnePerElement = cases
    .filter(({ visible }) => visible)
    .every((other) =>
      other.run.launches.filter(({ kernel }) => kernel === launch.kernel).every((each) => layOf(each, other) !== null),
    );
  const laid = isOnePerElement ? layOf(launch, seen) : null;
  if (!laid) return UNKNOWN;
  return ({ block, thread }) => {
    const [x, y] = [block[0] * launch.block[0] + thread[0], block[1] * launch.block[1] + thread[1]];
    return x < laid.columns && y < laid.rows ? 'own' : 'none';
  };
}

/** How a launch with one thread for each element lies over the first output; null where it is no such launch. */
function layOf(launch: LaunchRecord, { outputs }: CaseEvidence): LaunchCoverage | null {
  const shape = outputs[0]?.shape;
  if (!shape || launch.outcome.sharedBytes > 0 || launch.grid[2] * launch.block[2] > 1) return null;
  const laid = coverage(launch, shape);
  const isRoundedUp =
    laid.threadColumns - laid.columns <= laid.blockColumns && laid.threadRows - laid.rows <= laid.blockRows;
  return laid.uncovered === 0 && isRoundedUp ? laid : null;
}
