import { hasFraction, rangeOf, toleranceOf } from '../arithmetic.ts';
import type { Design, Kind, ScaffoldRequest } from '../model.ts';
import { casesOf } from '../sizes.ts';

/** How the languages write things. */
interface Notation {
  /** Element `i` of an input. */
  readonly load: (array: string) => string;
  readonly factor: (name: string) => string;
}

/** Each element of the outputs is made from the same element of the inputs, by a thread of its own. */
export const map: Kind = {
  about: 'each output element from the same element of the inputs: a 1-D grid, the guard',
  fields: { inputs: ['x:float32:n', 'y:float32:n'], outputs: ['out:float32:n'], scalars: ['a:float32:0.5'] },

  problems: ({ inputs, outputs, extents }) => {
    const problems: string[] = [];
    if (outputs.length === 0) problems.push('expected at least one output, e.g. --output out:float32:n');
    const shapes = new Set([...inputs, ...outputs].map(({ shape }) => shape.join(',')));
    if (shapes.size > 1) {
      problems.push(
        `every array of a map has the same shape; found ${[...shapes].map((shape) => `[${shape}]`).join(' and ')}`,
      );
    }
    if (extents.length > 3) problems.push(`at most 3 extents; found ${extents.join(', ')}`);
    return problems;
  },

  design: (request): Design => {
    const { inputs, outputs, extents } = request;
    const fraction = hasFraction(request);
    const weight = inputs.length + 1 + request.factors.reduce((sum, { value }) => sum + value, 0);
    return {
      summary: 'Make each element of the result in a thread of its own.',
      ranges: Object.fromEntries(inputs.map(({ name, type }) => [name, rangeOf(type, request, weight)])),
      tolerance: toleranceOf(request, fraction),
      technique: '{ kind: parallel-outputs, minThreads: 1024, minBlocks: 2 }',
      ...sizes(request),
      reference: 'one-thread-per-element.cu',
      ratios: [8, 4, 1.5],
      kernel: null,
      words: {
        // As an operand of a product and of a sum alike.
        count: outputs[0]?.shape.join(' * '),
        flat: extents.length === 1,
        values: outputs.map(({ name, type }, index) => ({
          name,
          cuda: valueAt(request, index, type, { load: (array) => `${array}[i]`, factor: (factor) => factor }),
          kernel: valueAt(request, index, type, { load: (array) => `${array}.load(i)`, factor: (factor) => factor }),
          plain: valueAt(request, index, type, {
            load: (array) => `(${array}[i] ?? 0)`,
            factor: (factor) => factor.toUpperCase(),
          }),
        })),
      },
    };
  },
};

/**
 * A value to begin with, which an instructor replaces by the exercise's own: inputs with weights, and a number that
 * tells one output from the next. Without inputs, the element's own index.
 */
function valueAt(
  { inputs, factors }: ScaffoldRequest,
  output: number,
  type: string,
  { load, factor }: Notation,
): string {
  const terms = inputs.length === 0 ? ['i'] : inputs.map(({ name }) => load(name));
  const weights = terms.map((_, index) => {
    const given = factors[index];
    return given === undefined ? (index === 0 && inputs.length > 0 ? '2 * ' : '') : `${factor(given.name)} * `;
  });
  const rest = factors.slice(terms.length).map(({ name }) => factor(name));
  const constant = output + (inputs.length === 1 ? 1 : 0);
  const sum = [...terms.map((term, index) => `${weights[index]}${term}`), ...rest, ...(constant > 0 ? [constant] : [])];
  const value = sum.join(' + ');
  if (inputs.length > 0 || type !== 'uint8' || factors.length > 0) return value;
  return `${sum.length > 1 ? `(${value})` : value} % 256`;
}

function sizes(request: ScaffoldRequest) {
  const about = {
    one: 'The smallest problem: one element, and a block with many extra threads.',
    few: 'Fewer elements than a block has threads.',
    more: 'One element more than a multiple of the usual block sizes.',
    exact: 'A multiple of every usual block size, where the grid has no extra threads.',
    fewer: 'One element fewer than a multiple of the usual block sizes.',
    large: 'Several blocks, the last one not full. Technique is judged here.',
  };
  const values: Readonly<Record<keyof typeof about, readonly (readonly number[])[]>> = {
    one: [[1], [1, 1], [1, 1, 1]],
    few: [[31], [1, 29], [1, 1, 29]],
    more: [[257], [257, 1], [257, 1, 1]],
    exact: [[2048], [64, 32], [16, 4, 32]],
    fewer: [[1023], [31, 33], [11, 3, 31]],
    large: [[5000], [150, 35], [3, 43, 41]],
  };
  const rank = request.extents.length - 1;
  return casesOf(
    request,
    (Object.keys(about) as (keyof typeof about)[]).map((name) => ({
      name,
      about: about[name],
      at: values[name][rank] ?? [],
    })),
    [
      {
        name: 'ragged',
        count: 2,
        at: [
          [[300, 4000]],
          [
            [17, 72],
            [17, 72],
          ],
          [
            [2, 6],
            [9, 29],
            [9, 29],
          ],
        ][rank] as [number, number][],
      },
      {
        name: 'small',
        count: 1,
        at: [
          [[2, 200]],
          [
            [2, 14],
            [2, 14],
          ],
          [
            [2, 5],
            [2, 6],
            [2, 6],
          ],
        ][rank] as [number, number][],
      },
    ],
    { timed: [[1 << 26], [8192, 8192], [64, 1024, 1024]][rank] ?? [], example: [[10], [2, 5], [1, 2, 5]][rank] ?? [] },
  );
}
