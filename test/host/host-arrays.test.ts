import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type EntryArgument, type OutputState, RunPool, type RunResult } from '../../grader/host/index.ts';
import { Bench } from './bench.ts';

const SOURCE = `
#include <cstdlib>
#include <cstring>
#include <vector>

__global__ void twice(const float *x, float *y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = 2 * x[i];  // store
}
__global__ void add_one(float *y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] += 1;  // second store
}
__global__ void scratch(float *s) { s[threadIdx.x] = 1; }

#define N 100
void entry(const float *x, float *out, int how) {
  size_t bytes = N * sizeof(float);
  float *dx, *dy;
  cudaMalloc(&dx, bytes);
  cudaMalloc(&dy, bytes);
  if (how != 3) cudaMemcpy(dx, x, bytes, cudaMemcpyHostToDevice);
  if (how == 2) cudaMemcpy(out, dy, bytes, cudaMemcpyDeviceToHost);  // too early
  if (how != 4 && how != 9) twice<<<1, 128>>>(dx, dy, N);
  switch (how) {
    case 1:  // as it should be
      cudaMemcpy(out, dy, bytes, cudaMemcpyDeviceToHost);
      break;
    case 4:  // by the host
      for (int i = 0; i < N; i++) out[i] = 2 * x[i];
      break;
    case 5:  // in elements
      cudaMemcpy(out, dy, N, cudaMemcpyDeviceToHost);  // a quarter
      break;
    case 6: {  // handed on
      std::vector<float> mine(N);
      cudaMemcpy(mine.data(), dy, bytes, cudaMemcpyDefault);
      memcpy(out, mine.data(), bytes);
      break;
    }
    case 7: {  // through another buffer, on a stream, row by row
      float *dz;
      cudaMalloc(&dz, bytes);
      cudaStream_t stream;
      cudaStreamCreate(&stream);
      cudaMemcpyAsync(dz, dy, bytes, cudaMemcpyDeviceToDevice, stream);
      scratch<<<1, 64>>>(dy);
      cudaMemcpy2DAsync(out, 40, dz, 40, 40, 9, cudaMemcpyDeviceToHost, stream);
      cudaMemcpyAsync(out + 90, dz + 90, 40, cudaMemcpyDeviceToHost, stream);
      cudaStreamSynchronize(stream);
      cudaFree(dz);
      break;
    }
    case 8:  // in place
      add_one<<<1, 128>>>(dy, N);
      cudaMemcpy(out, dy, bytes, cudaMemcpyDeviceToHost);
      break;
    case 9: {  // over to the device and back
      std::vector<float> mine(N, 3.0f);
      cudaMemcpy(dy, mine.data(), bytes, cudaMemcpyHostToDevice);
      cudaMemcpy(out, dy, bytes, cudaMemcpyDeviceToHost);
      break;
    }
    case 10:  // the wrong direction
      cudaMemcpy(out, dy, bytes, cudaMemcpyHostToDevice);  // direction
      break;
    case 11:  // more than there is
      cudaMemcpy(dx, x, bytes + 4, cudaMemcpyHostToDevice);
      cudaMemcpy(out + 1, dy, bytes, cudaMemcpyDeviceToHost);  // beyond
      break;
    case 12: {  // no copy: the host's own memory is mapped
      float *seen;
      cudaHostRegister(out, bytes, cudaHostRegisterMapped);
      cudaHostGetDevicePointer(&seen, out, 0);
      twice<<<1, 128>>>(dx, seen, N);
      cudaDeviceSynchronize();
      cudaHostUnregister(out);
      break;
    }
    case 13:  // the input is changed
      const_cast<float *>(x)[5] = -1;
      break;
    case 15: {  // one element too many
      std::vector<float> mine(N + 1);
      cudaMemcpy(mine.data(), dy, bytes, cudaMemcpyDeviceToHost);
      memcpy(out, mine.data(), bytes + sizeof(float));
      break;
    }
    case 18: {  // as many too many from the input as to the output
      float *mine = (float *)malloc(bytes + sizeof(float));
      memcpy(mine, x, bytes + sizeof(float));
      cudaMemcpy(mine, dy, bytes, cudaMemcpyDeviceToHost);
      memcpy(out, mine, bytes + sizeof(float));
      free(mine);
      break;
    }
    case 16:  // before the first element
      cudaMemcpy(out, dy, bytes, cudaMemcpyDeviceToHost);
      const_cast<float *>(x)[-2] = 1;
      break;
    case 17:  // an element that is not there
      cudaMemcpy(out, dy, bytes, cudaMemcpyDeviceToHost);
      out[0] = x[N];
      break;
    case 14: {  // managed
      float *managed;
      cudaMallocManaged(&managed, bytes);
      twice<<<1, 128>>>(dx, managed, N);
      cudaDeviceSynchronize();
      memcpy(out, managed, bytes);
      cudaFree(managed);
      break;
    }
  }
  cudaFree(dx);
  if (how != 1) cudaFree(dy);
}
`;

