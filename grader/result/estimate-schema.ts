import { z } from 'zod';

/** What a launch is expected to spend its time on, as in `docs/estimate.md`. */
export const BOUNDS = ['issue', 'fma', 'l1', 'shared', 'l2', 'dram', 'latency', 'launch'] as const;

export const launchEstimateSchema = z.strictObject({
  gpu: z.string(),
  microseconds: z.number().min(0).describe('From counted events by the model in docs/estimate.md; never measured'),
  bound: z.enum(BOUNDS).describe('What takes longest'),
  others: z.record(z.string(), z.number()).describe('Microseconds on other GPUs, by name'),
  remarks: z.array(z.string()).describe('Why it takes as long, in words'),
});

/** The speed of a submission where none was measured. It gives and takes no points. */
export const estimateSchema = z.strictObject({
  gpu: z.string(),
  case: z.string().describe('The case whose launches were counted'),
  microseconds: z.number().min(0).describe('All launches of the case'),
  baselineMicroseconds: z.number().min(0).nullable().describe('null where the counters of the baseline are not known'),
  ratio: z.number().min(0).nullable().describe('Times as fast as the baseline, at the size of the case'),
  filledRatio: z
    .number()
    .min(0)
    .nullable()
    .describe('The same with more work, so that the blocks of the baseline fill the GPU'),
  remarks: z.array(z.string()),
});

export type LaunchEstimateEntry = z.infer<typeof launchEstimateSchema>;
export type EstimateEntry = z.infer<typeof estimateSchema>;
