import { accumulator, isFloat, rangeOf, toleranceOf } from '../arithmetic.ts';
import type { Design, Kind } from '../model.ts';
import { casesOf } from '../sizes.ts';

/** Each element of a two-dimensional output is made from an element of the input and its neighbours. */
export const stencil: Kind = {
  about: 'each element of a picture or field from its neighbours: 2-D blocks, edges',
  fields: { inputs: ['x:uint8:height,width'], outputs: ['out:uint8:height,width'], scalars: [] },

  problems: ({ inputs, outputs, extents }) => {
    const shapes = new Set([...inputs, ...outputs].map(({ shape }) => shape.join(',')));
    if (inputs.length === 1 && outputs.length === 1 && shapes.size === 1 && extents.length === 2) return [];
    return [
      'a stencil has one input and one output of the same two extents, e.g. --input x:uint8:height,width --output out:uint8:height,width',
    ];
  },

  design: (request): Design => {
    const [input, output] = [request.inputs[0], request.outputs[0]];
    const [height, width] = input?.shape ?? [];
    const scale = request.factors.map(({ name }) => `${name} * `).join('');
    const weight = request.factors.reduce((product, { value }) => product * Math.max(1, value), 1);
    return {
      summary: 'Replace each element by the mean of itself and its four neighbours.',
      ranges: { [input?.name ?? '']: rangeOf(input?.type ?? 'uint8', request, weight) },
      tolerance: toleranceOf(request, true),
      technique: '{ kind: two-dimensional-blocks }',
      ...casesOf(
        request,
        [
          { name: 'one', about: 'A single element: it has no neighbours.', at: [1, 1] },
          { name: 'one-row', about: 'A single row: nothing above, nothing below.', at: [1, 100] },
          { name: 'one-column', about: 'A single column, so the two extents cannot be mixed up.', at: [97, 1] },
          { name: 'odd', about: 'No side a multiple of 16.', at: [31, 33] },
          {
            name: 'exact',
            about: 'A multiple of 16 and 32 on both sides, where the grid has no extra threads.',
            at: [64, 96],
          },
          {
            name: 'large',
            about: 'Several blocks each way, ragged at the right and at the bottom. Technique is judged here.',
            at: [130, 101],
          },
        ],
        [
          {
            name: 'ragged',
            count: 2,
            at: [
              [17, 90],
              [17, 90],
            ],
          },
          {
            name: 'flat',
            count: 1,
            at: [
              [1, 3],
              [60, 120],
            ],
          },
        ],
        { timed: [8192, 8192], example: [3, 5] },
      ),
      reference: 'one-thread-per-element.cu',
      ratios: [10, 5, 2],
      kernel: {
        launch: `{ name: blocks-of-16x16, grid: [ceil(${width}/16), ceil(${height}/16)], block: [16, 16] }`,
        accepted: ['one-thread-per-element.cu', 'grid-stride.cu'],
        rejected: ['guard-missing.cu', 'edges-forgotten.cu', 'always-five.cu', 'row-stride.cu'],
      },
      words: {
        x: input?.name,
        out: output?.name,
        height,
        width,
        accumulator: accumulator(request),
        zero: isFloat(output?.type ?? 'uint8') || isFloat(input?.type ?? 'uint8') ? '0.0f' : '0',
        scale,
        plainScale: scale.toUpperCase(),
      },
    };
  },
};
