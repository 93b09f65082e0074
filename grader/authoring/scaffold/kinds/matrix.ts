import { accumulator, hasFraction, isFloat, toleranceOf } from '../arithmetic.ts';
import type { Design, Kind, ScaffoldRequest } from '../model.ts';
import { casesOf } from '../sizes.ts';

/** The product of two matrices, an element a thread. */
export const matrix: Kind = {
  about: 'each element of a matrix from a row and a column: 2-D blocks, a loop in each thread',
  fields: { inputs: ['m:float32:h,k', 'n:float32:k,w'], outputs: ['out:float32:h,w'], scalars: [] },

  problems: ({ inputs: [m, n, ...more], outputs: [out, ...others], extents }) => {
    const fits =
      m?.shape.length === 2 &&
      n?.shape.length === 2 &&
      out?.shape.length === 2 &&
      m.shape[1] === n.shape[0] &&
      out.shape[0] === m.shape[0] &&
      out.shape[1] === n.shape[1] &&
      extents.length === 3 &&
      more.length + others.length === 0;
    const problems: string[] = [];
    if (!fits) {
      problems.push(
        'a matrix product has inputs [h,k] and [k,w] and one output [h,w], e.g. --input m:float32:h,k --input n:float32:k,w --output out:float32:h,w',
      );
    }
    if (out?.type === 'uint8') {
      problems.push(
        `${out.name}: a sum of products does not fit into uint8; expected int32, uint32, float32 or float64`,
      );
    }
    return problems;
  },

  design: (request): Design => {
    const [m, n] = request.inputs;
    const [h = '', k = ''] = m?.shape ?? [];
    const w = n?.shape[1] ?? '';
    const order = (at: Readonly<Record<string, number>>) => request.extents.map((name) => at[name] ?? 1);
    const size = (height: number, width: number, inner: number) => order({ [h]: height, [w]: width, [k]: inner });
    const range = (height: [number, number], width: [number, number], inner: [number, number]) =>
      request.extents.map((name) => (name === h ? height : name === w ? width : inner));
    const scale = request.factors.map(({ name }) => `${name} * `).join('');
    return {
      summary: 'Multiply two matrices with one thread per element, in two-dimensional blocks.',
      ranges: Object.fromEntries(request.inputs.map(({ name, type }) => [name, rangeOf(type, request)])),
      tolerance: toleranceOf(request, hasFraction(request), k),
      technique: '{ kind: two-dimensional-blocks }',
      ...casesOf(
        request,
        [
          { name: 'one-by-one', about: 'The smallest product, a single number.', at: size(1, 1, 1) },
          { name: 'one-row', about: 'A single row of results.', at: size(1, 37, 20) },
          { name: 'one-column', about: 'A single column of results.', at: size(41, 1, 33) },
          {
            name: 'odd',
            about: 'One more or one fewer than a multiple of 16 and 32 on every side.',
            at: size(17, 33, 31),
          },
          { name: 'exact', about: 'A multiple of 16 and 32 on every side; not square.', at: size(64, 96, 32) },
          {
            name: 'large',
            about: 'Several blocks each way, ragged at the right and at the bottom. Technique is judged here.',
            at: size(129, 101, 67),
          },
        ],
        [
          { name: 'ragged', count: 2, at: range([17, 90], [17, 90], [1, 70]) },
          { name: 'flat', count: 1, at: range([1, 4], [60, 120], [5, 40]) },
        ],
        { timed: size(2048, 2048, 2048), example: size(3, 7, 5) },
      ),
      reference: 'one-thread-per-element.cu',
      ratios: [4, 2.5, 1.2],
      kernel: {
        launch: `{ name: blocks-of-16x16, grid: [ceil(${w}/16), ceil(${h}/16)], block: [16, 16] }`,
        accepted: ['one-thread-per-element.cu', 'grid-stride.cu'],
        rejected: ['guard-missing.cu', 'guard-one-sided.cu', 'last-term-dropped.cu', 'row-stride.cu'],
      },
      words: {
        m: m?.name,
        n: n?.name,
        out: request.outputs[0]?.name,
        h,
        w,
        k,
        accumulator: accumulator(request),
        operations: `2*${h}*${w}*${k}`,
        scale,
        plainScale: scale.toUpperCase(),
      },
    };
  },
};

/** Small whole numbers, so that every sum of products is exact in float32 and fits into int32. */
function rangeOf(type: string, { outputs }: ScaffoldRequest): readonly [number, number] {
  const unsigned = outputs.some((output) => output.type === 'uint32');
  const most = type.startsWith('float') && outputs.every((output) => isFloat(output.type)) ? 1 : 8;
  return unsigned || type.startsWith('uint') ? [0, most] : [-most, most];
}
