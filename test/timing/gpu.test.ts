import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CudaAddon, openCuda } from '../../grader/device/gpu/index.ts';
import type { LaunchPlan } from '../../grader/host/plan/index.ts';
import { buildDirect, findNvcc } from '../../grader/sandbox/nvcc-direct.ts';
import { checkGpu, describeGpu, GpuReplay } from '../../grader/timing/index.ts';
import { elementAt, keyOf, rangeOf } from '../../grader/timing/inputs.ts';
import { Bench, LIMITS } from '../host/bench.ts';

const COUNT = 1 << 15;
const RANGE = { distribution: 'uniform', min: -1, max: 1 } as const;
const PROTOTYPE = 'void entry(const float *x, float *out, int n);';

const SOURCE = `
__constant__ float factor[2];
__device__ float *rest;
__device__ int runs;

__global__ void scale(const float *x, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = factor[1] * x[i];
}
// Once only in the life of a program.
__global__ void add(float *out) {
  if (atomicAdd(&runs, 1) == 0) out[0] += rest[0];
}

void entry(const float *x, float *out, int n) {
  const float factors[2] = {1, 4};
  float *mine;
  cudaMalloc(&mine, sizeof(float));
  cudaMemset(mine, 0, sizeof(float));
  cudaMemcpy(mine, factors, sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpyToSymbol(factor, factors, sizeof factors);
  cudaMemcpyToSymbol(rest, &mine, sizeof mine);
  scale<<<(n + 255) / 256, 256>>>(x, out, n);
  add<<<1, 1>>>(out);
  cudaDeviceSynchronize();
  cudaFree(mine);
}
`;

const nvcc = await findNvcc();
const cuda = openCuda();
const missing = typeof cuda === 'string' ? cuda : nvcc === null ? 'there is no nvcc' : false;
if (missing) console.log(`skipped: replaying on a GPU: ${missing}`);

describe.skipIf(missing)('on a GPU', () => {
  const addon = cuda as CudaAddon;
  let bench: Bench;
  let plan: LaunchPlan;
  let image: Uint8Array;

  beforeAll(async () => {
    bench = await Bench.open(SOURCE, PROTOTYPE);
    const run = await bench.run({
      entry: 'entry',
      args: [
        { kind: 'input', name: 'x', bytes: new Uint8Array(4 * COUNT) },
        { kind: 'output', name: 'out', byteLength: 4 * COUNT, type: 'f32' },
        { kind: 'scalar', name: 'n', type: 'i32', value: COUNT },
      ],
      limits: { ...LIMITS, deviceSteps: 100_000_000 },
    });
    expect(run.host.status).toBe('returned');
    plan = run.plan;
    const { major, minor } = addon.devices()[0] ?? { major: 0, minor: 0 };
    const architectures = [`sm_${major}${minor}`];
    const built = await buildDirect({ source: SOURCE, fileName: 'program.cu', prototype: PROTOTYPE, architectures });
    if (built.status !== 'compiled') throw new Error(JSON.stringify(built));
    image = built.fatbin;
  });
  afterAll(() => bench?.close());

  it('makes and copies numbers as the host does', async () => {
    expect(await checkGpu(addon, 0)).toBeNull();
  });

  it('has a bandwidth that its own properties allow', () => {
    const gpu = describeGpu(addon, 0);
    expect(gpu.measuredBandwidth).toBeGreaterThan(20e9);
    expect(gpu.measuredBandwidth).toBeLessThanOrEqual(gpu.peakBandwidth * 1.02);
    expect(gpu.peakFlops).toBeGreaterThan(1e11);
  });

  it('replays a plan with variables, each time as a program that begins', async () => {
    const array = { type: 'float32', count: COUNT } as const;
    const replay = new GpuReplay({
      program: bench.program.device,
      image,
      plan,
      inputs: [{ name: 'x', ...array, distribution: RANGE }],
      outputs: [{ name: 'out', ...array }],
      ordinal: 0,
      launchTimeoutMs: 10_000,
    });
    for (let seed = 1; seed <= 10; seed++) {
      const { deviceMs, deviceWideMs, hostMs } = await replay.repeat({ seed, reload: seed % 3 === 0 });
      expect(deviceMs).toBeGreaterThan(0);
      expect(deviceMs).toBeLessThan(50);
      expect(deviceWideMs).toBeGreaterThanOrEqual(deviceMs);
      expect(hostMs).toBeGreaterThanOrEqual(0.98 * deviceMs);
      const got = new Float32Array((await replay.read('out', null)).slice().buffer);
      const range = rangeOf(RANGE, 'float32');
      const x = (index: number) => 4 * elementAt(range, 'float32', keyOf(seed, 'x'), index);
      expect(got[0]).toBe(Math.fround(x(0) + 1));
      expect(got.findIndex((value, index) => index > 0 && value !== x(index))).toBe(-1);
    }
    await replay.close();
  });
});
