import { wordExtents, wordLaunchEstimate, wordLauncher, wordNumber } from '../../explain/index.ts';
import { printable } from '../../platform/index.ts';
import type { ProgramLaunch } from '../../result/index.ts';

/** A table of counters for each launch, with an estimate of its time: its names and what they count are those of the JSON. */
export function renderCounters(launches: readonly ProgramLaunch[]): string {
  return launches.map((launch, index) => renderLaunch(launch, index + 1)).join('');
}

function renderLaunch(
  { kernel, grid, block, sharedBytes, launchedBy, counters, estimate, notes = [] }: ProgramLaunch,
  ordinal: number,
): string {
  const shape = `<<<${wordExtents(grid)}, ${wordExtents(block)}>>>`;
  const shared = sharedBytes > 0 ? `, ${wordNumber(sharedBytes)} bytes of shared memory` : '';
  const by = launchedBy ? `, ${wordLauncher(launchedBy)}` : '';
  const rows = Object.entries(counters ?? {}).map(([name, value]) => [name, wordNumber(value)] as const);
  const width = Math.max(0, ...rows.map(([name]) => name.length));
  const digits = Math.max(0, ...rows.map(([, value]) => value.length));
  return [
    `launch ${ordinal}: ${printable(kernel)} ${shape}${shared}${printable(by)}`,
    ...rows.map(([name, value]) => `  ${name.padEnd(width)}  ${value.padStart(digits)}`),
    ...(estimate ? [wordLaunchEstimate(estimate), ...estimate.remarks].map((line) => `  ${line}`) : []),
    ...notes.map((note) => `  ${note}`),
    '',
  ].join('\n');
}
