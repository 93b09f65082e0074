import { beforeAll, describe, expect, it } from 'vitest';
import type { DeviceProgram } from '../../grader/compile/index.ts';
import type { RequestSample } from '../../grader/device/device.ts';
import { sectorsOf, wavefrontsOf } from '../../grader/report/requests.ts';
import { Bench, compileKernels, type Launch } from './harness.ts';
import { dividingAfter, PromptHelper } from './prompt-helper.ts';

const SOURCE = `
__global__ void row(const float *in, float *out) { int i = blockIdx.x * blockDim.x + threadIdx.x; out[i] = in[i]; }
__global__ void column(const float *in, float *out, int width) { out[threadIdx.x] = in[threadIdx.x * width]; }
__global__ void bytes(const unsigned char *in, unsigned char *out) { out[threadIdx.x] = in[threadIdx.x]; }
__global__ void wide(const float4 *in, float4 *out) { out[threadIdx.x] = in[threadIdx.x]; }
__global__ void later_is_worse(const float *in, float *out) {
  int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  out[threadIdx.x] = in[32 * lane * warp + lane];
}
__global__ void some_lanes(const float *in, float *out) {
  if (threadIdx.x >= 20 || blockIdx.x == 2) out[threadIdx.x + 32 * blockIdx.x] = in[threadIdx.x];
}
__global__ void stride(float *out, int by) {
  __shared__ float words[1024];
  words[threadIdx.x] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = words[threadIdx.x * by % 1024];
}
__global__ void doubles(double *out, int by) {
  __shared__ double words[512];
  words[threadIdx.x * by % 512] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = words[threadIdx.x / 2 * by % 512];
}
`;

let program: DeviceProgram;
beforeAll(async () => {
  ({ program } = await compileKernels(SOURCE));
}, 300_000);

/** The sample of a kernel's only site of this kind, with what was counted there. */
function sampled(kernel: string, args: readonly number[], kind: { shared: boolean; stores: 0 | 1 }, launch: Launch) {
  const bench = new Bench(program);
  const pointers = args.map((arg) => (arg < 0 ? bench.words(4096, arg === -1 ? 'input' : 'output') : arg));
  const { siteSamples = [], siteCounters } = bench.launch(kernel, pointers, { counters: true, ...launch });
  const found = siteSamples.flatMap((sample) => {
    const counters = siteCounters.find(({ site }) => site === sample.site)?.counters ?? {};
    return sample.shared === kind.shared && counters.stores === kind.stores ? [{ sample, counters }] : [];
  });
  expect(found).toHaveLength(1);
  return found[0] as { sample: RequestSample; counters: Readonly<Record<string, number>> };
}

const IN = -1;
const OUT = -2;
const GLOBAL = { shared: false, stores: 0 } as const;

describe('a request to look at', () => {
  it('has the addresses of a warp, in bytes from the start of its buffer', () => {
    const { sample } = sampled('row', [IN, OUT], GLOBAL, { grid: 2, block: 64 });
    expect(sample).toMatchObject({ block: [0, 0, 0], warp: 0, bytes: 4, alignment: 0, buffer: { label: 'in' } });
    expect(sample.offsets).toEqual(Array.from({ length: 32 }, (_, lane) => 4 * lane));
  });

  it('is the one that costs most of those of the most lanes', () => {
    const { sample } = sampled('later_is_worse', [IN, OUT], GLOBAL, { block: 96 });
    expect(sample.warp).toBe(1);
    expect(sectorsOf(sample)).toHaveLength(32);
    const partial = sampled('some_lanes', [IN, OUT], GLOBAL, { grid: 3, block: 32 });
    expect(partial.sample.block).toEqual([2, 0, 0]);
    const few = sampled('some_lanes', [IN, OUT], GLOBAL, { grid: 2, block: 32 });
    expect(few.sample.offsets.slice(0, 20)).toEqual(Array(20).fill(null));
  });

  it.each([
    ['row', [IN, OUT], 32],
    ['column', [IN, OUT, 8], 32],
    ['column', [IN, OUT, 67], 32],
    ['column', [IN, OUT, 2], 32],
    ['column', [IN, OUT, 0], 32],
    ['bytes', [IN, OUT], 32],
    ['wide', [IN, OUT], 32],
  ] as const)('is drawn with as many sectors as are counted: %s %j', (kernel, args, block) => {
    const { sample, counters } = sampled(kernel, args, GLOBAL, { block });
    expect(counters.requests).toBe(1);
    expect(sectorsOf(sample)).toHaveLength(counters.sectors ?? 0);
  });

  it.each([
    ['stride', 1],
    ['stride', 2],
    ['stride', 32],
    ['stride', 33],
    ['stride', 0],
    ['doubles', 1],
    ['doubles', 16],
    ['doubles', 3],
  ] as const)('is drawn with as many wavefronts as are counted: %s %i', (kernel, by) => {
    for (const stores of [0, 1] as const) {
      const { sample, counters } = sampled(kernel, [OUT, by], { shared: true, stores }, { block: 32 });
      expect(wavefrontsOf(sample, stores === 0)).toHaveLength(counters.wavefronts ?? 0);
    }
  });

  it('is the same whoever ran the blocks', () => {
    const alone = new Bench(program);
    const helped = new Bench(program, {
      partition: { helpers: { take: () => [new PromptHelper()] }, pace: dividingAfter(() => 1) },
    });
    const [one, other] = [alone, helped].map((bench) =>
      bench.launch('some_lanes', [bench.words(4096), bench.words(4096, 'output')], {
        ...{ grid: 3, block: 32, counters: true },
      }),
    );
    expect(other?.siteSamples).toEqual(one?.siteSamples);
  });
});
