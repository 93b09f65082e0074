import type { OutputState } from '../../host/index.ts';
import type { FailedCalls, UnnoticedFailure } from '../../judge/index.ts';
import type { MadeCase } from './inputs.ts';
import type { Subject } from './reordered.ts';
import { runRequest } from './request.ts';

/** The calls that are tried. A program with more has loops, in which calls repeat. */
const MOST_CALLS = 40;

/**
 * Lets the calls of a program fail, one per run, and looks whether the function reports it.
 * @param small - a case that takes little time, because the program runs once per call
 * @param status - the name of the output that must not be 0 then
 */
export async function failedCallsOf(
  { assignment, engine, compiled }: Pick<Subject, 'assignment' | 'engine' | 'compiled'>,
  small: MadeCase,
  status: string,
): Promise<FailedCalls> {
  const request = runRequest(assignment.spec, compiled, small.plan, small, false);
  const unnoticed: UnnoticedFailure[] = [];
  let calls = 0;
  for (let failCall = 1; failCall <= MOST_CALLS; failCall++) {
    const { apiErrors, host, outputs } = await engine.run({ ...request, failCall });
    const [failed] = apiErrors;
    if (!failed) break;
    calls += 1;
    const ended = host.status !== 'returned';
    if (ended || !isReported(outputs.find(({ name }) => name === status)))
      unnoticed.push({ call: failed.call, position: failed.position, ended });
  }
  return { calls, unnoticed };
}

/** True if an element was written, and is not 0. */
function isReported(output: OutputState | undefined): boolean {
  return output?.bytes.some((byte, at) => byte !== 0 && ((output.state[at] ?? 0) & WRITTEN) !== 0) ?? false;
}

/** The flag of a byte that was written. */
const WRITTEN = 2;
