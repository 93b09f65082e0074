import { serialize } from 'node:v8';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CompileResult, Compiler } from '../../grader/compile/index.ts';
import { type EntryArgument, RunPool, type RunRequest, type RunResult } from '../../grader/host/index.ts';
import { judge, keepsAddresses } from '../../grader/host/replay/index.ts';
import { GpuTarget, localHelpers } from '../../grader/pipeline/gpu/index.ts';
import { taskOf } from '../../grader/pipeline/gpu/task.ts';
import { LIMITS } from '../host/bench.ts';
import { FakeDriver, unavailable } from '../native/cuda/fake-driver.ts';

const COUNT = 600;
/** The first bytes of each WebAssembly module. */
const MODULE_BEGINS = Buffer.from([0, 0x61, 0x73, 0x6d]);

/** The fake driver's kernel copies; on the emulator it does the same. */
const SOURCE = `
#include <cstdlib>
#include <vector>
extern "C" __global__ void copy(const int* x, int* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = x[i];
}
__device__ int table[600];

static void launch(const int* x, int* out, int n) { copy<<<(n + 255) / 256, 256>>>(x, out, n); }

void onDevice(const int* x, int* out, int n) {
  int* between;
  cudaMalloc(&between, n * sizeof(int));
  launch(x, between, n);
  cudaMemcpy(out, between, n * sizeof(int), cudaMemcpyDeviceToDevice);
  cudaFree(between);
}
void staged(const int* x, int* out, int n) {
  int *dx, *dout;
  cudaMalloc(&dx, n * sizeof(int));
  cudaMalloc(&dout, n * sizeof(int));
  std::vector<int> chunk(100);
  for (int from = 0; from < n; from += 100) {
    for (int i = 0; i < 100; i++) chunk[i] = x[from + i];
    cudaMemcpy(dx + from, chunk.data(), 100 * sizeof(int), cudaMemcpyHostToDevice);
  }
  launch(dx, dout, n);
  std::vector<int> result(n);
  cudaMemcpy(result.data(), dout, n * sizeof(int), cudaMemcpyDeviceToHost);
  for (int i = 0; i < n; i++) out[i] = result[i];
  cudaFree(dx);
  cudaFree(dout);
}
void managed(const int* x, int* out, int n) {
  int *both, *result;
  cudaMallocManaged(&both, n * sizeof(int));
  cudaMallocManaged(&result, n * sizeof(int));
  for (int i = 0; i < n; i++) both[i] = x[i];
  launch(both, result, n);
  cudaDeviceSynchronize();
  for (int i = 0; i < n; i++) out[i] = result[i];
  cudaFree(both);
  cudaFree(result);
}
void symbol(const int* x, int* out, int n) {
  int *from, *dout;
  cudaMemcpyToSymbol(table, x, n * sizeof(int));
  cudaGetSymbolAddress((void**)&from, table);
  cudaMalloc(&dout, n * sizeof(int));
  launch(from, dout, n);
  cudaMemcpy(out, dout, n * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(dout);
}
// Host code decides by a result.
void decides(const int* x, int* out, int n) {
  int *dx, *dout, first;
  cudaMalloc(&dx, n * sizeof(int));
  cudaMalloc(&dout, n * sizeof(int));
  cudaMemcpy(dx, x, n * sizeof(int), cudaMemcpyHostToDevice);
  launch(dx, dout, n);
  cudaMemcpy(&first, dout, sizeof first, cudaMemcpyDeviceToHost);
  for (int again = 0; again < first % 3; again++) launch(dx, dout, n);
  cudaMemcpy(out, dout, n * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(dx);
  cudaFree(dout);
}
void onHost(const int* x, int* out, int n) {
  int *dx, *dout;
  cudaMalloc(&dx, n * sizeof(int));
  cudaMalloc(&dout, n * sizeof(int));
  std::vector<int> made(n);
  for (int i = 0; i < n; i++) made[i] = x[i] ^ (x[0] % 1000);
  cudaMemcpy(dx, made.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  launch(dx, dout, n);
  cudaMemcpy(out, dout, n * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(dx);
  cudaFree(dout);
}
// Keeps addresses where kernels read them.
void table_of_pointers(const int* x, int* out, int n) {
  int *dx, **rows;
  cudaMalloc(&dx, n * sizeof(int));
  cudaMemcpy(dx, x, n * sizeof(int), cudaMemcpyHostToDevice);
  std::vector<int*> here;
  for (int i = 0; i < 10; i++) here.push_back(dx + i * (n / 10));
  cudaMalloc(&rows, 10 * sizeof(int*));
  cudaMemcpy(rows, here.data(), 10 * sizeof(int*), cudaMemcpyHostToDevice);
  launch(dx, dx, n);
  cudaMemcpy(out, dx, n * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(dx);
  cudaFree(rows);
}
void entry(const int* x, int* out, int n, int which) {
  void (*ways[])(const int*, int*, int) = {onDevice, staged, managed, symbol, decides, onHost, table_of_pointers};
  ways[which](x, out, n);
}
`;
const WAYS = ['onDevice', 'staged', 'managed', 'symbol', 'decides', 'onHost', 'table_of_pointers'];

/** Numbers of 31 bits, so that an element is found where it was moved. */
function numbers(seed: number): Int32Array {
  return Int32Array.from({ length: COUNT }, (_, at) => Math.imul(at + 1 + 1000 * seed, 0x9e37_79b1) >>> 1);
}

const bytesOf = (values: Int32Array) => new Uint8Array(values.buffer);

