import { accumulator, hasFraction, isFloat, toleranceOf } from '../arithmetic.ts';
import type { Design, Kind } from '../model.ts';
import { casesOf } from '../sizes.ts';

/** One number from each row: a block a row, which adds up its threads' sums in shared memory. */
export const reduction: Kind = {
  about: 'one number from each row: a block a row, shared memory, barriers',
  fields: { inputs: ['x:float32:rows,columns'], outputs: ['sums:float32:rows'], scalars: [] },

  problems: ({ inputs: [x, ...more], outputs: [out, ...others] }) => {
    const fits =
      x?.shape.length === 2 &&
      x.shape[0] !== x.shape[1] &&
      out?.shape.length === 1 &&
      out.shape[0] === x.shape[0] &&
      more.length + others.length === 0;
    const problems: string[] = [];
    if (!fits) {
      problems.push(
        'a reduction has one input [rows,columns] and one output [rows], e.g. --input x:float32:rows,columns --output sums:float32:rows',
      );
    }
    if (out?.type === 'uint8') {
      problems.push(`${out.name}: a sum does not fit into uint8; expected int32, uint32, float32 or float64`);
    }
    return problems;
  },

  design: (request): Design => {
    const [input, output] = [request.inputs[0], request.outputs[0]];
    const [rows = '', columns = ''] = input?.shape ?? [];
    const at = (height: number, width: number) => request.extents.map((name) => (name === rows ? height : width));
    const range = (height: [number, number], width: [number, number]) =>
      request.extents.map((name) => (name === rows ? height : width));
    const scale = request.factors.map(({ name }) => `${name} * `).join('');
    const type = input?.type ?? 'float32';
    const real = isFloat(type) && isFloat(output?.type ?? 'float32');
    const least = output?.type === 'uint32' || type.startsWith('uint') ? 0 : -1;
    return {
      summary: 'Add up each row with a block of threads that share their sums.',
      ranges: { [input?.name ?? '']: real ? [-1, 1] : [100 * least, 100] },
      tolerance: toleranceOf(request, hasFraction(request), columns),
      technique: '{ kind: shared-tiles, maxSectorRatio: 0.5 }',
      ...casesOf(
        request,
        [
          { name: 'one', about: 'A single number, for which a whole block is started.', at: at(1, 1) },
          { name: 'one-row', about: 'A single row, longer than a block has threads.', at: at(1, 1500) },
          { name: 'one-column', about: 'Rows of one number each.', at: at(41, 1) },
          { name: 'short', about: 'Rows shorter than a warp, and no power of two.', at: at(9, 23) },
          { name: 'exact', about: 'Rows of a multiple of every usual block size.', at: at(16, 512) },
          {
            name: 'large',
            about: 'Long rows, one more than a multiple of the usual block sizes. Technique is judged here.',
            at: at(48, 1025),
          },
        ],
        [
          { name: 'ragged', count: 2, at: range([2, 30], [33, 900]) },
          { name: 'narrow', count: 1, at: range([30, 90], [2, 31]) },
        ],
        { timed: at(8192, 8192), example: at(2, 6) },
      ),
      reference: 'tree.cu',
      ratios: [6, 3, 1.2],
      kernel: {
        launch: `{ name: block-per-row, grid: [${rows}], block: [256] }`,
        accepted: ['tree.cu'],
        rejected: ['barrier-missing.cu', 'barrier-in-branch.cu', 'past-the-row.cu', 'partial-not-set.cu'],
      },
      words: {
        x: input?.name,
        out: output?.name,
        rows,
        columns,
        accumulator: accumulator(request),
        shared: accumulatorArray(accumulator(request)),
        scale,
        plainScale: scale.toUpperCase(),
      },
    };
  },
};

/** JavaScript's array of the C type. */
function accumulatorArray(type: ReturnType<typeof accumulator>): string {
  return { double: 'Float64Array', float: 'Float32Array', 'unsigned int': 'Uint32Array', int: 'Int32Array' }[type];
}
