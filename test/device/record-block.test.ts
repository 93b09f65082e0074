import { beforeAll, describe, expect, it } from 'vitest';
import { Compiler, type DeviceProgram } from '../../grader/compile/index.ts';
import { createEmulator } from '../../grader/device/emulator/index.ts';
import { type BlockRecording, inLockstep, threadSteps } from '../../grader/device/recording/index.ts';

const SOURCE = `__device__ float square(float v) { return v * v; }
extern "C" __global__ void scale(const float *in, float *out, int n) {
  __shared__ float tile[2][32];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  if (i < n) tile[0][threadIdx.x] = in[i];
  __syncthreads();
  for (int k = 0; k < 2; k++) {
    sum += square(tile[0][threadIdx.x ^ k]);
  }
  if (i < n) atomicAdd(&out[0], sum);
  out[1 + i] = sum;
}
void entry(void) {}
`;
const N = 48;

let program: DeviceProgram;
let recording: BlockRecording;

beforeAll(async () => {
  const compiler = new Compiler();
  try {
    const options = { prototype: 'void entry(void)', heapBytes: 2 ** 24, timeoutMs: 280_000, records: true };
    const result = await compiler.compile(SOURCE, 'kernels.cu', options);
    if (result.status !== 'compiled') throw new Error(JSON.stringify(result.diagnostics));
    program = result.device;
  } finally {
    await compiler.dispose();
  }
  const records = { launch: null, kernel: null, block: [1, 0, 0], aroundFault: false, rows: 20_000 } as const;
  const device = createEmulator(program, { layoutSeed: 1, deviceSteps: 1e9, records });
  const [input = 0, output = 0] = [device.alloc(4 * N, 'in', 'input'), device.alloc(4 * N, 'out', 'output')];
  device.write(input, new Uint8Array(Float32Array.from({ length: N }, (_, index) => index).buffer));
  device.set(output, 0, 4 * N);
  const [kernel] = program.kernels;
  const args = new Uint8Array(kernel?.argumentBytes ?? 0);
  const view = new DataView(args.buffer);
  for (const [index, value] of [input, output, N].entries())
    view.setUint32(kernel?.parameters[index]?.offset ?? 0, value, true);
  device.launch({
    ...{ kernel: kernel?.mangled ?? '', grid: [2, 1, 1], block: [32, 1, 1], dynamicSharedBytes: 0 },
    ...{ counters: false, args },
  });
  if (!device.recording) throw new Error('no launch has the block');
  recording = device.recording;
}, 300_000);

/** The steps of a thread: line, values by name, accesses. */
function stepsOf(thread: number): string[] {
  const { tables, memory } = recording;
  return (threadSteps(recording).get(thread) ?? []).map(({ place, values, accesses }) => {
    const event = tables.events[place];
    const line = event?.kind === 'step' ? event.position.line : 0;
    const changed = values.map(({ variable, text }) => `${tables.variables[variable]?.name}=${text}`);
    const touched = accesses.map(
      (each) => `${each.access} ${memory[each.memory]?.name}+${each.offset}=${each.values.join()}`,
    );
    return [line, ...changed, ...touched].join(' ');
  });
}

describe('a recorded block', () => {
  it('has the lines, the variables and the accesses of a thread', () => {
    const steps = stepsOf(3).map((step) => step.replace(/(in|out|n)=\S+ /g, ''));
    expect(steps).toEqual([
      '4 i=35',
      '5 sum=0',
      '6',
      '6 read in+140=35 write tile+12=35',
      '7',
      '8 k=0',
      '9 v=35 read tile+12=35',
      '1',
      '9 sum=1225',
      '8 k=1',
      '9 v=34 read tile+8=34',
      '1',
      '9 sum=2381',
      '8 k=2',
      '11',
      expect.stringMatching(/^11 atomic out\+0=\d+$/),
      '12 write out+144=2381',
      '13',
    ]);
  });

  it('joins lanes at the barrier, and masks those without an element', () => {
    const steps = inLockstep(threadSteps(recording));
    const masks = steps.flatMap((step) => {
      const event = step.kind === 'line' ? recording.tables.events[step.place] : undefined;
      const isGuarded = event?.kind === 'step' && event.position.line === 6;
      return step.kind === 'barrier' ? [`barrier ${step.threads}`] : isGuarded ? [step.lanes.size] : [];
    });
    expect(masks).toEqual([32, 16, 'barrier 32']);
  });

  it('knows the fault of the block, the memory and the extents of shared arrays', () => {
    expect(recording.fault).toBeGreaterThan(0);
    expect(recording.memory.map(({ name, space }) => `${space} ${name}`)).toEqual([
      'global in',
      'global out',
      'shared tile',
    ]);
    expect(recording.tables.arrays).toContainEqual({ name: 'tile', extents: [2, 32], format: 'f32' });
  });
});