describe.skipIf(unavailable)('a case on a GPU', () => {
  let driver: FakeDriver;
  let gpu: GpuTarget;
  let pool: RunPool;
  let compiler: Compiler;
  let program: Extract<CompileResult, { status: 'compiled' }>;

  beforeAll(async () => {
    driver = new FakeDriver();
    gpu = new GpuTarget(localHelpers({ library: driver.library }));
    pool = new RunPool({ size: 2 });
    compiler = new Compiler();
    const prototype = 'void entry(const int* x, int* out, int n, int which)';
    const compiled = await compiler.compile(SOURCE, 'test.cu', { prototype, heapBytes: 2 ** 20, timeoutMs: 110_000 });
    if (compiled.status !== 'compiled') throw new Error(JSON.stringify(compiled.diagnostics));
    program = compiled;
  });
  afterAll(async () => {
    await Promise.all([gpu?.dispose(), pool?.dispose(), compiler?.dispose()]);
    driver?.remove();
  });

  function requestOf(way: string, x: Int32Array): RunRequest {
    const args: EntryArgument[] = [
      { kind: 'input', name: 'x', bytes: bytesOf(x), elementBytes: 4 },
      { kind: 'output', name: 'out', byteLength: 4 * COUNT, type: 'i32' },
      { kind: 'scalar', name: 'n', type: 'i32', value: COUNT },
      { kind: 'scalar', name: 'which', type: 'i32', value: WAYS.indexOf(way) },
    ];
    const arraysIn = way === 'onDevice' ? 'device' : 'host';
    return { program, entry: 'entry', args, arraysIn, layoutSeed: 7, counters: false, limits: LIMITS };
  }

  const outOf = ({ outputs }: RunResult) => outputs[0]?.bytes;

  /** Judges on the emulator, and repeats what was recorded there on the GPU. */
  async function onGpu(way: string, x: Int32Array, { does = 'copy', on = gpu } = {}) {
    const request = requestOf(way, x);
    const judging = {
      decoys: async (number: number) => requestOf(way, numbers(100 + number)).args,
      decoyRuns: 2,
      isRight: async (run: RunResult) => Buffer.compare(outOf(run) ?? new Uint8Array(), bytesOf(x)) === 0,
    };
    const symbolize = compiler.symbolize.bind(compiler);
    const judged = await judge(pool, request, judging, { symbolize });
    const recorded = judged.status === 'data-dependent' ? null : await judged.recordings();
    if (!recorded) throw new Error(`${way} has no recording`);
    const image = driver.image(`kernel copy ${does} 0:8 8:8 16:4`, `variable table ${4 * COUNT}`);
    const runs = on.runs({ program, image }, symbolize);
    try {
      const outcome = await runs.run({ request, recorded });
      if (outcome.status !== 'ran') throw new Error(outcome.reason);
      return { judged, run: outcome.run };
    } finally {
      await runs.dispose();
    }
  }

  it.each(['onDevice', 'staged', 'managed', 'symbol', 'decides'])(
    'has the judged inputs, though its host code never met them: %s',
    async (way) => {
      // Zeros are results too.
      const x = numbers(5).map((value, at) => (at % 50 < 20 ? 0 : value));
      const { judged, run } = await onGpu(way, x);
      expect(judged.status).toBe('judged');
      expect(run.host).toEqual({ status: 'returned', value: 0 });
      expect(run.faults).toEqual([]);
      expect(Buffer.compare(outOf(run) ?? new Uint8Array(), bytesOf(x))).toBe(0);
      expect(run.launches.length).toBe(judged.run.launches.length);
    },
  );

  it('has what host code computed from decoys where it computed', async () => {
    const x = numbers(6);
    const { judged, run } = await onGpu('onHost', x);
    expect(judged.status).toBe('metered');
    expect(Buffer.compare(outOf(run) ?? new Uint8Array(), bytesOf(x))).not.toBe(0);
  });

  it('runs again, and counts, where its helper ended for no reason', async () => {
    const said: string[] = [];
    const on = new GpuTarget(localHelpers({ library: driver.library }), {}, (line) => said.push(line));
    const x = numbers(9);
    const { run } = await onGpu('staged', x, { does: 'die-once', on });
    expect(Buffer.compare(outOf(run) ?? new Uint8Array(), bytesOf(x))).toBe(0);
    expect(said).toEqual([
      'A failure that nothing explains; the submission runs again: The process that uses the GPU has ended unexpectedly.',
      'The second attempt succeeded, and its result counts.',
    ]);
    await on.dispose();
  });

  it('is at fault where it ends its helper each time, and the GPU works', async () => {
    const { run } = await onGpu('staged', numbers(9), { does: 'die' });
    expect(run.host).toMatchObject({ status: 'trapped', message: 'it crashed', endedWorker: true });
    const next = await onGpu('staged', numbers(10));
    expect(next.run.host.status).toBe('returned');
  });

  it.each([
    ['staged', false],
    ['managed', false],
    ['table_of_pointers', true],
  ])('is known to keep addresses in memory or not: %s', async (way, keeps) => {
    const symbolize = compiler.symbolize.bind(compiler);
    expect(await keepsAddresses(pool, requestOf(way, numbers(1)), { symbolize })).toBe(keeps);
  });

  it('gives its helper no host code', async () => {
    const { judged } = await onGpu('staged', numbers(8));
    const recorded = judged.status === 'judged' ? await judged.recordings() : null;
    const request = requestOf('staged', numbers(8));
    const sent = serialize(taskOf({ program, image: new Uint8Array() }, { request, recorded: recorded ?? [] }));
    expect(sent.includes(Buffer.from(numbers(8).buffer, 0, 64))).toBe(true);
    expect(sent.includes(MODULE_BEGINS)).toBe(false);
  });
});
