import type { Technique } from '../../spec/index.ts';
import type { Judged, Shortfall } from './shortfall.ts';

/** The function reports each error of the runtime. What is shown is the first call whose failure it does not report. */
export function errorHandling(
  { status }: Extract<Technique, { kind: 'error-handling' }>,
  { case: { failedCalls, run } }: Judged,
): Shortfall {
  // A program whose calls fail by themselves is not tried, and another check reports it.
  if (!failedCalls) return run.apiErrors.length > 0 ? null : 'not-counted';
  const { calls, unnoticed } = failedCalls;
  const [first] = unnoticed;
  if (!first) return null;
  const { call, ended, position } = first;
  const shortfall = { kind: 'unreported-error', call, ended, status, unreported: unnoticed.length, calls } as const;
  return { shortfall, launch: null, position };
}
