import type { Influence } from '../devices/index.ts';
import type { RunRequest, RunResult } from '../record/index.ts';
import { type AssignmentSpec, techniquesOf } from '../spec/index.ts';
import type { Engine } from './engine.ts';

/** One word of so many is altered: as few as show something, so that a value of a thread's own is seldom among them. */
const ALTERED = [512, 32, 2] as const;
/** Changed words that are enough to conclude from. */
const ENOUGH = 8;

/**
 * Measures how outputs follow from what threads load, for the techniques that ask for it: in altered runs of the case
 * that was counted.
 * @returns null if no technique asks, or if the program did not end by itself
 */
export async function measureInfluence(
  spec: AssignmentSpec,
  request: RunRequest,
  run: RunResult,
  engine: Pick<Engine, 'run'>,
  signal?: AbortSignal,
): Promise<Influence | null> {
  if (!techniquesOf(spec).some(({ kind }) => kind === 'shared-tiles')) return null;
  if (run.host.status !== 'returned' || run.launches.length === 0) return null;
  let measured: Influence | null = null;
  for (const alterEvery of ALTERED) {
    const { influence } = await engine.run({ ...request, counters: false, alterEvery }, signal);
    // An altered run that does not end says nothing.
    if (!influence) return { changed: 0, unshared: 0, lost: true };
    measured = influence;
    if (influence.lost || influence.changed >= ENOUGH) break;
  }
  return measured;
}
