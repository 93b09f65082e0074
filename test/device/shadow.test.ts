import { beforeAll, describe, expect, it } from 'vitest';
import type { DeviceProgram } from '../../grader/compile/index.ts';
import type { LaunchOutcome } from '../../grader/device/device.ts';
import { Bench, compileKernels } from './harness.ts';

const N = 65_536;
const BLOCK = 256;

/** Thread `i` of `n` has the element `d[i]`, or does with the whole buffer what a pattern says. */
const BODIES = {
  'stores each element': 'd[i] = i;',
  'changes each element': 'd[i] += 1;',
  'stores 16 elements a thread': 'if (i < n / 16) for (int k = 0; k < 16; k++) d[16 * i + k] = k;',
  'stores rows as columns': 'd[i % 256 * (n / 256) + i / 256] = i;',
  'stores from a block for each element': 'd[i % (n / 256) * 256 + i / (n / 256)] = i;',
  'reads neighbours, stores to the other half': 'if (i < n / 2 - 2) d[n / 2 + i] = d[i] + d[i + 1] + d[i + 2];',
  'reads what its block stored': 'd[i] = i; __syncthreads(); int v = d[i ^ 1]; __syncthreads(); d[i ^ 2] = v;',
  'reads every element in every block': 'for (int k = 0; k < 64; k++) if (d[(k * 64 + i) % n] == 77) d[n - 1] = 1;',
} as const;
const TYPES = { byte: 'unsigned char', half: 'unsigned short', word: 'unsigned', long: 'unsigned long long' } as const;

const kernels = Object.values(BODIES).flatMap((body, index) =>
  Object.entries(TYPES).map(
    ([name, type]) =>
      `__global__ void k${index}_${name}(${type} *d, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; ${body} }`,
  ),
);
const SOURCE = `
${kernels.join('\n')}
__global__ void floats(float4 *d, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float4 v = d[i];
  v.x += i;
  d[i] = v;
}
__global__ void mixed(unsigned char *d, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned char *mine = d + 16 * i;
  for (int k = 0; k < 4; k++) mine[k] = k;
  *(unsigned short *)(mine + 4) = 1;
  mine[6] = 2;
  *(unsigned *)(mine + 8) = *(unsigned *)mine;
  *(unsigned short *)(mine + 2) = mine[9];
  __syncthreads();
  *(unsigned *)(mine + 12) = d[16 * (i ^ 1)] + *(unsigned short *)(d + 16 * (i ^ 1) + 4);
}
__global__ void adds(unsigned *d, int n) { atomicAdd(&d[(blockIdx.x * blockDim.x + threadIdx.x) % (n / 8)], 1u); }
__global__ void neighbours(unsigned char *d, int n) { d[threadIdx.x] = threadIdx.x; }
__global__ void one_byte(unsigned char *d, int n) {
  if (threadIdx.x == 5) d[6] = 1; // @first
  if (threadIdx.x == 40) d[6] = 2; // @second
}
__global__ void word_over_byte(unsigned char *d, int n) {
  if (threadIdx.x == 5) d[6] = 1; // @byte
  if (threadIdx.x == 40) *(unsigned *)(d + 4) = 2; // @word
}
__global__ void byte_over_long(unsigned char *d, int n) {
  if (threadIdx.x == 5) *(unsigned long long *)d = 1; // @long
  if (threadIdx.x == 40) ((volatile unsigned char *)d)[7]; // @polled
  if (threadIdx.x == 70) d[8] = d[7]; // @read
}
__global__ void anything(unsigned char *d, int n) {
  unsigned t = blockIdx.x * blockDim.x + threadIdx.x;
  for (unsigned k = 0; k < 16; k++) d[(t * 2654435761u + k * 40503u * (t + 7)) % n] += 1;
}
`;

let program: DeviceProgram;
let module: WebAssembly.Module;
let line: (name: string) => number;
beforeAll(async () => {
  ({ program, line } = await compileKernels(SOURCE));
  module = new WebAssembly.Module(program.wasm as Uint8Array<ArrayBuffer>);
}, 300_000);

/** Launches a kernel on a buffer that is on record. */
function launched(kernel: string, bytes: number, count: number, threads: number) {
  const bench = new Bench(program, { module });
  const data = bench.bytes(bytes, 'output');
  bench.device.write(data, new Uint8Array(bytes));
  const block = Math.min(threads, BLOCK);
  const outcome: LaunchOutcome = bench.launch(kernel, [data, count], { grid: threads / block, block });
  return { outcome, faults: bench.device.takeFaults(), shadow: bench.device.shadowBytes(data, bytes) / bytes };
}

describe('shadow memory', { timeout: 120_000 }, () => {
  const patterns = Object.keys(BODIES).flatMap((pattern, index) =>
    Object.keys(TYPES).map((type, log2) => [pattern, type, `k${index}_${type}`, 2 ** log2] as const),
  );
  it.each(patterns)('where each thread %s (%s) has at most six bytes a byte', (_pattern, _type, kernel, size) => {
    const { outcome, shadow } = launched(kernel, N * size, N, N);
    expect(outcome).toMatchObject({ error: 0 });
    expect(outcome.unchecked).toBeUndefined();
    expect(shadow).toBeLessThanOrEqual(6);
    expect(shadow).toBeGreaterThan(1);
  });

  it.each([
    ['floats', 16 * N, N],
    ['mixed', 16 * N, N],
    ['adds', 4 * N, N],
  ] as const)('of accesses of 16 bytes, of all widths and of atomics: %s', (kernel, bytes, threads) => {
    const { outcome, faults, shadow } = launched(kernel, bytes, N, threads);
    expect(outcome).toMatchObject({ error: 0 });
    expect(outcome.unchecked).toBeUndefined();
    expect(faults).toEqual([]);
    expect(shadow).toBeLessThanOrEqual(6);
  });

  it('says so where the records of crowded words are used up, and goes on', () => {
    const { outcome, faults } = launched('anything', 4 * N, 4 * N, N);
    expect(outcome.error).toBe(0);
    expect(outcome.unchecked).toBeGreaterThan(0);
    expect(faults.length).toBeGreaterThan(0);
  });
});

describe('races of bytes', { timeout: 60_000 }, () => {
  const end = (place: string, thread: number, access: string) => ({
    position: { line: line(place) },
    thread: [thread, 0, 0],
    access,
  });
  it('sees none between neighbours in one word', () => {
    expect(launched('neighbours', 128, 128, 128).faults).toEqual([]);
  });

  it('names both places and threads of one byte', () => {
    expect(launched('one_byte', 128, 128, 128).faults).toMatchObject([
      { rule: 'global-race', at: end('second', 40, 'write'), other: end('first', 5, 'write'), bytes: 1 },
    ]);
  });

  it('names both where the widths differ', () => {
    expect(launched('word_over_byte', 128, 128, 128).faults).toMatchObject([
      { rule: 'global-race', at: end('word', 40, 'write'), other: end('byte', 5, 'write'), bytes: 4 },
    ]);
    expect(launched('byte_over_long', 128, 128, 128).faults).toMatchObject([
      { rule: 'global-race', at: end('polled', 40, 'read'), other: end('long', 5, 'write'), bytes: 1 },
      { rule: 'global-race', at: end('read', 70, 'read'), other: end('long', 5, 'write'), bytes: 1 },
    ]);
  });
});
