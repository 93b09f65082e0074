import { z } from 'zod';
import { readJsonBeside } from '../../platform/packaged/index.ts';

const positive = z.number().positive();

/** What the model knows of a GPU: one file in `gpus/`. */
export const gpuSchema = z.strictObject({
  name: z.string(),
  order: z.int().describe('Place in what is shown; the first is the one whose times are compared with the baseline'),
  multiprocessors: z.int().positive(),
  clockMHz: positive,
  warpSchedulers: z.int().positive().describe('Of a multiprocessor: warp instructions a clock'),
  fmaLanes: z.int().positive().describe('float32 multiply-adds of a multiprocessor a clock'),
  registers: z.int().positive().describe('32-bit registers of a multiprocessor'),
  residentThreads: z.int().positive().describe('Of a multiprocessor at a time'),
  residentBlocks: z.int().positive().describe('Of a multiprocessor at a time'),
  sharedBytes: z.int().positive().describe('Shared memory of a multiprocessor'),
  reservedSharedBytes: z.int().min(0).describe('Of it, kept by the system for each block'),
  l2Bytes: z.int().positive(),
  l2BytesPerSecond: positive.describe('All multiprocessors together'),
  l2BytesPerClock: positive.describe('To or from one multiprocessor'),
  dramBytesPerSecond: positive.describe('What a copy reaches, reads and writes together'),
  latencyClocks: z.strictObject({
    l1: positive,
    shared: positive,
    l2: positive,
    dram: positive,
    barrier: positive,
    block: positive.describe('From the start of a block to its end where it does nothing'),
  }),
  launchMicroseconds: positive.describe('Of a launch that does nothing, on the GPU'),
  sources: z.array(z.string()).min(1),
});

export type Gpu = z.infer<typeof gpuSchema> & { readonly id: string };

/** @throws Error with every mistake, each with its place in the file */
export function parseGpu(id: string, read: unknown): Gpu {
  const { success, data, error } = gpuSchema.safeParse(read);
  if (success) return { id, ...data };
  const mistakes = error.issues.map(
    ({ path, message }) => `gpus/${id}.json: ${path.join('.') || 'all of it'}: ${message}`,
  );
  throw new Error(`a GPU is not described as it should be: ${mistakes.join('; ')}`);
}

/** Every GPU that there is a file of, the one that comparisons are made on first. */
export const GPUS: readonly Gpu[] = [...readJsonBeside(import.meta.url, 'gpus')]
  .map(([id, read]) => parseGpu(id, read))
  .sort((a, b) => a.order - b.order);

/** Times are told and compared for this one: thresholds are measured there too. */
export const COMPARED_ON: Gpu = first(GPUS);

function first(gpus: readonly Gpu[]): Gpu {
  const [gpu] = gpus;
  if (!gpu) throw new Error('no GPU is described in grader/timing/estimate/gpus');
  return gpu;
}
