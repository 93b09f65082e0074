import type { LaunchRecord } from '../host/index.ts';
import { coverage, type LaunchCoverage } from '../host/plan/index.ts';
import type { CaseEvidence, OutputEvidence } from './evidence.ts';

/** The position of a launch with one thread for each place over an output. */
export interface Layout {
  readonly laid: LaunchCoverage;
  /** Kernels stored to more places than threads stored, so that a thread takes several. */
  readonly several: boolean;
}

/**
 * Returns how a launch is laid over an output; `null` if what was stored contradicts one thread for each place. A block or
 * a warp can serve one element, and atomic functions let many threads change one: then a position in the grid says
 * nothing of an element.
 * @param cases - one launch of a kernel is too small to show this; the others of the kernel count as well
 */
export function layoutOf(
  launch: LaunchRecord,
  { run }: CaseEvidence,
  output: Pick<OutputEvidence, 'shape' | 'writtenByKernels' | 'elements'>,
  cases: readonly CaseEvidence[],
): Layout | null {
  if (cases.some((seen) => isServedByBlocks(launch.kernel, seen)) || launch.grid[2] * launch.block[2] > 1) return null;
  const laid = coverage(launch, output.shape);
  const writing = run.launches.filter(({ outcome }) => outcome.outputThreads > 0);
  const several = writing.length === 1 && output.writtenByKernels > launch.outcome.outputThreads * laid.depth;
  const covered = (laid.rows * laid.columns - laid.uncovered) * laid.depth;
  if (laid.uncovered === 0) return several ? null : { laid, several };
  const isTurned = laid.crosswise && output.writtenByKernels === output.elements;
  // Otherwise other launches, or threads at another place than their own, stored the rest.
  return several || isTurned || output.writtenByKernels <= covered ? { laid, several } : null;
}

/** Returns true if more blocks of a launch stored than are over the outputs, or if it stored by atomic functions. */
export function isServedByBlocks(kernel: string, { run, outputs }: CaseEvidence): boolean {
  return run.launches.some((launch) => launch.kernel === kernel && isByBlocks(launch, outputs));
}

/** Returns the kernels for which `isServedByBlocks` holds in one of the cases, in time linear in the launches. */
export function kernelsServedByBlocks(cases: readonly CaseEvidence[]): ReadonlySet<string> {
  const served = new Set<string>();
  for (const { run, outputs } of cases) {
    for (const launch of run.launches) {
      if (!served.has(launch.kernel) && isByBlocks(launch, outputs)) served.add(launch.kernel);
    }
  }
  return served;
}

function isByBlocks({ grid, block, outcome }: LaunchRecord, outputs: CaseEvidence['outputs']): boolean {
  if (outcome.atomicBlocks !== undefined) return true;
  const most = Math.max(...outputs.map(({ shape }) => blocksOver(coverage({ grid, block }, shape))));
  return outputs.length > 0 && outcome.outputBlocks > most;
}

/** Returns the number of blocks that have a thread for a place, whichever of x and y runs along a row. */
function blocksOver(laid: LaunchCoverage): number {
  const { rows, columns, threadRows, threadColumns, blockRows, blockColumns } = laid;
  const over = (across: number, down: number) =>
    Math.ceil(Math.min(across, threadColumns) / blockColumns) * Math.ceil(Math.min(down, threadRows) / blockRows);
  return Math.max(over(columns, rows), laid.crosswise ? over(rows, columns) : 0);
}
