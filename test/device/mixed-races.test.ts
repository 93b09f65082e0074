import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { AccessEnd, DeviceFault } from '../../grader/device/device.ts';
import { Bench, compileKernels } from './harness.ts';

const BYTES = 32;
const BLOCKS = 2;
/** Threads that do something: two of one warp and one of another. */
const THREADS = [0, 1, 33] as const;
const PLAYERS = BLOCKS * THREADS.length;
const OPS = 6;
/** The same once more elsewhere: then the device knows what becomes of a word. */
const COPIES = 3;
const WIDTHS = [1, 2, 4, 8, 16] as const;
const KINDS = ['read', 'write', 'atomic'] as const;

const turn = (memory: string) => `
  for (int i = 0; i < ${OPS} * copies; i++) {
    if (barriers >> i % ${OPS} & 1) __syncthreads();
    int kind = player < 0 ? -1 : script[player * ${OPS} + i % ${OPS}];
    unsigned char *at = ${memory} + i / ${OPS} * ${BYTES} + (kind >> 8);
    switch (kind & 255) {
      case 0: sum += *at; break;
      case 1: sum += *(unsigned short *)at; break;
      case 2: sum += *(unsigned *)at; break;
      case 3: sum += *(unsigned long long *)at; break;
      case 4: { uint4 v = *(uint4 *)at; sum += v.x + v.y + v.z + v.w; break; }
      case 16: *at = threadIdx.x; break;
      case 17: *(unsigned short *)at = threadIdx.x; break;
      case 18: *(unsigned *)at = threadIdx.x; break;
      case 19: *(unsigned long long *)at = threadIdx.x; break;
      case 20: *(uint4 *)at = make_uint4(threadIdx.x, i % ${OPS}, 2, 3); break;
      case 34: atomicAdd((unsigned *)at, 1u); break;
    }
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;`;
const PLAYER = `threadIdx.x == 0 ? 0 : threadIdx.x == 1 ? 1 : threadIdx.x == 33 ? 2 : -1`;
const SOURCE = `
__global__ void global_play(const int *script, int barriers, unsigned char *data, unsigned *out, int copies) {
  unsigned sum = 0;
  int player = ${PLAYER};
  if (player >= 0) player += blockIdx.x * ${THREADS.length};
  ${turn('data')}
}
__global__ void shared_play(const int *script, int barriers, unsigned char *data, unsigned *out, int copies) {
  __shared__ __align__(16) unsigned char bytes[${BYTES * COPIES}];
  unsigned sum = 0;
  int player = ${PLAYER};
  if (player >= 0) player += blockIdx.x * ${THREADS.length};
  for (int i = threadIdx.x; i < ${BYTES * COPIES}; i += blockDim.x) bytes[i] = 0;
  __syncthreads();
  ${turn('bytes')}
}`;

interface Access {
  readonly block: number;
  readonly thread: number;
  readonly kind: (typeof KINDS)[number];
  readonly first: number;
  readonly bytes: number;
  /** Barriers before it. */
  readonly phase: number;
}

const operation = (kinds: readonly number[]) =>
  fc
    .record({ kind: fc.constantFrom(...kinds), log2: fc.nat({ max: 4 }), place: fc.nat({ max: BYTES - 1 }) })
    .map(({ kind, log2, place }) => {
      const size = kind === 2 ? 2 : log2;
      return { kind, size, at: place - (place % (WIDTHS[size] ?? 1)) };
    });
const game = fc.record({
  barriers: fc.nat({ max: 2 ** OPS - 1 }),
  // Where much is only read, more is kept.
  ops: fc.oneof(
    ...[
      [0, 0, 1, 1, 2],
      [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1],
    ].map((kinds) => fc.array(operation(kinds), { minLength: PLAYERS * OPS, maxLength: PLAYERS * OPS })),
  ),
});
type Game = typeof game extends fc.Arbitrary<infer T> ? T : never;

/** In the order in which the device runs them: block by block, between two barriers thread by thread. */
function accessesOf({ barriers, ops }: Game): Access[] {
  const all = ops.map(({ kind, size, at }, index) => {
    const player = Math.floor(index / OPS);
    const upTo = barriers & (2 ** ((index % OPS) + 1) - 1);
    return {
      block: Math.floor(player / THREADS.length),
      thread: THREADS[player % THREADS.length] ?? 0,
      kind: KINDS[kind] ?? 'read',
      first: at,
      bytes: WIDTHS[size] ?? 1,
      phase: upTo.toString(2).replaceAll('0', '').length,
    };
  });
  return all.sort((a, b) => a.block - b.block || a.phase - b.phase || a.thread - b.thread);
}

