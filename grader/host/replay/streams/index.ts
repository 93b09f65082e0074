import type { Recorded } from '../../task.ts';
import { StreamOrders } from './orders.ts';
import { streamProgramOf } from './program.ts';

export type { LegalOrder, StreamOrders } from './orders.ts';
export type { Unit } from './program.ts';

/**
 * Returns the orders in which CUDA allows a program's work in several streams to run.
 * @param recorded - of one structure
 * @param readsCanWait - host code does not look at page-locked memory before it has waited for the copy
 * @returns `null` if there is only one, or if they are not surely known
 */
export function streamOrdersOf(recorded: readonly Recorded[], readsCanWait: boolean): StreamOrders | null {
  const [first, ...others] = recorded.map(({ executed }) => executed.recording);
  if (!first?.order) return null;
  // Waiting may depend on data, even if work does not.
  const calls = JSON.stringify(first.order.map(({ call }) => call));
  if (others.some((other) => JSON.stringify(other?.order?.map(({ call }) => call)) !== calls)) return null;
  const program = streamProgramOf(first, readsCanWait);
  return program && new StreamOrders(program);
}
