import type { RunResult } from '../../host/index.ts';
import { decoyPlan } from './decoys.ts';
import { makeCase } from './inputs.ts';
import type { Subject } from './reordered.ts';
import { runRequest } from './request.ts';

/** The number of the data of this run. No decoy has it. */
const FRESH = 2_001;

/** Only a source that mentions one of these has work that has more than one order. */
const CREATES_ORDERS = /cuda(?:Stream|Graph)/;

/** The races between streams, and the end of the search for them if it was before the program's. */
export type FoundInStreams = Pick<RunResult, 'faults' | 'streamsStopped'>;

/**
 * Runs host code and kernels on other data of the same kind, and looks for two calls in different streams that use the
 * same bytes and that nothing orders. The calls, not the data, decide what is ordered.
 * @param source - of the submission
 */
export async function streamRacesOf(
  { assignment, engine, compiled, own: { plan } }: Subject,
  source: string,
): Promise<FoundInStreams> {
  if (!CREATES_ORDERS.test(source)) return { faults: [] };
  const { spec } = assignment;
  const own = await makeCase(assignment, decoyPlan(spec, plan, FRESH), engine);
  const request = runRequest(spec, compiled, own.plan, own, false);
  const { faults, streamsStopped } = await engine.run({ ...request, looksAtStreams: true });
  return { faults: faults.filter(({ streams }) => streams), ...(streamsStopped && { streamsStopped }) };
}
