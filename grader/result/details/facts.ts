import { z } from 'zod';

/** The parts that details of findings have in common. What a hidden case would reveal is absent. */

export const count = z.int().min(0);
export const dim3 = z.tuple([count, count, count]);

/** A number as JSON can hold it. */
export const real = z.union([z.number(), z.enum(['NaN', 'Infinity', '-Infinity', '-0'])]);
export type Real = z.infer<typeof real>;

/** Returns a number as JSON can hold it. */
export function toReal(value: number): Real {
  if (Object.is(value, -0)) return '-0';
  return Number.isFinite(value) ? value : (String(value) as 'NaN' | 'Infinity' | '-Infinity');
}

export const access = z.enum(['read', 'write', 'atomic', 'barrier']);

export const launchExtents = z
  .strictObject({ grid: dim3.describe('In blocks'), block: dim3.describe('In threads') })
  .describe('The launch whose thread it was; absent in a hidden case');

/** The fields of each kind with a thread. */
export const ofThread = { launch: launchExtents.optional() };

export const buffer = z.strictObject({
  role: z.enum(['input', 'output', 'student', 'shared', 'local', 'variable']),
  name: z.string().describe('Of an array or a variable; of a buffer of the submission the number of its allocation'),
  variable: z.string().optional().describe('The variable that a buffer of the submission was allocated for'),
  allocatedAt: z
    .strictObject({ file: z.string().optional().describe('Absent for the submission itself'), line: z.int() })
    .optional(),
});
export type BufferFacts = z.infer<typeof buffer>;

export const spot = z
  .strictObject({
    buffer: buffer.nullable(),
    unit: z
      .enum(['element', 'byte', 'variable', 'untold', 'unknown'])
      .describe('What `index` counts; variable: it has no elements; untold: an element of a hidden case'),
    index: z.number().optional(),
  })
  .describe('A place in memory');
export type Spot = z.infer<typeof spot>;

export const beyond = z
  .strictObject({
    buffer: buffer.nullable().describe('The nearest one'),
    where: z.enum(['no-buffer', 'no-bytes', 'far', 'constant-memory', 'before', 'past', 'across']),
    bytes: count.optional().describe('How far before the start or past the end; absent in a hidden case'),
  })
  .describe('Where an access is in relation to a buffer');
export type Beyond = z.infer<typeof beyond>;

/** Two arguments of a launch that stand in each other's place, by the names that the kernel's parameters have. */
export const exchanged = z
  .strictObject({
    kernel: z.string(),
    line: z.int(),
    first: z.string().describe('The parameter whose name is passed for `second`'),
    second: z.string(),
    other: z.string().describe('What is passed for `first`'),
  })
  .describe('Two arguments of the launch that can be in the wrong order');

/** The fields of accesses and outputs that another mistake can explain. */
export const withExchanged = { exchanged: exchanged.optional() };

/** The call from which on races between streams were not looked for. */
export const streamsStopped = z
  .strictObject({
    reason: z.enum(['launches-kernels', 'open-calls', 'bytes']),
    call: z.string().describe('The kernel, or the function of the runtime'),
    line: z.int().min(1).optional(),
  })
  .describe('The call from which on races between streams were not looked for');
export type StreamsStop = z.infer<typeof streamsStopped>;
