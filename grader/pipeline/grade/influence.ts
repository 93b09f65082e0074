import type { CompileResult } from '../../compile/index.ts';
import type { Influence } from '../../device/index.ts';
import type { RunResult } from '../../host/index.ts';
import { type Assignment, techniquesOf } from '../../spec/index.ts';
import { decoyPlan } from './decoys.ts';
import type { Engine } from './engine.ts';
import { makeCase } from './inputs.ts';
import type { PlannedCase } from './plan-cases.ts';
import { runRequest } from './request.ts';

/** One word of so many is altered: as few as show something, so that a value of a thread's own is seldom among them. */
const ALTERED = [512, 32, 2] as const;
/** Changed words that are enough to conclude from. */
const ENOUGH = 8;

/** The number of the data of altered runs, which no decoy has: host code must not see what is judged. */
const OWN_DATA = 2_000;

/**
 * Measures how outputs follow from what threads load, for the techniques that ask for it: in altered runs of the case
 * that was counted, on data of their own.
 * @param run - what the case itself left behind
 * @returns null if no technique asks, or if the program did not end by itself
 */
export async function measureInfluence(
  assignment: Assignment,
  compiled: Extract<CompileResult, { status: 'compiled' }>,
  plan: PlannedCase,
  run: RunResult,
  engine: Engine,
  signal?: AbortSignal,
): Promise<Influence | null> {
  const { spec } = assignment;
  if (!techniquesOf(spec).some(({ kind }) => kind === 'shared-tiles')) return null;
  if (run.host.status !== 'returned' || run.launches.length === 0) return null;
  const own = await makeCase(assignment, decoyPlan(spec, plan, OWN_DATA), engine);
  const request = runRequest(spec, compiled, plan, own, false);
  const words = Object.values(own.inputs).reduce((sum, { byteLength }) => sum + byteLength / 4, 0);
  let measured: Influence | null = null;
  for (const alterEvery of ALTERED) {
    const { influence } = await engine.run({ ...request, alterEvery }, signal);
    // An altered run that does not end says nothing.
    if (!influence) return { changed: 0, unshared: 0, lost: true };
    measured = { ...influence, altered: words / alterEvery };
    if (influence.lost || influence.changed >= ENOUGH) break;
  }
  return measured;
}
