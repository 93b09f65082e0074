import type { RunResult } from '../../host/index.ts';
import { decoyPlan } from './decoys.ts';
import { makeCase } from './inputs.ts';
import type { Subject } from './reordered.ts';
import { runRequest } from './request.ts';

/** The number of the data of this run. No decoy has it. */
const FRESH = 2_001;

/** Only a source that mentions one of these has work that has more than one order. */
const CREATES_ORDERS = /cuda(?:Stream|Graph)/;

/** The program and its case. */
type StreamSubject = Pick<Subject, 'assignment' | 'engine' | 'compiled'> & {
  readonly own: Pick<Subject['own'], 'plan'>;
};

/** The races between streams, and the end of the search for them if it was before the program's. */
export type FoundInStreams = Pick<RunResult, 'faults' | 'streamsStopped'>;

/**
 * Runs host code and kernels on other data of the same kind, and looks for two calls in different streams that use the
 * same bytes and that nothing orders. The calls, not the data, decide what is ordered.
 * @param source - of the submission
 */
export async function streamRacesOf(subject: StreamSubject, source: string): Promise<FoundInStreams> {
  if (!CREATES_ORDERS.test(source)) return { faults: [] };
  const { faults, streamsStopped } = await inStreams(subject);
  return { faults: faults.filter(({ streams }) => streams), ...(streamsStopped && { streamsStopped }) };
}

/**
 * Returns how many copies of a case can run at the same time as a kernel of another stream. The calls, not the data, decide
 * it. `undefined` if the order is not known up to the end.
 * @param source - of the submission
 */
export async function overlappingCopiesOf(subject: StreamSubject, source: string): Promise<number | undefined> {
  if (!CREATES_ORDERS.test(source)) return 0;
  const { streamsStopped, overlappingCopies } = await inStreams(subject);
  return streamsStopped ? undefined : (overlappingCopies ?? 0);
}

async function inStreams({ assignment, engine, compiled, own: { plan } }: StreamSubject): Promise<RunResult> {
  const { spec } = assignment;
  const own = await makeCase(assignment, decoyPlan(spec, plan, FRESH), engine);
  const request = runRequest(spec, compiled, own.plan, own, false);
  return engine.run({ ...request, looksAtStreams: true });
}
