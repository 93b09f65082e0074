import { referenceOutput } from '../../compare/index.ts';
import {
  type AssignmentSpec,
  arrayParameters,
  type Dims,
  extents,
  isInput,
  isOutput,
  makeElements,
  operationsOf,
} from '../../spec/index.ts';

/** Operations that are really made; what the whole would take follows from them. */
const OPERATIONS = 5e7;

/**
 * How long the exercise takes as a plain loop on one core of this machine's processor: for the reader's interest.
 * Only a part of the rows is computed, and its time is scaled.
 * @returns milliseconds; null where the exercise is no built-in operation
 */
export async function plainLoopMs(spec: AssignmentSpec, dims: Dims, now: () => number): Promise<number | null> {
  const { operation } = spec.expected;
  const all = operationsOf(spec, dims);
  const arrays = arrayParameters(spec.entry);
  const outer = arrays.find(isOutput)?.shape[0];
  const rows = typeof outer === 'string' ? dims[outer] : undefined;
  if (operation === 'simulator' || all === null || typeof outer !== 'string' || rows === undefined) return null;
  const part = Math.max(1, Math.min(rows, Math.floor((rows * OPERATIONS) / all)));
  const fewer = { ...dims, [outer]: part };
  const shapes = extents(spec, fewer);
  const inputs = Object.fromEntries(
    arrays.filter(isInput).map(({ name, type }) => {
      const count = (shapes[name] ?? []).reduce((product, extent) => product * extent, 1);
      return [name, makeElements(type, count).fill(1)];
    }),
  );
  const started = now();
  await referenceOutput(operation, inputs, fewer);
  return ((now() - started) * rows) / part;
}