function race(a: Access, b: Access, shared: boolean): boolean {
  if (a.block === b.block ? a.thread === b.thread || a.phase !== b.phase : shared) return false;
  const meet = a.first < b.first + b.bytes && b.first < a.first + a.bytes;
  const stores = a.kind !== 'read' || b.kind !== 'read';
  return meet && stores && !(a.kind === 'atomic' && b.kind === 'atomic');
}

/** The first access to race with an earlier one at this byte; what comes later may hide behind it. */
function firstRacing(accesses: readonly Access[], byte: number, shared: boolean): Access | undefined {
  const here = accesses.filter(({ first, bytes }) => byte >= first && byte < first + bytes);
  return here.find((later, index) => here.slice(0, index).some((earlier) => race(earlier, later, shared)));
}

/** Is it what this end of a finding says? Vectors may be taken apart. */
function isEnd(access: Access, end: AccessEnd | null): boolean {
  return end?.access === access.kind && end.block[0] === access.block && (end.thread[0] ?? -1) === access.thread;
}

function essence({ rule, detail, at, other, bytes, count }: DeviceFault, times: number) {
  return { rule, detail, at, other, bytes, count: times * count };
}

describe('races of accesses of every width', { timeout: 120_000 }, () => {
  let bench: Bench;
  let lines: readonly string[];
  beforeAll(async () => {
    bench = new Bench((await compileKernels(SOURCE)).program, { deviceSteps: 1e12 });
    lines = SOURCE.split('\n');
  }, 300_000);

  const found = (kernel: string, { barriers, ops }: Game, copies: number): DeviceFault[] => {
    const script = bench.bytes(
      4 * PLAYERS * OPS,
      'input',
      new Uint8Array(Int32Array.from(ops, ({ kind, size, at }) => at * 256 + kind * 16 + size).buffer),
    );
    const data = bench.bytes(copies * BYTES, 'output');
    bench.device.write(data, new Uint8Array(copies * BYTES));
    const out = bench.words(34 * BLOCKS, 'output');
    const outcome = bench.launch(kernel, [script, barriers, data, out, copies], { grid: BLOCKS, block: 34 });
    for (const buffer of [script, data, out]) bench.device.free(buffer);
    expect(outcome.error).toBe(0);
    expect(outcome.unchecked ?? 0).toBe(0);
    return bench.device.takeFaults();
  };

  /** Places of a program: width and kind decide which line it is. */
  const caseOf = ({ kind, bytes }: Access) =>
    `case ${16 * KINDS.indexOf(kind) + (kind === 'atomic' ? 2 : WIDTHS.indexOf(bytes as 1))}:`;
  const told = (end: AccessEnd | null) => lines[(end?.position?.line ?? 0) - 1] ?? '';

  it.each([
    ['global_play', 'global-race', false],
    ['shared_play', 'shared-race', true],
  ] as const)('%s: reports the first race at each byte, and only true pairs', (kernel, rule, shared) => {
    fc.assert(
      fc.property(game, (played) => {
        const accesses = accessesOf(played);
        const faults = found(kernel, played, 1);
        expect(new Set(faults.map((fault) => fault.rule))).toEqual(new Set(faults.length > 0 ? [rule] : []));
        for (const fault of faults) {
          const pairs = accesses.flatMap((a) =>
            isEnd(a, fault.at) && told(fault.at).includes(caseOf(a))
              ? accesses.filter(
                  (b) => isEnd(b, fault.other) && told(fault.other).includes(caseOf(b)) && race(a, b, shared),
                )
              : [],
          );
          expect(pairs.length).toBeGreaterThan(0);
        }
        const named = faults.flatMap(({ at, other }) => [at, other]).map(told);
        for (let byte = 0; byte < BYTES; byte++) {
          const first = firstRacing(accesses, byte, shared);
          if (first) expect(named.some((text) => text.includes(caseOf(first)))).toBe(true);
        }
        const expected = faults.map((fault) => essence(fault, COPIES));
        expect(found(kernel, played, COPIES).map((fault) => essence(fault, 1))).toEqual(expected);
      }),
      { numRuns: 300, seed: 7 },
    );
  });
});