const N = 100;
const input = Float32Array.from({ length: N }, (_, i) => i + 1);
let bench: Bench;
beforeAll(async () => {
  bench = await Bench.open(SOURCE, 'void entry(const float* x, float* out, int how)');
});
afterAll(() => bench?.close());

async function run(how: number): Promise<RunResult & { out: OutputState }> {
  const args: EntryArgument[] = [
    { kind: 'input', name: 'x', bytes: new Uint8Array(input.buffer) },
    { kind: 'output', name: 'out', byteLength: 4 * N, type: 'f32' },
    { kind: 'scalar', name: 'how', type: 'i32', value: how },
  ];
  const result = await bench.run({ entry: 'entry', args, arraysIn: 'host' });
  const [out] = result.outputs;
  if (result.host.status !== 'returned' || !out) throw new Error(JSON.stringify(result.host));
  return { ...result, out };
}

const floats = ({ bytes }: OutputState) => Array.from(new Float32Array(bytes.buffer, bytes.byteOffset, N));
const doubled = Array.from(input, (value) => 2 * value);
/** How many bytes have each flag. */
function flags({ state }: OutputState): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const flag of state) counts[flag] = (counts[flag] ?? 0) + 1;
  return counts;
}
const BY_KERNEL = 6;
const BY_HOST = 2;

describe('arrays in host memory', () => {
  it('are filled by what a kernel stored and host code copied back', async () => {
    const { out, launches, plan, faults } = await run(1);
    expect(floats(out)).toEqual(doubled);
    expect(flags(out)).toEqual({ [BY_KERNEL]: 400 });
    expect(out.stores).toEqual([expect.objectContaining({ kernel: 'twice', count: N })]);
    expect(out.stores[0]?.position.line).toBe(bench.lineOf('// store'));
    expect(launches[0]?.outcome).toMatchObject({ outputThreads: N, outputBlocks: 1 });
    expect(launches[0]?.outcome).not.toHaveProperty('studentStores');
    expect(out.copiedBack).toMatchObject({ bytes: 400, unwrittenBytes: 0, kernelBytes: 400, tooEarly: false });
    expect(faults.map(({ rule }) => rule)).toEqual(['leak']);
    expect(plan.steps).toContainEqual(
      expect.objectContaining({ step: 'write', bytes: 400, from: { array: 'x', offset: 0 } }),
    );
    expect(plan.steps).toContainEqual(
      expect.objectContaining({ step: 'read', bytes: 400, to: { array: 'out', offset: 0 } }),
    );
  });

  it('are not filled by a copy that came before the kernel', async () => {
    const { out, launches } = await run(2);
    expect(flags(out)).toEqual({ 0: 400 });
    expect(out.copiedBack).toMatchObject({ bytes: 400, unwrittenBytes: 400, tooEarly: true });
    expect(out.copiedBack?.position?.line).toBe(bench.lineOf('// too early'));
    expect(launches[0]?.outcome.outputThreads).toBe(0);
  });

  it('stay poisoned where nothing is copied back', async () => {
    const { out } = await run(3);
    expect(flags(out)).toEqual({ 0: 400 });
    expect(out.copiedBack).toEqual({
      bytes: 0,
      unwrittenBytes: 0,
      kernelBytes: 0,
      tooEarly: false,
      position: null,
    });
  });

  it('know what host code computed itself, directly or by way of the device', async () => {
    expect(flags((await run(4)).out)).toEqual({ [BY_HOST]: 400 });
    const { out } = await run(9);
    expect(flags(out)).toEqual({ [BY_HOST]: 400 });
    expect(out.stores).toEqual([]);
  });

  it('are reported to the byte if too little was copied', async () => {
    const { out } = await run(5);
    expect(flags(out)).toEqual({ [BY_KERNEL]: 100, 0: 300 });
    expect(out.copiedBack).toMatchObject({ bytes: 100, kernelBytes: 100 });
    expect(out.copiedBack?.position?.line).toBe(bench.lineOf('// a quarter'));
  });

  it('count as work of a kernel if host code copies results further', async () => {
    for (const how of [6, 14]) {
      const { out, launches } = await run(how);
      expect(floats(out)).toEqual(doubled);
      expect(flags(out)).toEqual({ [BY_KERNEL]: 400 });
      expect(out.stores[0]?.position.line).toBe(bench.lineOf('// store'));
      expect(launches.at(-1)?.outcome.outputThreads).toBe(N);
    }
  });

  it('are followed through copies on the device, of rows, on streams', async () => {
    const { out, launches } = await run(7);
    expect(floats(out)).toEqual(doubled);
    expect(flags(out)).toEqual({ [BY_KERNEL]: 400 });
    expect(out.stores.map(({ kernel }) => kernel)).toEqual(['twice']);
    expect(launches.map(({ outcome }) => outcome.outputThreads)).toEqual([N, 0]);
  });

  it('name every store on the way', async () => {
    const { out, launches } = await run(8);
    expect(out.stores.map(({ kernel }) => kernel)).toEqual(['twice', 'add_one']);
    expect(launches.map(({ outcome }) => outcome.outputThreads)).toEqual([N, N]);
  });

  it('are no address of the device', async () => {
    const { out, faults, apiErrors } = await run(10);
    expect(flags(out)).toEqual({ 0: 400 });
    expect(faults).toEqual([
      expect.objectContaining({ rule: 'host-device-pointer', detail: 'copy-is-device-to-host' }),
    ]);
    expect(faults[0]?.at.position?.line).toBe(bench.lineOf('// direction'));
    expect(apiErrors).toEqual([expect.objectContaining({ call: 'cudaMemcpy', code: 1 })]);
  });

  it('end where they end', async () => {
    const { out, faults } = await run(11);
    expect(faults.map(({ rule, buffer }) => [rule, buffer?.label])).toEqual([
      ['out-of-bounds-write', 'allocation 1'],
      ['out-of-bounds-write', 'out'],
    ]);
    expect(faults.at(-1)?.at.position?.line).toBe(bench.lineOf('// beyond'));
    expect(flags(out)).toEqual({ [BY_KERNEL]: 396, 0: 4 });
  });

  it('report what host code writes just outside of them', async () => {
    const after = (await run(15)).faults.filter(({ rule }) => rule === 'out-of-bounds-write');
    expect(after).toEqual([expect.objectContaining({ detail: 'host-guard', bytes: 4, kernel: '', count: 1 })]);
    expect(after[0]?.buffer).toMatchObject({ label: 'out', role: 'output', bytes: 400, offset: 400 });
    const alsoRead = (await run(18)).faults.filter(({ rule }) => rule === 'out-of-bounds-write');
    expect(alsoRead.map(({ buffer }) => buffer)).toEqual([expect.objectContaining({ label: 'out', offset: 400 })]);
    const before = (await run(16)).faults.filter(({ rule }) => rule === 'out-of-bounds-write');
    expect(before.map(({ buffer }) => buffer)).toEqual([expect.objectContaining({ label: 'x', offset: -5 })]);
    expect((await run(1)).faults.map(({ rule }) => rule)).toEqual(['leak']);
  });

  it('have no number after their last element', async () => {
    expect(floats((await run(17)).out)[0]).toBeNaN();
  });

  it('can be the device’s too', async () => {
    const { out, launches } = await run(12);
    expect(floats(out)).toEqual(doubled);
    expect(flags(out)).toEqual({ [BY_KERNEL]: 400 });
    expect(launches.map(({ outcome }) => outcome.outputThreads)).toEqual([0, N]);
  });

  it('may be changed only where they are outputs', async () => {
    expect((await run(1)).changedInputs).toEqual([]);
    expect((await run(13)).changedInputs).toEqual(['x']);
  });
});

