import { AssignmentError } from '../platform/index.ts';
import type { Dims, ElementArray, ElementArrays } from '../spec/index.ts';
import type { CompareBackend } from './backend.ts';
import { compareBackend } from './select.ts';

/** Built-in operations, see `expected.operation` of the specification. */
export type Operation = 'luma' | 'matrix-product';

/**
 * Expected output of a built-in operation, in float64.
 * - `luma`: the only input is planar [3, pixels]; 0.2989 R + 0.5870 G + 0.1140 B, [pixels], rounded down as C
 *   converts to an integer.
 * - `matrix-product`: the inputs are, in the order of the parameters, row-major [h, k] and [k, w]; the output is [h, w]. The
 *   integer scalars are called h, w and k.
 * @throws AssignmentError where inputs or dims are not those of the operation
 */
export async function referenceOutput(
  operation: Operation,
  inputs: ElementArrays,
  dims: Dims,
  backend: CompareBackend = compareBackend(),
): Promise<Float64Array> {
  switch (operation) {
    case 'luma': {
      const gray = await backend.luma(...lumaInput(inputs));
      return gray.map(Math.floor);
    }
    case 'matrix-product': {
      const { m, n, h, w, k } = productInputs(inputs, dims);
      return backend.matrixProduct(m, n, { h, w, k });
    }
  }
}

/** @returns planar x and its pixels */
export function lumaInput(inputs: ElementArrays): [x: ElementArray, pixels: number] {
  const [x, ...others] = Object.values(inputs);
  if (x === undefined || others.length > 0 || x.length % 3 !== 0) {
    throw new AssignmentError(
      `The operation luma takes one input of three planes; the assignment has ${describe(inputs)}.`,
    );
  }
  return [x, x.length / 3];
}

export function productInputs(inputs: ElementArrays, { h, w, k }: Dims) {
  const [m, n, ...others] = Object.values(inputs);
  const fits =
    h !== undefined &&
    w !== undefined &&
    k !== undefined &&
    m?.length === h * k &&
    n?.length === k * w &&
    !others.length;
  if (!fits) {
    throw new AssignmentError(
      `The operation matrix-product takes the scalars h, w and k and two inputs, [h, k] and [k, w]; the assignment has ${describe(inputs)}.`,
    );
  }
  return { m, n, h, w, k };
}

function describe(inputs: ElementArrays): string {
  const found = Object.entries(inputs).map(([name, { length }]) => `${name} of ${length} elements`);
  return found.length > 0 ? `inputs ${found.join(', ')}` : 'no inputs';
}
