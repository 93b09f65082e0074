import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type EntryArgument, RunPool } from '../../grader/host/index.ts';
import { Bench, LIMITS } from './bench.ts';

const SOURCE = String.raw`
#include <cstdio>

__global__ void halves(const float *x, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n / 2) out[i] = 2 * x[i];  // store
}
__global__ void spoil(float *x) { x[threadIdx.x + 1] = -1; }
__global__ void toggle(float *x) { x[threadIdx.x] = -x[threadIdx.x]; }  // changes the input
__global__ void same(float *x) { x[threadIdx.x] = x[threadIdx.x] + 0; }
__global__ void peek(const float *out, float *x) { x[0] = out[0]; }  // reads the output

static int spin(int n) {
  volatile int turns = 0;
  for (int i = 0; i < n; i++)
    turns = turns + 1;
  return turns;
}

void entry(const float *x, float *out, int n) {
  switch (n) {
    case 4:  // half of the output
      halves<<<1, 32>>>(x, out, n);
      break;
    case 6:  // all of it, from the host
      cudaMemset(out, 0, n * sizeof(float));
      break;
    case 8:
      spoil<<<1, 2>>>(const_cast<float *>(x));
      break;
    case 10: {
      float same;
      cudaMemcpy(&same, x, 4, cudaMemcpyDeviceToHost);
      cudaMemcpy(const_cast<float *>(x), &same, 4, cudaMemcpyHostToDevice);
      break;
    }
    case 11:
      toggle<<<1, 2>>>(const_cast<float *>(x));
      toggle<<<1, 2>>>(const_cast<float *>(x));
      break;
    case 13: {  // a copy of the input
      same<<<1, 2>>>(const_cast<float *>(x));
      float *mine;
      cudaMalloc(&mine, 8);
      cudaMemcpy(mine, x, 8, cudaMemcpyDeviceToDevice);
      toggle<<<1, 2>>>(mine);
      cudaFree(mine);
      break;
    }
    case 12: {
      float *mine;
      cudaMalloc(&mine, 4);
      peek<<<1, 1>>>(out, mine);
      cudaFree(mine);
      break;
    }
    case 14: {
      float seen;
      cudaMemcpy(&seen, out, 4, cudaMemcpyDeviceToHost);  // reads poison
      printf("%g\n", seen);
      break;
    }
    case 16:
      halves<<<1, 32>>>(x, out, n);
      for (volatile int left = 1; left != 0;) {  // endless
        int i = 0;
        while (i < 3) i += left;
        left = left + (i == 0);
      }
      break;
    case 18:
      while (spin(1000) == 1000) {  // endless too
        cudaMemset(&n, 0, 4);
      }
      break;
    case 20:
      printf("%p\n", (const void *)x);
      halves<<<2, 8>>>(x, out, n);
      halves<<<1, 2000>>>(x, out, n);
      cudaMemcpy(out, x, n * 8, cudaMemcpyDeviceToDevice);
      break;
  }
}
`;

let bench: Bench;
beforeAll(async () => {
  bench = await Bench.open(SOURCE, 'void entry(const float* x, float* out, int n)');
});
afterAll(() => bench?.close());

function argumentsFor(n: number): EntryArgument[] {
  const x = new Uint8Array(Float32Array.from({ length: n }, (_, i) => i + 1).buffer);
  return [
    { kind: 'input', name: 'x', bytes: x },
    { kind: 'output', name: 'out', byteLength: 4 * n, type: 'f32' },
    { kind: 'scalar', name: 'n', type: 'i32', value: n },
  ];
}

const requestFor = (n: number, wallMs = LIMITS.wallMs) => ({
  entry: 'entry',
  args: argumentsFor(n),
  limits: { ...LIMITS, wallMs },
});

const run = (n: number, wallMs?: number, pool?: RunPool) => bench.run(requestFor(n, wallMs), pool);

const floats = (bytes: Uint8Array | undefined) => [...new Float32Array((bytes ?? new Uint8Array()).slice().buffer)];

