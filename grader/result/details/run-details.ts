import { z } from 'zod';
import { access, count, dim3 } from './facts.ts';

/** The details of what the compilers, the CUDA runtime, host code, a GPU and its tools say. */

const threshold = z.strictObject({
  of: z.enum(['baseline', 'reference', 'bandwidth', 'peak']),
  minRatio: z.number(),
});

export const LAUNCH_REFUSALS = [
  ...(['threads-per-block', 'block-dim', 'grid-size', 'zero-size', 'shared-memory', 'launch-bounds'] as const),
  ...(['local-memory', 'cooperative-grid', 'no-stream'] as const),
  ...(['cluster-zero', 'cluster-required', 'cluster-grid', 'cluster-size'] as const),
] as const;

const program = z.literal(true).optional().describe('Of a program with a main, in `grade run`');

export const runDetails = [
  z.strictObject({
    kind: z.literal('compiler-message'),
    text: z.string().describe('What the compiler says, in its words'),
    topic: z
      .strictObject({
        kind: z.enum([
          'launch-brackets',
          'comma-in-extents',
          'unsigned-loop',
          'called-kernel',
          'host-only',
          'gpu-only',
          'markdown-fence',
          'cell-magic',
          'python-text',
          'chat-text',
          'copied-character',
        ]),
        name: z.string().optional().describe('The kernel, the function or the text'),
      })
      .optional()
      .describe('What it means, where the compiler says that in a way that beginners do not read'),
    hint: z.string().optional().describe('The name of a hint'),
    program,
    nvccOnly: z.literal(true).optional().describe('nvcc refuses it, and Clang accepts it'),
  }),
  z.strictObject({
    kind: z.literal('signature'),
    text: z.string(),
    expected: z.string().describe('The declaration that the exercise asks for'),
    got: z.string().optional().describe('What was found instead'),
    isOtherName: z.boolean(),
    nvccOnly: z.literal(true).optional(),
  }),
  z.strictObject({
    kind: z.literal('unsupported-feature'),
    feature: z.string().optional(),
    reason: z.string().optional().describe('The part of a program in Python that is not translated, and why'),
    forms: z.array(z.string()).optional().describe('The forms of a PTX instruction that there are'),
    program,
    nvccOnly: z.literal(true).optional(),
  }),
  z.strictObject({
    kind: z.literal('compiler-limit'),
    limit: z.enum(['time', 'memory', 'crash']),
    nvccOnly: z.literal(true).optional(),
  }),
  z.strictObject({ kind: z.literal('other-program') }),
  z.strictObject({ kind: z.literal('forbidden-include'), header: z.string() }),
  z.strictObject({
    kind: z.literal('api-error'),
    call: z.string(),
    code: count.describe('The CUDA error'),
    noticed: z.boolean().describe('The program asked for it'),
    isUsed: z.literal(true).optional().describe('The program uses the error that the call returns'),
    reason: z.enum(LAUNCH_REFUSALS).nullable().describe('Of a launch'),
    launch: z
      .strictObject({ grid: dim3, block: dim3, sharedBytes: count.describe('Per block') })
      .optional()
      .describe('Absent in a hidden case'),
    isHarmless: z.literal(true).optional().describe('A launch without threads where there was nothing to do'),
  }),
  z.strictObject({ kind: z.literal('gpu-failure'), code: count.describe('The CUDA error'), gpu: z.string() }),
  z.strictObject({ kind: z.literal('exit'), code: z.int().optional().describe('Absent in a hidden case') }),
  z.strictObject({ kind: z.literal('device-pointer-on-host') }),
  z.strictObject({
    kind: z.literal('crash'),
    trap: z.string().describe('As WebAssembly names it'),
    inFree: z.literal(true).optional().describe('It is inside of free, realloc or delete'),
  }),
  z.strictObject({
    kind: z.literal('exception'),
    type: z.string(),
    what: z.string().optional().describe('What it says; absent in a hidden case'),
  }),
  z.strictObject({ kind: z.literal('tampered'), record: z.string().describe('Of the emulator') }),
  z.strictObject({ kind: z.literal('ended-process'), reason: z.string() }),
  z.strictObject({ kind: z.literal('signal'), signal: count }),
  z.strictObject({
    kind: z.literal('limit'),
    limit: z.enum(['wall', 'memory', 'deviceMemory', 'output', 'launches', 'calls', 'deviceSteps']),
    request: count.optional().describe('The bytes of memory that were asked for; absent in a hidden case'),
    value: z
      .number()
      .optional()
      .describe('Of a program in `grade run`: milliseconds, bytes, or launches, as the limit is'),
  }),
  z.strictObject({ kind: z.literal('kernel-time-limit') }),
  z.strictObject({
    kind: z.literal('sanitizer'),
    tool: z.string().describe('Of compute-sanitizer'),
    text: z.string().describe('What it says, in its words'),
    program,
  }),
  z.strictObject({
    kind: z.literal('too-slow'),
    gpu: z.string(),
    studentMs: z.number(),
    baselineMs: z.number(),
    ratio: z.number().describe('Times as fast as the baseline'),
    interval: z.tuple([z.number(), z.number()]),
    lowestTier: threshold
      .extend({ reached: z.number().optional().describe('The share that was reached; absent of baseline') })
      .optional(),
    bound: z.enum(['arithmetic', 'memory']).describe('What the GPU is short of for this work'),
    share: z.number().describe('How much of that is used, from 0 to 1'),
  }),
  z.strictObject({
    kind: z.literal('too-close'),
    tier: z.string(),
    threshold: threshold.optional(),
    ratio: z.number(),
    interval: z.tuple([z.number(), z.number()]),
    share: z.number().optional().describe('What was measured of a threshold that is a share'),
    rounds: count,
  }),
  z.strictObject({ kind: z.literal('timed-wrong'), output: z.string(), wrong: count, of: count }),
  z.strictObject({
    kind: z.literal('not-timed'),
    because: z.enum(['failed', 'not-replayable', 'unsteady']),
    reason: z.string(),
  }),
  z.strictObject({ kind: z.literal('below-floor'), studentMs: z.number(), floorMs: z.number() }),
  z.strictObject({ kind: z.literal('hidden-case') }),
] as const;

