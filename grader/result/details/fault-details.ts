import { z } from 'zod';
import { access, beyond, buffer, count, ofThread, spot, withExchanged } from './facts.ts';

/** The details of what a device or host code was seen to do. */

const by = z.enum(['thread', 'host-code']);
const memory = z
  .enum(['buffer', 'array', 'device-malloc'])
  .describe('Where memory of the submission is from: cudaMalloc, cudaMallocArray, or malloc in device code');

const streamCall = z.strictObject({
  name: z.string().describe('Of the kernel, or of the function of the runtime'),
  stream: count.describe('Streams are counted as they are used; 0 is the default stream'),
  access: z.enum(['read', 'write']),
});

const blockRank = count
  .optional()
  .describe('The rank of the block in whose shared memory it is, if that is another block of the cluster');

export const MISSING_BARRIERS = ['between', 'before-next', 'in-loop', 'same-line'] as const;

export const REFUSED_LAUNCHES = [
  ...(['launch-no-kernel', 'launch-zero-size', 'launch-grid', 'launch-block', 'launch-shared'] as const),
  ...(['launch-arguments', 'launch-stream', 'launch-depth', 'launch-pending'] as const),
] as const;

export const faultDetails = [
  z.strictObject({
    kind: z.literal('out-of-bounds'),
    by: z.enum(['thread', 'copy', 'host-code']),
    beyond,
    reason: z
      .enum(['no-element', 'index-wrap', 'bytes-for-elements', 'own-element', 'many-blocks', 'one-block'])
      .optional()
      .describe(
        'What the thread has to do with it: it has no element, its index is an unsigned number that would be below zero, the buffer is short because bytes were taken for elements, its own element; else whether the launch has several blocks',
      ),
    ...ofThread,
    ...withExchanged,
  }),
  z
    .strictObject({
      kind: z.literal('host-copy'),
      access: z.enum(['read', 'write']),
      name: z.string().optional().describe('Of the array, if that is known'),
      isWhole: z.boolean().describe('The copy begins at the start of the array'),
      bytes: count.optional().describe('Of the copy, from the first to the last; absent in a hidden case'),
      room: count.optional().describe('The bytes of the array from where the copy begins'),
    })
    .describe('A copy between host and device memory that leaves an array of host memory'),
  z.strictObject({ kind: z.literal('tile-out-of-bounds'), access, beyond, ...ofThread, ...withExchanged }),
  z.strictObject({
    kind: z.literal('shared-out-of-bounds'),
    access,
    beyond,
    blockRank,
    isDynamic: z.boolean().describe('Dynamic shared memory, whose size is an argument of the launch'),
    ...ofThread,
  }),
  z.strictObject({
    kind: z.literal('local-out-of-bounds'),
    access,
    bytes: count.optional().describe('The size of the array'),
    ...ofThread,
  }),
  z.strictObject({ kind: z.literal('misaligned'), access, bytes: count.describe('Of the access'), ...ofThread }),
  z.strictObject({
    kind: z.literal('undefined-arithmetic'),
    operation: z.enum(['division-by-zero', 'remainder-by-zero', 'division-overflow', 'shift-width']),
    value: z.int().optional().describe('The low 32 bits of the dividend, or of the amount of the shift'),
    ...ofThread,
  }),
  z
    .strictObject({
      kind: z.literal('unwritten-copy'),
      spot,
      counts: z
        .strictObject({ first: count, last: count, elements: count.describe('Of the buffer') })
        .optional()
        .describe('The elements around the one that host code reads that no thread has written'),
      writer: z
        .strictObject({
          kernel: z.string(),
          grid: z.tuple([count, count, count]),
          block: z.tuple([count, count, count]),
        })
        .optional()
        .describe('The launch that has written the others, if it is the only one'),
    })
    .describe('Host code reads an element of a copy'),
  z.strictObject({ kind: z.literal('uninitialized'), spot, ...ofThread, ...withExchanged }),
  z.strictObject({
    kind: z.literal('use-after-free'),
    by,
    access,
    buffer: buffer.nullable(),
    memory,
    ...ofThread,
  }),
  z.strictObject({ kind: z.literal('not-allocated'), ...ofThread }),
  z.strictObject({
    kind: z.literal('double-free'),
    by,
    buffer: buffer.nullable(),
    memory,
    ...ofThread,
  }),
  z.strictObject({
    kind: z.literal('leak'),
    memory,
    bytes: count.optional().describe('Absent in a hidden case'),
    variable: z.string().optional().describe('The variable that the memory was allocated for'),
  }),
  z.strictObject({
    kind: z.literal('foreign-pointer'),
    by,
    access,
    isNull: z.boolean(),
    given: z
      .enum(['host-pointer', 'device-pointer', 'freed-host-memory', 'freed-page-locked'])
      .optional()
      .describe('What a call of host code is given, or cudaFree; absent for a kernel'),
    ...ofThread,
  }),
  z.strictObject({
    kind: z.literal('copy-direction'),
    from: z.enum(['host', 'device']).describe('Where the source pointer leads'),
    to: z.enum(['host', 'device']).describe('Where the destination pointer leads'),
  }),
  z.strictObject({
    kind: z.literal('race').describe('The other access is in `related`'),
    spot,
    access,
    order: z
      .enum([
        ...([
          'between-grids',
          'same-value',
          'missing-fence',
          'narrow-scope',
          'warp-lockstep',
          'warp-volatile',
        ] as const),
        ...(['extra-thread', 'two-blocks', 'also-between-blocks', 'one-block'] as const),
        ...(['cluster-blocks', 'also-cluster-blocks'] as const),
      ])
      .describe('Why the two accesses are not ordered'),
    isCostly: z.boolean().optional().describe('Of same-value: whether this exercise gives no points for it'),
    extraThread: z.enum(['first', 'other']).optional().describe('The thread that has no element of its own'),
    missingBarrier: z
      .enum(MISSING_BARRIERS)
      .optional()
      .describe(
        'Where a barrier would order the two lines: between the upper and the lower one, from the lower one to the next run of the upper one, both, or inside the one line',
      ),
    blockRank,
    unwaitedCopy: z.literal(true).optional().describe('The write is an asynchronous copy, and nothing waits for it'),
    warpBarrierLine: z.int().optional().describe('A __syncwarp() on that way, which does not reach the other warp'),
    ...ofThread,
  }),
  z.strictObject({
    kind: z.literal('stream-race').describe('The other call is in `related`'),
    buffer: buffer.nullable(),
    from: count.optional().describe('The first byte of the buffer that both calls use; absent in a hidden case'),
    bytes: count.optional().describe('The bytes from there on that both use'),
    call: streamCall,
    other: streamCall.describe('The earlier call'),
  }),
  z.strictObject({ kind: z.literal('host-race'), access, spot }),
  z.strictObject({
    kind: z.literal('async-copy'),
    when: z.enum(['overwritten', 'used', 'returned']).describe('Its source, its destination, or before it was done'),
    access,
  }),
  z.strictObject({
    kind: z.literal('not-in-mask'),
    mask: count.optional(),
    lane: count.optional().describe('Absent if it does not follow from threadIdx.x'),
    ...ofThread,
  }),
  z.strictObject({
    kind: z.literal('mask-not-reached'),
    mask: count.optional(),
    waiting: z.strictObject({ lanes: count, of: count.describe('Lanes of the warp that have not ended') }).optional(),
    ...ofThread,
  }),
  z.strictObject({ kind: z.literal('grid-barrier'), reason: z.enum(['ended-blocks', 'not-resident']) }),
  z.strictObject({
    kind: z.literal('block-barrier'),
    reason: z.enum(['skipped', 'exited', 'other-barrier', 'exited-grid']),
    waiting: z
      .strictObject({ threads: count, of: count.describe('Threads of the block') })
      .optional()
      .describe('Absent in a hidden case'),
  }),
  z.strictObject({
    kind: z.literal('waiting-loop'),
    spot: spot.nullable().describe('What the loop waits for'),
    reason: z.enum(['all-wait', 'not-resident', 'host-code']),
    ...ofThread,
  }),
  z.strictObject({ kind: z.literal('step-limit'), isInLoop: z.boolean(), ...ofThread }),
  z.strictObject({
    kind: z.literal('refused-launch'),
    reason: z.enum(REFUSED_LAUNCHES),
    value: count.describe('Threads per block, bytes of arguments or launches that wait, as the reason says; else 0'),
  }),
  z.strictObject({ kind: z.literal('not-cooperative') }),
  z.strictObject({
    kind: z.literal('cluster-barrier'),
    reason: z.enum(['exited', 'unpaired', 'stuck']),
    waiting: z
      .strictObject({ threads: count, of: count.describe('Threads of the cluster') })
      .optional()
      .describe('Of threads that have ended; absent in a hidden case'),
    ...ofThread,
  }),
  z.strictObject({
    kind: z.literal('cluster-lifetime'),
    when: z
      .enum(['ended', 'not-started'])
      .describe('What the block of the shared memory can be at the time of the access'),
    access,
    spot,
    blockRank,
    ...ofThread,
  }),
  z.strictObject({
    kind: z.literal('cluster-map'),
    reason: z.enum(['no-such-block', 'not-shared']),
    rank: count.optional().describe('The rank that was asked for; absent in a hidden case'),
    blocks: count.describe('Blocks of the cluster'),
    ...ofThread,
  }),
  z.strictObject({ kind: z.literal('stack-overflow'), ...ofThread }),
  z.strictObject({
    kind: z.literal('device-assert'),
    by: z.enum(['assert', 'trap']),
    condition: z.string().optional().describe('Of the assertion, as written; absent if it is not known'),
    ...ofThread,
  }),
  z.strictObject({ kind: z.literal('tile-pointer'), access, bytes: count.describe('The alignment that it needs') }),
  z.strictObject({
    kind: z.literal('tile-stride'),
    multiple: count.describe('Of which the stride must be a multiple, in elements'),
    stride: z.number().optional().describe('In elements; absent in a hidden case'),
  }),
  z.strictObject({
    kind: z.literal('unfilled-fragment'),
    part: z.enum(['factor', 'sum']),
    access,
    ...ofThread,
  }),
  z.strictObject({
    kind: z.literal('partial-warp'),
    waiting: z
      .strictObject({
        lanes: count,
        alive: count.describe('Lanes of the warp that have not ended'),
        threads: count.describe('Of the block'),
      })
      .optional()
      .describe('Absent in a hidden case'),
  }),
  z.strictObject({ kind: z.literal('tile-arguments'), ...ofThread }),
  z.strictObject({
    kind: z.literal('beyond-surface'),
    isRow: z.boolean().describe('x is wrong; else y or z'),
    access,
    buffer: buffer.nullable(),
    ...ofThread,
  }),
  z.strictObject({
    kind: z.literal('texture-object'),
    reason: z.enum(['no-object', 'destroyed', 'other-kind']),
    access,
    ...ofThread,
  }),
  z.strictObject({
    kind: z.literal('stale-cache'),
    cache: z.enum(['texture', 'read-only']),
    access,
    spot,
    writer: z.enum(['unknown', 'itself', 'other']),
    ...ofThread,
  }),
  z.strictObject({ kind: z.literal('other-fault'), ...ofThread }),
] as const;