describe('arrays in device memory', () => {
  it('count as a kernel’s work where it was copied there on the device', async () => {
    const source = `
__global__ void fill(float *y) { y[threadIdx.x] = 1; }  // store
void entry(float *out, int how) {
  float *y, host[32] = {};
  cudaMalloc(&y, 128);
  fill<<<1, 32>>>(how == 2 ? out : y);
  if (how == 1) cudaMemcpy(out, y, 128, cudaMemcpyDeviceToDevice);
  if (how == 2) cudaMemcpy(out, host, 128, cudaMemcpyHostToDevice);
  cudaFree(y);
}
`;
    const own = await Bench.open(source, 'void entry(float* out, int how)');
    const pool = new RunPool({ size: 1 });
    const outputOf = async (value: number) => {
      const args: EntryArgument[] = [
        { kind: 'output', name: 'out', byteLength: 128, type: 'f32' },
        { kind: 'scalar', name: 'how', type: 'i32', value },
      ];
      const { outputs, launches } = await own.run({ entry: 'entry', args }, pool);
      const [out] = outputs;
      if (!out) throw new Error('no output');
      return { out, threads: launches[0]?.outcome.outputThreads };
    };
    const copied = await outputOf(1);
    expect(flags(copied.out)).toEqual({ [BY_KERNEL]: 128 });
    expect(copied.threads).toBe(32);
    expect(copied.out.stores[0]?.position.line).toBe(own.lineOf('// store'));
    // What the host puts over it is the host's.
    expect(flags((await outputOf(2)).out)).toEqual({ [BY_HOST]: 128 });
    expect(flags((await outputOf(3)).out)).toEqual({ 0: 128 });
    await pool.dispose();
    await own.close();
  });
});
