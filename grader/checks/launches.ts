import type { RunResult } from '../record/index.ts';
import type { ProgramLaunch } from '../result/index.ts';
import { wordLaunchNotes } from '../wording/index.ts';

/** A launch as results tell it. */
export function launchEntry({ kernel, grid, block, outcome }: RunResult['launches'][number]): ProgramLaunch {
  const { sharedBytes, counters, countersLost } = outcome;
  const notes = wordLaunchNotes(outcome);
  return {
    kernel,
    grid: [...grid],
    block: [...block],
    sharedBytes,
    counters: countersLost ? null : { ...counters },
    ...(notes.length > 0 && { notes }),
  };
}