describe('an output', () => {
  it('tells which bytes a kernel wrote, and from where', async () => {
    const { outputs, changedInputs } = await run(4);
    expect(outputs).toHaveLength(1);
    expect(floats(outputs[0]?.bytes).slice(0, 2)).toEqual([2, 4]);
    expect([...(outputs[0]?.state ?? [])].map((flags) => flags & 6)).toEqual([
      ...Array(8).fill(6),
      ...Array(8).fill(0),
    ]);
    expect(outputs[0]?.stores).toMatchObject([
      { kernel: 'halves', count: 2, position: { line: bench.lineOf('// store') } },
    ]);
    expect(changedInputs).toEqual([]);
  });

  it('tells what host code alone wrote', async () => {
    const { outputs } = await run(6);
    expect([...(outputs[0]?.state ?? [])].map((flags) => flags & 6)).toEqual(Array(24).fill(2));
    expect(floats(outputs[0]?.bytes)).toEqual(Array(6).fill(0));
  });

  it('is poison before it is written: wrong if unwritten, a fault if read', async () => {
    const { faults } = await run(12);
    expect(faults).toMatchObject([
      { rule: 'uninitialized-read', kernel: 'peek', at: { position: { line: bench.lineOf('// reads the output') } } },
    ]);
    const [one, two] = [await run(14), await bench.run({ ...requestFor(14), layoutSeed: 2 })];
    expect(one.outputs[0]?.bytes).not.toEqual(two.outputs[0]?.bytes);
    expect(floats(one.outputs[0]?.bytes).every((value) => Number.isNaN(value) || Math.abs(value) > 1e6)).toBe(true);
  });
});

describe('an input', () => {
  it('is reported as changed if its bytes differ', async () => {
    expect((await run(8)).changedInputs).toEqual(['x']);
    expect((await run(10)).changedInputs).toEqual([]);
  });

  it('is reported if a launch changes it and the next one restores it', async () => {
    expect((await run(11)).modifiedInputs).toMatchObject([
      { name: 'x', kernel: 'toggle', position: { line: bench.lineOf('// changes the input') } },
    ]);
  });

  it('is not reported if a kernel stores the same value, or changes a copy', async () => {
    expect((await run(13)).changedInputs).toEqual([]);
  });
});

describe('a run that the clock stops', () => {
  it('names the outermost loop, and keeps the work before it', async () => {
    const [nested, calling] = await Promise.all([run(16, 2_000), run(18, 2_000)]);
    const stoppedAt = (text: string) => ({ status: 'stopped', limit: 'wall', position: { line: bench.lineOf(text) } });
    expect(nested.host).toMatchObject(stoppedAt('// endless'));
    expect(nested.launches.map(({ kernel }) => kernel)).toEqual(['halves']);
    expect(floats(nested.outputs[0]?.bytes).slice(0, 8)).toEqual([2, 4, 6, 8, 10, 12, 14, 16]);
    expect(calling.host).toMatchObject(stoppedAt('// endless too'));
    expect(calling.faults).toMatchObject([{ rule: 'host-device-pointer', count: 1 }]);
  });
});

describe('a result', () => {
  it('is the same again, in pools of any size, and beside other cases', async () => {
    const cases = [4, 20, 12, 8];
    const [small, large] = [new RunPool({ size: 1 }), new RunPool({ size: 2 })];
    try {
      const alone = JSON.stringify(await run(20, undefined, small));
      expect(JSON.stringify(await run(20, undefined, small))).toBe(alone);
      expect(JSON.stringify(await run(20, undefined, large))).toBe(alone);
      const all = (pool: RunPool) => Promise.all(cases.map((n) => run(n, undefined, pool)));
      const [inTurn, together] = [await all(small), await all(large)];
      expect(JSON.stringify(inTurn[1])).toBe(alone);
      expect(JSON.stringify(together)).toBe(JSON.stringify(inTurn));
      expect(inTurn.map(({ host }) => host.status)).toEqual(cases.map(() => 'returned'));
    } finally {
      await Promise.all([small.dispose(), large.dispose()]);
    }
  });

  it('depends on the seed of the layout', async () => {
    const printed = async (layoutSeed: number) => (await bench.run({ ...requestFor(20), layoutSeed })).stdout;
    expect(new Set(await Promise.all([1, 2, 3, 4].map(printed))).size).toBeGreaterThan(1);
    expect(await printed(3)).toBe(await printed(3));
  });
});
