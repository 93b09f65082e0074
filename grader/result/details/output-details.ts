import { z } from 'zod';
import { count, real, withExchanged } from './facts.ts';

/** The details of outputs that are not what they should be. */

const axis = count.nullable().describe('A dimension of the output, 0 the slowest; null: the flat index');
const side = z.enum(['input', 'output']);
const tail = z.strictObject({ axis, from: count, extent: count, block: count.optional() });

/** The fields of each place. */
const exceptions = {
  elsewhere: count.optional().describe('Failing elements that are not there'),
  partly: z.literal(true).optional().describe('Some elements there do not fail'),
};

export const pattern = z
  .discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('everywhere'), ...exceptions }),
    z.strictObject({ kind: z.literal('last-partial-block'), tails: z.array(tail).readonly(), ...exceptions }),
    z.strictObject({ kind: z.literal('tail'), tails: z.array(tail).readonly(), ...exceptions }),
    z.strictObject({ kind: z.literal('range'), axis, from: count, to: count, extent: count, ...exceptions }),
    z.strictObject({ kind: z.literal('slice'), axis: count, index: count, extent: count, ...exceptions }),
    z.strictObject({ kind: z.literal('every-kth'), axis, step: count, phase: count, ...exceptions }),
    z.strictObject({ kind: z.literal('all-but-every-kth'), axis, step: count, phase: count, ...exceptions }),
    z.strictObject({ kind: z.literal('border'), width: count, ...exceptions }),
    z.strictObject({
      kind: z.literal('checkerboard'),
      rows: count,
      columns: count,
      parity: z.literal([0, 1]),
      ...exceptions,
    }),
    z.strictObject({
      kind: z.literal('whole-tiles'),
      rows: count,
      columns: count,
      failing: count,
      tiles: count,
      ...exceptions,
    }),
    z.strictObject({ kind: z.literal('every-other-block'), block: count, first: z.literal([0, 1]), ...exceptions }),
    z.strictObject({ kind: z.literal('whole-blocks'), block: count, failing: count, blocks: count, ...exceptions }),
    z.strictObject({ kind: z.literal('triangle'), side: z.enum(['upper', 'lower']), ...exceptions }),
    z.strictObject({ kind: z.literal('not-a-number') }),
    z.strictObject({ kind: z.literal('constant'), value: real, varies: z.literal(true).optional() }),
    z.strictObject({ kind: z.literal('constant-factor'), factor: real }),
    z.strictObject({ kind: z.literal('constant-offset'), offset: real }),
    z.strictObject({ kind: z.literal('transposed') }),
    z.strictObject({ kind: z.literal('shifted'), by: z.number() }),
    z.strictObject({ kind: z.literal('input-copy'), input: z.string(), plane: count, planes: count }),
    z.strictObject({ kind: z.literal('swapped-planes'), of: side, order: z.array(count).readonly() }),
    z.strictObject({ kind: z.literal('interleaved-planes'), of: side, planes: count }),
    z.strictObject({ kind: z.literal('plane-stride'), name: z.string() }),
    z.strictObject({ kind: z.literal('ignored-plane'), plane: count, planes: count }),
    z.strictObject({ kind: z.literal('other-weights'), weights: z.array(real).readonly() }),
    z.strictObject({ kind: z.literal('partial-sum'), terms: count, of: count }),
    z.strictObject({ kind: z.literal('input-transposed'), input: z.string() }),
    z.strictObject({ kind: z.literal('input-stride'), input: z.string(), name: z.string() }),
    z.strictObject({ kind: z.literal('accumulated') }),
  ])
  .describe('What failing elements have in common');
export type PatternFacts = z.infer<typeof pattern>;

export const inCases = z
  .strictObject({
    failing: count.describe('Cases in which elements of this output are wrong, or missing'),
    alike: count.describe('Of these, the cases of which the same is true'),
    all: count,
  })
  .describe('In how many cases it was seen');
export type InCases = z.infer<typeof inCases>;

/** The fields of each finding of an output. */
const ofOutput = {
  output: z.string(),
  ...withExchanged,
  warnedLine: z.int().optional().describe('A line with a compiler warning that can cause it'),
  seenOnGpu: z.string().optional().describe('The GPU that it was seen on, and not on the emulator'),
};

