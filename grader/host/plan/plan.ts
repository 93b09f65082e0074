import { z } from 'zod';

/**
 * What host code asked of the device, as data: the launch plan. The report shows it, and on a GPU the timing replays it.
 * Addresses never appear: buffers are named by number.
 */
const dim3 = z.tuple([z.int(), z.int(), z.int()]);
const position = z.strictObject({ file: z.string(), line: z.int(), column: z.int() }).nullable();
const place = z.strictObject({ buffer: z.int().min(0), offset: z.int() });
const variablePlace = z.strictObject({ variable: z.string().describe('Mangled name'), offset: z.int() });
const target = z.union([place, variablePlace]);

const arrayPlace = z.strictObject({
  array: z.string().describe("An input or output in host memory, by the parameter's name"),
  offset: z.int().min(0).describe('Bytes from its start'),
});

const row = z.literal(true).optional().describe('A further row of the call before');

/** What host code copies: the few bytes of a table, not an exercise's data. */
const data = z.string().optional().describe('The bytes, base64; absent where there are many');

export const planArgumentSchema = z.discriminatedUnion('kind', [
  /** A pointer into a buffer. */
  z.strictObject({ kind: z.literal('buffer'), buffer: z.int().min(0), offset: z.int() }),
  /** A pointer to a `__device__` or `__constant__` variable. */
  z.strictObject({ kind: z.literal('variable'), variable: z.string(), offset: z.int() }),
  /** Any other bytes, little-endian, base64; `type` is the parameter's. */
  z.strictObject({
    kind: z.literal('value'),
    type: z.string(),
    base64: z.string(),
    pointers: z
      .array(z.strictObject({ at: z.int().min(0), buffer: z.int().min(0), offset: z.int() }))
      .optional()
      .describe('Pointers into buffers that a struct holds, with the byte where each stands in it'),
  }),
]);

export const planStepSchema = z.discriminatedUnion('step', [
  z.strictObject({
    step: z.literal('alloc'),
    buffer: z.int().min(0),
    bytes: z.int().min(0),
    label: z.string(),
    role: z.enum(['input', 'output', 'student']),
    position: position.optional().describe('Of the call that allocated it; absent for what the grader gives'),
  }),
  z.strictObject({ step: z.literal('free'), buffer: z.int().min(0), position }),
  z.strictObject({
    step: z.literal('write'),
    to: place,
    bytes: z.int().min(0),
    data,
    from: arrayPlace.optional().describe('In whose place no data are kept'),
    row,
    position,
  }),
  z
    .strictObject({
      step: z.literal('symbol'),
      variable: z.string(),
      offset: z.int().min(0),
      bytes: z.int().min(0),
      data,
      pointer: place.optional().describe('Where it points, if the variable is a pointer'),
      row,
      position,
    })
    .describe('Host to a __device__ or __constant__ variable, by its symbol'),
  z.strictObject({
    step: z.literal('read'),
    from: target,
    bytes: z.int().min(0),
    to: arrayPlace.optional(),
    row,
    position,
  }),
  z.strictObject({ step: z.literal('copy'), to: target, from: target, bytes: z.int().min(0), position }),
  z.strictObject({ step: z.literal('set'), to: target, value: z.int(), bytes: z.int().min(0), position }),
  z.strictObject({
    step: z.literal('launch'),
    kernel: z.string().describe('As written, e.g. tiled<16>'),
    mangled: z.string(),
    grid: dim3,
    block: dim3,
    dynamicSharedBytes: z.int().min(0),
    maxDynamicSharedBytes: z
      .int()
      .min(0)
      .optional()
      .describe('What cudaFuncSetAttribute has allowed the kernel; absent where it was not called'),
    carveout: z
      .int()
      .min(-1)
      .max(100)
      .optional()
      .describe('Percent of the memory of a multiprocessor that is preferred as shared memory; absent if not set'),
    cluster: dim3.optional().describe('Blocks of a cluster along each axis; absent without clusters'),
    nonPortableCluster: z
      .literal(true)
      .optional()
      .describe('cudaFuncSetAttribute has allowed clusters of more than 8 blocks'),
    stream: z.int(),
    args: z.array(planArgumentSchema),
    error: z.int().describe('CUDA error code of the launch'),
    position,
  }),
  z.strictObject({ step: z.literal('synchronize'), position }),
]);

const unlisted = z
  .strictObject({
    steps: z.int().min(1),
    copies: z.int().min(0).describe('Of them, calls that copy between host and device'),
    copiedBytes: z.int().min(0),
  })
  .optional()
  .describe('What came after the last of `steps`; absent where these are all');

const limits = z
  .array(z.strictObject({ limit: z.int().describe('As cudaLimit counts'), value: z.number().min(0) }))
  .optional()
  .describe('The largest value that cudaDeviceSetLimit was called with, per limit; absent if it was not called');

export const launchPlanSchema = z.strictObject({
  schemaVersion: z.literal(1),
  limits,
  steps: z.array(planStepSchema),
  unlisted,
});

export type LaunchPlan = z.infer<typeof launchPlanSchema>;
export type PlanPlace = z.infer<typeof place>;
export type PlanArrayPlace = z.infer<typeof arrayPlace>;
export type PlanTarget = z.infer<typeof target>;
export type PlanStep = z.infer<typeof planStepSchema>;
