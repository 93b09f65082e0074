import { z } from 'zod';
import { count, dim3 } from './facts.ts';

/** The details of what the launches of a case did, and what the exercise asks for. */

const counted = z.number().min(0).nullable().describe('null in a hidden case');
const feature = z.enum(['shared-memory', 'constant-memory', 'textures', 'atomics', 'wide-accesses']);
const busiest = z
  .strictObject({ line: z.int(), share: z.number().nullable().describe('Of all of it, 0 to 1; null in a hidden case') })
  .nullable()
  .describe('The line that has most of it');

export const techniqueDetails = [
  z.strictObject({
    kind: z.literal('parallel-outputs'),
    threads: counted.describe('Threads that write outputs; null in a hidden case'),
    blocks: counted,
    minThreads: count,
    minBlocks: count,
  }),
  z.strictObject({
    kind: z.literal('uneven-work'),
    threads: counted.describe('As many threads with equal shares would do as much; null in a hidden case'),
    least: count,
  }),
  z.strictObject({ kind: z.literal('two-dimensional-blocks'), block: dim3.nullable() }),
  z.strictObject({ kind: z.literal('idle-dimension'), working: counted, threads: counted }),
  z.strictObject({ kind: z.literal('not-by-kernels') }),
  z.strictObject({ kind: z.literal('nothing-written') }),
  z.strictObject({ kind: z.literal('not-from-shared'), by: z.enum(['no-thread', 'one-thread']) }),
  z.strictObject({
    kind: z.literal('tile-traffic'),
    sectors: counted.describe('Of 32 bytes, loaded from global memory; null in a hidden case'),
    baseline: counted,
    maxRatio: z.number(),
  }),
  z.strictObject({
    kind: z.literal('global-traffic'),
    sectors: counted.describe('Of 32 bytes, from and to global memory; null in a hidden case'),
    baseline: counted,
    maxRatio: z.number(),
    busiest,
  }),
  z.strictObject({ kind: z.literal('bank-conflicts'), perRequest: z.number().nullable(), max: z.number(), busiest }),
  z.strictObject({ kind: z.literal('launch-blocks'), blocks: counted, wanted: counted }),
  z.strictObject({ kind: z.literal('launch-shared'), bytes: counted, max: counted }),
  z.strictObject({ kind: z.literal('unused-feature'), feature }),
  z.strictObject({ kind: z.literal('used-feature'), feature }),
  z.strictObject({
    kind: z.literal('global-atomics'),
    calls: counted.describe('Calls of atomic functions on global memory by threads; null in a hidden case'),
    max: counted,
  }),
  z.strictObject({
    kind: z.literal('overlap'),
    copies: counted.describe('Copies that can run at the same time as a kernel; null in a hidden case'),
    min: count,
  }),
  z.strictObject({
    kind: z.literal('unreported-error'),
    call: z.string().describe('The function that fails; cudaLaunchKernel for a launch'),
    ended: z.boolean().describe('True if the program ends then, so that the function does not return'),
    status: z.string().describe('The output that must not be 0 then'),
    unreported: count.describe('Calls of which this is so'),
    calls: count.describe('Calls that were made to fail'),
  }),
  z.strictObject({
    kind: z.literal('no-alternative'),
    alternatives: count.describe('Techniques of which one is enough'),
  }),
  z.strictObject({ kind: z.literal('transfer-copies'), copies: counted, max: count }),
  z.strictObject({
    kind: z.literal('transfer-bytes'),
    copied: counted,
    needed: counted.describe('Bytes of all inputs and outputs; null in a hidden case'),
    maxRatio: z.number(),
  }),
  z.strictObject({
    kind: z.literal('host-memory-bytes'),
    bytes: counted.describe('Of host memory, accessed by kernels; null in a hidden case'),
    needed: counted,
    maxRatio: z.number(),
  }),
  z.strictObject({
    kind: z.literal('launch-count'),
    is: z.enum(['too-many', 'too-few']),
    launches: counted,
    limit: count,
  }),
] as const;
