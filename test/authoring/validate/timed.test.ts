import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { Lanes, validateAssignment } from '../../../grader/authoring/validate/index.ts';
import { type LocalEngine, openEngine } from '../../../grader/pipeline/engine/index.ts';
import { GpuTarget, localHelpers } from '../../../grader/pipeline/gpu/index.ts';
import type { Engine } from '../../../grader/pipeline/grade/index.ts';
import type { BuildRequest } from '../../../grader/sandbox/index.ts';
import { FakeDriver, unavailable } from '../../native/cuda/fake-driver.ts';
import { tinyAssignments } from '../tiny.ts';

/** The proof of speed on a driver with no GPU, for which every program takes the same time: ratios are 1. */
vi.setConfig({ testTimeout: 240_000 });
const make = tinyAssignments();

const COPY = `__global__ void copy_kernel(const int* x, int* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = x[i];
}

void curve(const int* x, int* out, int n) {
  copy_kernel<<<(n + 255) / 256, 256>>>(x, out, n);
}
`;
const SIMULATOR = `export const expected = ({ x }) => ({ out: Float64Array.from(x) });
export const simulate = ({ x }) => ({ out: x.slice() });
`;
const TIMES = 2;

describe.skipIf(unavailable)('timings on a GPU', () => {
  let local: LocalEngine;
  let driver: FakeDriver;
  let gpu: GpuTarget;
  let built: string[];
  let planned: number;
  beforeAll(async () => {
    local = await openEngine({ dir: 'off', maxMiB: null });
    driver = new FakeDriver();
  });
  beforeEach(() => {
    built = [];
    planned = 0;
    gpu = new GpuTarget(localHelpers({ library: driver.library }));
  });
  afterEach(() => gpu?.dispose());
  afterAll(async () => {
    await local?.dispose();
    driver?.remove();
  });

  /** What nvcc would make: the fake driver's kernel that does the same, or one that traps. */
  function engine(): Engine {
    const build = async ({ source, fileName }: Pick<BuildRequest, 'source' | 'fileName'>) => {
      built.push(fileName);
      const does = source.includes('// traps') ? 'trap' : 'copy';
      const fatbin = driver.image(`kernel _Z11copy_kernelPKiPii ${does} 0:8 8:8 16:4`);
      return { status: 'compiled' as const, diagnostics: [], fatbin, preprocessed: null };
    };
    const plan: Engine['plan'] = (request, ...rest) => {
      planned += 1;
      return local.engine.plan(request, ...rest);
    };
    const nvcc: Engine['nvcc'] = { version: '13.0.88', sandbox: 'none', image: null, architectures: ['sm_90'], build };
    return { ...local.engine, plan, nvcc, gpu };
  }

  const assignment = (submissions: Readonly<Record<string, string>>, minRatio: number) =>
    make({
      spec: (spec) => {
        for (const parameter of spec.entry.parameters.slice(0, 2)) Object.assign(parameter, { type: 'int32' });
        spec.inputs = { x: { distribution: 'uniform', min: 0, max: 1000 } };
        spec.tolerance = { absolute: 0 };
        spec.timing = { baseline: 'baseline.cu', dims: { n: 1000 }, tiers: [{ name: 'fast', points: 10, minRatio }] };
      },
      manifest: (manifest) => {
        manifest.accepted = Object.keys(submissions).map((file) => ({ file }));
        manifest.slow = [];
      },
      files: {
        'simulator.ts': SIMULATOR,
        'baseline.cu': COPY,
        ...Object.fromEntries(
          Object.entries(submissions).map(([file, text]) => [`submissions/accepted/${file}`, text]),
        ),
      },
    });

  async function timing(folder: string, { lines = [] as string[], signal = new AbortController().signal } = {}) {
    const { proofs } = await validateAssignment({
      id: 'curve',
      folder,
      lanes: new Lanes(async () => ({ engines: [engine()], each: 1 })),
      only: ['timing'],
      signal,
      repetitions: TIMES,
      onLine: (line) => lines.push(line),
    });
    const [proof] = proofs;
    if (!proof) throw new Error('nothing was proven');
    return proof;
  }

  it('builds each program once, and times each in its own process', async () => {
    const replay = vi.spyOn(gpu, 'replay');
    const lines: string[] = [];
    const proof = await timing(await assignment({ 'right.cu': COPY, 'too.cu': `${COPY}\n` }, 0.8), { lines });
    expect(proof.flaws).toEqual([]);
    expect(proof.status).toBe('passed');
    expect(proof.seen).toBe('measured on Fake GPU: 2 submissions 2 times; nearest above 25 %, nearest below none');
    expect([...built].sort()).toEqual(['baseline.cu', 'submissions/accepted/right.cu', 'submissions/accepted/too.cu']);
    expect(planned).toBe(3);
    // Of each repetition the two submissions and one baseline.
    expect(replay).toHaveBeenCalledTimes(3 * TIMES);
    expect(lines).toHaveLength(2 * TIMES);
    // Of how many rounds is for the clock to say: they end when the machine's time for them is over.
    expect(lines[0]).toMatch(/^accepted\/right\.cu, 1 of 2: 0\.5 ms, ratio 1 \(1 to 1, \d+ rounds\), fast$/);
    expect(lines.filter((line) => line.includes(`${TIMES} of ${TIMES}`))).toHaveLength(2);
    const ones = Array(TIMES).fill(1);
    expect(proof.timings).toEqual([
      { file: 'accepted/right.cu', tiers: ['fast'], ms: ones.map((one) => one / 2), ratios: ones },
      { file: 'accepted/too.cu', tiers: ['fast'], ms: ones.map((one) => one / 2), ratios: ones },
    ]);
  });

  it('fails if a submission is too close to its threshold or cannot be timed', async () => {
    const proof = await timing(await assignment({ 'right.cu': COPY, 'trap.cu': `${COPY}// traps\n` }, 0.9));
    expect(proof.status).toBe('failed');
    const told = proof.flaws.map(({ where, message }) => `${where}: ${message}`);
    expect(told).toContainEqual(
      expect.stringMatching(/accepted\/trap\.cu: it cannot be timed 2 times: .*copy_kernel ends with CUDA error 719/),
    );
    expect(told).toContainEqual(expect.stringMatching(/right\.cu must reach fast \(0\.9\) with 15 % to spare.*: 11 %/));
    expect(proof.timings?.map(({ ratios }) => ratios.length)).toEqual([TIMES, 0]);
  });

  it('reports its measurements and leaves no process if it ends early', async () => {
    const controller = new AbortController();
    const lines: string[] = [];
    const telling = Object.assign(lines, {
      push: (line: string) => {
        lines[lines.length] = line;
        if (lines.length === 2) controller.abort();
        return lines.length;
      },
    });
    const folder = await assignment({ 'right.cu': COPY, 'too.cu': `${COPY}\n` }, 0.8);
    const proving = timing(folder, { lines: telling, signal: controller.signal });
    await expect(proving).rejects.toMatchObject({ name: 'AbortError' });
    expect(lines).toHaveLength(2);
    expect(children()).toEqual([]);
  });

  /** Helper processes of this one that hold the fake driver. */
  function children(): string[] {
    return readdirSync('/proc').filter((id) => {
      try {
        return /^\d+$/.test(id) && readFileSync(`/proc/${id}/cmdline`, 'utf8').includes(driver.library);
      } catch {
        return false;
      }
    });
  }
});