export const outputDetails = [
  z.strictObject({
    kind: z.literal('wrong-elements'),
    ...ofOutput,
    cases: inCases,
    dimensions: count.describe('Of the output'),
    elements: z
      .strictObject({ wrong: count, checked: count })
      .optional()
      .describe('Of the case that is shown; absent in a hidden case'),
    components: z.array(z.string()).optional().describe('Of an output of vectors: the names of its last dimension'),
    first: z
      .strictObject({ index: z.array(count).describe('Per dimension, slowest first'), got: real, want: real })
      .optional()
      .describe('The first wrong element'),
    maxError: real.optional().describe('The largest error of several wrong elements, if one is finite'),
    pattern: pattern.nullable(),
    isCount: z.boolean().describe('Elements are integers by nature: indexes or counts'),
    missing: count
      .optional()
      .describe('Of elements in any order: expected elements, or rows, that the output does not have'),
    severalLaunches: z.boolean(),
  }),
  z.strictObject({
    kind: z.literal('objection'),
    ...ofOutput,
    cases: inCases,
    dimensions: count.describe('Of the output'),
    components: z.array(z.string()).optional().describe('Of an output of vectors: the names of its last dimension'),
    message: z.string().optional().describe('The words of the assignment; absent in a hidden case'),
    index: z.array(count).optional().describe('Of the first wrong element, per dimension, slowest first'),
  }),
  z.strictObject({
    kind: z.literal('unwritten-elements'),
    ...ofOutput,
    cases: inCases,
    dimensions: count.describe('Of the output'),
    none: z.boolean().describe('Not one element was written'),
    elements: z
      .strictObject({ unwritten: count, checked: count })
      .optional()
      .describe('Of the case that is shown; absent in a hidden case'),
    pattern: pattern.nullable(),
    launched: z.boolean().describe('Host code launched a kernel'),
    launchedByGrader: z.boolean().describe('The submission is a kernel, which the grader launches'),
    movedByHost: z.boolean().describe('Host code moves results into the output from other memory'),
    laid: z
      .strictObject({
        uncovered: count.describe('Elements without a thread'),
        crosswise: z.boolean().describe('The grid is long where the output is short'),
        several: z.boolean().describe('A thread takes several elements'),
      })
      .optional()
      .describe('How the launch covers the output, if that is certain'),
    byBlocks: z
      .enum(['all', 'some'])
      .optional()
      .describe('A block or a warp has an element: whether all blocks stored'),
  }),
  z.strictObject({
    kind: z.literal('copied-back'),
    ...ofOutput,
    cases: inCases,
    problem: z.enum(['never-copied', 'copy-failed', 'too-few-bytes', 'too-early', 'not-from-kernels']),
    call: z.string().optional().describe('Of copy-failed'),
    callLine: z.int().optional().describe('Of copy-failed'),
    bytes: z
      .strictObject({ copied: count, of: count })
      .optional()
      .describe('Of too-few-bytes; absent in a hidden case'),
    isElementCount: z.boolean().optional().describe('Of too-few-bytes: as many bytes as there are elements'),
  }),
  z.strictObject({
    kind: z.literal('host-made'),
    ...ofOutput,
    bytes: count.describe('Computed by host code from the inputs'),
  }),
  z.strictObject({ kind: z.literal('handed'), outputs: z.array(z.string()) }),
  z.strictObject({
    kind: z.literal('modified-input'),
    input: z.string(),
    seenOnGpu: z.string().optional().describe('The GPU that it was seen on, and not on the emulator'),
  }),
  z.strictObject({
    kind: z.literal('returned-tensor'),
    differs: z.array(z.enum(['defined', 'type', 'sizes', 'device', 'contiguous'])),
    got: z.strictObject({
      type: z.string().nullable().describe('null: a type that no exercise asks for'),
      sizes: z.array(z.number()).optional(),
      device: z.enum(['cuda', 'cpu']),
      isContiguous: z.boolean(),
    }),
    want: z.strictObject({ type: z.string(), sizes: z.array(z.number()).optional() }),
  }),
  z.strictObject({
    kind: z.literal('order-dependent'),
    output: z.string(),
    by: z.enum(['order', 'clock', 'order-or-clock', 'streams']).describe('What the output depends on'),
    dimensions: count.describe('Of the output'),
    index: z.array(count).describe('Of the first wrong element, per dimension, slowest first'),
    before: real.describe('Its value in the first order'),
    after: real.nullable().describe('Its value in the other order; null: not written'),
    wrong: count,
    elements: count,
    calls: z
      .strictObject({
        first: z.strictObject({ name: z.string(), line: z.int().optional(), isInDefaultStream: z.boolean() }),
        second: z.strictObject({ name: z.string(), line: z.int().optional(), isInDefaultStream: z.boolean() }),
      })
      .optional()
      .describe('Of streams: two calls whose order decides'),
  }),
] as const;