/** The data of a place that belongs to a finding: its message is made from this. */
export const relatedDetailSchema = z
  .discriminatedUnion('kind', [
    z.strictObject({
      kind: z.literal('other-access'),
      access,
      grid: z
        .strictObject({ kernel: z.string(), isAncestor: z.boolean().describe('It launched that of the finding') })
        .optional()
        .describe('Another grid that it belongs to'),
    }),
    z.strictObject({ kind: z.literal('others-wait') }),
    z.strictObject({ kind: z.literal('other-waits') }),
    z.strictObject({ kind: z.literal('copy') }),
    z.strictObject({ kind: z.literal('launch') }),
    z.strictObject({ kind: z.literal('stream-call') }),
    z.strictObject({ kind: z.literal('running') }).describe('A thread of the kernel that was stopped'),
    z.strictObject({ kind: z.literal('other-store'), output: z.string() }),
    z
      .strictObject({
        kind: z.literal('below-zero'),
        role: z
          .enum(['index', 'guard', 'bound'])
          .describe('The index of the access, the larger side of a condition that must hold, or the bound of a loop'),
        bits: z.union([z.literal(32), z.literal(64)]),
        exact: z.int().optional().describe('The number below zero; absent in a hidden case'),
        from: count.optional().describe('What `taken` is subtracted from, if it is a difference'),
        taken: count.optional(),
      })
      .describe('A number below zero, which is used as an unsigned number'),
    z.strictObject({ kind: z.literal('tool-access') }),
    z.strictObject({ kind: z.literal('confirmed'), tool: z.string() }),
  ])
  .describe('What is at this place');
