import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CudaAddon, openCuda } from '../../grader/device/gpu/index.ts';
import type { LaunchPlan } from '../../grader/host/plan/index.ts';
import { buildDirect, findNvcc } from '../../grader/sandbox/nvcc-direct.ts';
import { GpuReplay } from '../../grader/timing/index.ts';
import { elementAt, keyOf, rangeOf } from '../../grader/timing/inputs.ts';
import { Bench, LIMITS } from '../host/bench.ts';

/**
 * State that calls of the runtime leave behind, with a program for each that is right only if a replay has it. All
 * compute 2 * x + 1. `docs/emulator-differences.md` has the table.
 */
const FOLDER = join(import.meta.dirname, 'state');
const PROTOTYPE = 'void entry(const float *x, float *out, int n);';
const COUNT = 1000;
const RANGE = { distribution: 'uniform', min: -1, max: 1 } as const;
const FILES = readdirSync(FOLDER).sort();

/** What the plan keeps besides steps: limits, and for each launch what kernels have set. */
const KEPT: Readonly<Record<string, Partial<Kept>>> = {
  'cache-preferences.cu': { limits: [{ limit: 5, value: 32 }], launches: [{ carveout: 75 }, { carveout: 0 }] },
  'changed-shared-limit.cu': { launches: [{ maxDynamicSharedBytes: 65536 }, { maxDynamicSharedBytes: 4096 }] },
  'dynamic-shared.cu': { launches: [{ maxDynamicSharedBytes: 65536 }] },
  'graph.cu': { launches: [{}, {}, {}] },
  'malloc-heap.cu': { limits: [{ limit: 2, value: 48 << 20 }] },
  'memory-pool.cu': { launches: [{}, {}] },
  'persisting-l2.cu': { limits: [{ limit: 6, value: 1 << 20 }] },
  'stack-size.cu': { limits: [{ limit: 0, value: 32768 }] },
  'streams-and-events.cu': { launches: [{}, {}] },
  'symbols.cu': { launches: [{}, {}] },
};

interface Kept {
  readonly limits: NonNullable<LaunchPlan['limits']>;
  readonly launches: readonly { readonly carveout?: number; readonly maxDynamicSharedBytes?: number }[];
}

function keptBy({ limits = [], steps }: LaunchPlan): Kept {
  const launches = steps.flatMap((step) => {
    if (step.step !== 'launch') return [];
    const { carveout, maxDynamicSharedBytes } = step;
    return [
      {
        ...(carveout !== undefined && { carveout }),
        ...(maxDynamicSharedBytes !== undefined && { maxDynamicSharedBytes }),
      },
    ];
  });
  return { limits, launches };
}

const nvcc = await findNvcc();
const cuda = openCuda();
const missing = typeof cuda === 'string' ? cuda : nvcc === null ? 'there is no nvcc' : false;
if (missing) console.log(`skipped: replaying state on a GPU: ${missing}`);

describe.each(FILES)('%s', (file) => {
  const source = readFileSync(join(FOLDER, file), 'utf8');
  let bench: Bench;
  let plan: LaunchPlan;
  const x = Float32Array.from({ length: COUNT }, (_, at) => (at % 17) / 16);

  beforeAll(async () => {
    bench = await Bench.open(source, PROTOTYPE, 64 << 20);
  });
  afterAll(() => bench?.close());

  it('is right on the emulator, and its plan keeps the state', async () => {
    const run = await bench.run({
      entry: 'entry',
      args: [
        { kind: 'input', name: 'x', bytes: new Uint8Array(x.buffer), elementBytes: 4 },
        { kind: 'output', name: 'out', byteLength: 4 * COUNT, type: 'f32' },
        { kind: 'scalar', name: 'n', type: 'i32', value: COUNT },
      ],
      limits: { ...LIMITS, deviceSteps: 100_000_000 },
    });
    expect(run.host.status).toBe('returned');
    expect(run.faults).toEqual([]);
    const [out] = run.outputs;
    const got = new Float32Array(out?.bytes.slice().buffer ?? new ArrayBuffer(0));
    expect([...got]).toEqual([...x].map((value) => 2 * value + 1));
    ({ plan } = run);
    expect(keptBy(plan)).toMatchObject(KEPT[file] ?? {});
  });

  it.skipIf(missing)('is right in every replay on a GPU', async () => {
    const addon = cuda as CudaAddon;
    const { major, minor } = addon.devices()[0] ?? { major: 0, minor: 0 };
    const architectures = [`sm_${major}${minor}`];
    const built = await buildDirect({ source, fileName: 'program.cu', prototype: PROTOTYPE, architectures });
    if (built.status !== 'compiled') throw new Error(JSON.stringify(built));
    const array = { type: 'float32', count: COUNT } as const;
    const replay = new GpuReplay({
      program: bench.program.device,
      image: built.fatbin,
      plan,
      inputs: [{ name: 'x', ...array, distribution: RANGE }],
      outputs: [{ name: 'out', ...array }],
      ordinal: 0,
      launchTimeoutMs: 10_000,
    });
    try {
      for (let seed = 1; seed <= 4; seed++) {
        await replay.repeat({ seed, reload: seed % 2 === 0 });
        const got = new Float32Array((await replay.read('out', null)).slice().buffer);
        const made = (at: number) => elementAt(rangeOf(RANGE, 'float32'), 'float32', keyOf(seed, 'x'), at);
        const wrong = got.findIndex((value, at) => Math.abs(value - (2 * made(at) + 1)) > 1e-5);
        expect(wrong).toBe(-1);
      }
    } finally {
      await replay.close();
    }
  });
});
