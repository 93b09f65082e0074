import type { CompileResult } from '../compile/index.ts';
import { wordLaunchNotes } from '../explain/index.ts';
import type { RunResult } from '../host/index.ts';
import type { ProgramLaunch } from '../result/index.ts';
import { launchEstimate } from './launch-estimate.ts';

/** Line of a site in the file that was compiled; none where nothing was. */
export function siteLines(compiled: CompileResult): (site: number) => number | undefined {
  const sites = compiled.status === 'compiled' ? compiled.device.sites : [];
  return (site) => sites[site]?.position?.line;
}

/**
 * A launch as results tell it.
 * @param lineOf - a site's line, for what is said of it
 */
export function launchEntry(
  launch: RunResult['launches'][number],
  lineOf: (site: number) => number | undefined,
): ProgramLaunch {
  const { kernel, grid, block, outcome, launchedBy, position } = launch;
  const { sharedBytes, counters, countersLost } = outcome;
  const estimate = launchEstimate(launch, lineOf);
  const notes = wordLaunchNotes(outcome);
  return {
    kernel,
    grid: [...grid],
    block: [...block],
    sharedBytes,
    ...(launchedBy !== undefined && {
      launchedBy: { kernel: launchedBy, ...(position && { line: position.line }) },
    }),
    counters: countersLost ? null : { ...counters },
    ...(estimate && { estimate }),
    ...(notes.length > 0 && { notes }),
  };
}
