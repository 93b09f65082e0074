import { z } from 'zod';
import { count, streamsStopped } from './facts.ts';

/** The data of the one sentence on a check. */

const ofIdle = { case: z.string().describe('A visible one') };
const changes = {
  array: z.string().describe('An input'),
  depending: z.number().describe('Outputs that depend on what was altered, on average'),
  changed: z.number().describe('Outputs that changed, on average'),
};

const idleness = z
  .discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('no-influence'), ...ofIdle, ...changes }),
    z.strictObject({ kind: z.literal('spread'), ...ofIdle, ...changes }),
    z.strictObject({ kind: z.literal('copy'), ...ofIdle, array: z.string() }),
    z.strictObject({ kind: z.literal('unwritten'), ...ofIdle, share: z.number().describe('Of an output') }),
    z.strictObject({ kind: z.literal('handed'), ...ofIdle, output: z.string() }),
    z.strictObject({ kind: z.literal('not-told-apart'), ...ofIdle, share: z.number().describe('Of the elements') }),
  ])
  .describe('What shows that the outputs of a case do not come from its inputs');
export type Idleness = z.infer<typeof idleness>;

export const summaryDetailSchema = z
  .discriminatedUnion('kind', [
    z.strictObject({
      kind: z.literal('judged'),
      cases: count.describe('Cases that were run'),
      problems: count.describe('Different mistakes among the errors'),
      reason: z
        .enum([
          ...(['not-compiled', 'not-run', 'no-gpu', 'not-calibrated', 'nvcc-alone', 'nvcc-refuses'] as const),
          ...(['clang-refuses', 'not-correct', 'no-timing', 'not-repeated', 'not-believed', 'timed-wrong'] as const),
          ...(['not-timed', 'not-counted', 'not-watched', 'not-replayed', 'other-program', 'follows'] as const),
        ])
        .optional()
        .describe('Why it ended so, if no finding and no case says it'),
      why: z.string().optional().describe('The reason `not-repeated` in words'),
      idle: idleness.optional(),
      tier: z.string().optional().describe('The tier of speed that was reached'),
      streams: streamsStopped.optional(),
      outputKiB: z.number().optional().describe('The submission printed more than this; the rest is dropped'),
    }),
    z.strictObject({ kind: z.literal('hidden-case') }),
    z.strictObject({ kind: z.literal('machine-fault'), reason: z.string() }),
  ])
  .describe('The summary as data');
export type SummaryDetail = z.infer<typeof summaryDetailSchema>;
