import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { DeviceProgram, Kernel } from '../../grader/compile/index.ts';
import type { LaunchPlan } from '../../grader/host/plan/index.ts';
import { GpuTarget, type KeptModel, localHelpers } from '../../grader/pipeline/gpu/index.ts';
import type { GpuModel, Replay, ReplayTask } from '../../grader/timing/index.ts';
import { elementAt, keyOf, placesOf, rangeOf } from '../../grader/timing/inputs.ts';
import { FakeDriver, unavailable } from '../native/cuda/fake-driver.ts';

const COUNT = 1000;
const RANGE = { distribution: 'uniform', min: 0, max: 1_000_000 } as const;

function kernel(name: string, index: number): Kernel {
  const pointer = (offset: number) => ({ type: 'pointer', bytes: 8, align: 8, offset }) as const;
  return {
    index,
    mangled: name,
    name,
    parameters: [pointer(0), pointer(8), { type: 'i32', bytes: 4, align: 4, offset: 16 }],
    argumentBytes: 20,
    suspends: false,
    staticSharedBytes: 0,
    usesDynamicShared: false,
    position: null,
  };
}

const program: DeviceProgram = {
  wasm: new Uint8Array(),
  waiting: 'never',
  kernels: ['copy', 'hang', 'trap', 'ecc'].map(kernel),
  sites: [],
  sharedArrays: [],
  variables: [],
  heapBytes: 0,
};

function plan(name: string): LaunchPlan {
  const count = Buffer.from(Int32Array.of(COUNT).buffer).toString('base64');
  const position = null;
  return {
    schemaVersion: 1,
    steps: [
      { step: 'alloc', buffer: 0, bytes: 4 * COUNT, label: 'x', role: 'input' },
      { step: 'alloc', buffer: 1, bytes: 4 * COUNT, label: 'out', role: 'output' },
      {
        step: 'launch',
        kernel: name,
        mangled: name,
        grid: [4, 1, 1],
        block: [256, 1, 1],
        dynamicSharedBytes: 0,
        stream: 0,
        args: [
          { kind: 'buffer', buffer: 0, offset: 0 },
          { kind: 'buffer', buffer: 1, offset: 0 },
          { kind: 'value', type: 'i32', base64: count },
        ],
        error: 0,
        position,
      },
      { step: 'synchronize', position },
    ],
  };
}

describe.skipIf(unavailable)('a GPU in helper processes', () => {
  let driver: FakeDriver;
  let gpu: GpuTarget;
  beforeAll(() => {
    driver = new FakeDriver();
    gpu = new GpuTarget(localHelpers({ library: driver.library }));
  });
  afterEach(() => gpu?.dispose());
  afterAll(() => driver?.remove());

  function task(name: string, changes: Partial<ReplayTask> = {}): ReplayTask {
    const array = { type: 'int32', count: COUNT } as const;
    const kernels = ['copy copy', 'hang hang', 'trap trap', 'ecc ecc'];
    return {
      program,
      image: driver.image(...kernels.map((line) => `kernel ${line} 0:8 8:8 16:4`)),
      plan: plan(name),
      inputs: [{ name: 'x', ...array, distribution: RANGE }],
      outputs: [{ name: 'out', ...array }],
      launchTimeoutMs: 300,
      ...changes,
    };
  }

  it('tells what GPU there is', async () => {
    expect(await gpu.describe()).toMatchObject({ driver: '13.0', gpu: { name: 'Fake GPU', major: 9 } });
    expect(await gpu.model()).toMatchObject({ name: 'Fake GPU', driver: '13.0' });
  });

  it('replays a plan on input that is made from the seed, as the host makes it', async () => {
    const replay = await gpu.replay(task('copy'));
    for (const seed of [1, 2 ** 40 + 7]) {
      const { deviceMs, deviceWideMs } = await replay.repeat({ seed, reload: seed > 1 });
      expect(deviceMs).toBeGreaterThan(0);
      expect(deviceWideMs).toBe(deviceMs);
      const out = await replay.read('out', null);
      const got = new Int32Array(out.buffer.slice(out.byteOffset, out.byteOffset + out.byteLength));
      const key = keyOf(seed, 'x');
      expect([...got]).toEqual(
        Array.from({ length: COUNT }, (_, at) => elementAt(rangeOf(RANGE, 'int32'), 'int32', key, at)),
      );
      const sample = { key: seed % 1000, count: 5 };
      const some = await replay.read('out', sample);
      const chosen = new Int32Array(some.buffer.slice(some.byteOffset, some.byteOffset + 4 * sample.count));
      expect([...chosen]).toEqual([...placesOf(sample, COUNT)].map((place) => got[place]));
    }
    await replay.close();
  });

  it.each([
    ['hang', 'hang', /CUDA error 702|LAUNCH_TIMEOUT/],
    ['trap', 'launch', /719|LAUNCH_FAILED/],
  ])('reports a kernel that ends by %s, and starts a clean process', async (name, kind, words) => {
    const replay = await gpu.replay(task(name));
    await expect(replay.repeat({ seed: 1, reload: false })).rejects.toMatchObject({
      kind,
      message: expect.stringMatching(words),
    });
    await replay.close();
    const next = await gpu.replay(task('copy'));
    await expect(next.repeat({ seed: 1, reload: false })).resolves.toMatchObject({ clocks: null });
    await next.close();
  });

  it('reports a GPU that fails as such, not as a failed kernel', async () => {
    const replay = await gpu.replay(task('ecc'));
    await expect(replay.repeat({ seed: 1, reload: false })).rejects.toMatchObject({
      name: 'InfrastructureError',
      exitCode: 3,
      message: expect.stringContaining('The GPU or its driver has failed'),
      details: [expect.stringContaining('nvidia-smi')],
    });
    await replay.close();
  });

  it('measures a GPU only if no process has done so before', async () => {
    const kept: (GpuModel | null)[] = [null];
    const where: KeptModel = { get: async () => kept.at(-1) ?? null, put: async (model) => void kept.push(model) };
    const first = new GpuTarget(localHelpers({ library: driver.library }));
    const model = await first.model(where);
    await first.dispose();
    expect(kept).toEqual([null, model]);
    const other = new GpuTarget(() => Promise.reject(new Error('no process is needed')));
    expect(await other.model(where)).toBe(model);
  });

  it('proves a GPU by two timings in a row that agree, and stops after five', async () => {
    let processes = 0;
    const start = localHelpers({ library: driver.library });
    const counted = new GpuTarget((under) => {
      processes += 1;
      return start(under);
    });
    await counted.describe();
    const provedWith = async (steady: number) => {
      processes = 0;
      expect((await counted.prove(steady)).ratio).toBeGreaterThanOrEqual(1);
      return processes;
    };
    // One process computes something known; each timing has its own.
    expect(await provedWith(Number.POSITIVE_INFINITY)).toBe(3);
    expect(await provedWith(1)).toBe(6);
    await counted.dispose();
  });

  const copy = (number: number) => ({ output: 'out', number, start: 0, count: COUNT });

  it('starts a process ahead, and keeps output copies after the GPU is free', async () => {
    const prepared = await gpu.prepareReplay();
    const replay = await prepared.open(task('copy'));
    await replay.repeat({ seed: 1, reload: false });
    const first = await replay.read('out', null);
    await replay.keep(copy(1));
    await replay.repeat({ seed: 2, reload: false });
    await replay.keep(copy(2));
    await replay.keep({ ...copy(3), start: 10, count: 5 });
    await replay.free();
    expect(Buffer.compare(await replay.kept(copy(1)), first)).toBe(0);
    const second = await replay.kept(copy(2));
    expect(Buffer.compare(second, first)).not.toBe(0);
    expect(Buffer.compare(await replay.kept(copy(3)), second.subarray(40, 60))).toBe(0);
    await expect(replay.kept(copy(4))).rejects.toThrow('there is no copy 4 out');
    await prepared.close();
  });

  it('pauses between timings: copies stay readable, and repetitions are equal', async () => {
    const replay = await gpu.replay(task('copy'));
    await replay.repeat({ seed: 1, reload: false });
    const first = await replay.read('out', null);
    await replay.keep(copy(1));
    expect(await replay.rest()).toBe(true);
    expect(Buffer.compare(await replay.kept(copy(1)), first)).toBe(0);
    await expect(replay.kept(copy(1))).rejects.toThrow('there is no copy 1 out');
    await replay.repeat({ seed: 2, reload: false });
    expect(Buffer.compare(await replay.read('out', null), first)).not.toBe(0);
    await replay.repeat({ seed: 1, reload: true });
    expect(Buffer.compare(await replay.read('out', null), first)).toBe(0);
    await replay.close();
  });

  it('hands out what waits once, and ends the oldest of more than four', async () => {
    const closed: string[] = [];
    const waiting = (name: string) => ({ close: async () => void closed.push(name) }) as unknown as Replay;
    expect(gpu.takeWaiting('a')).toBeNull();
    const first = waiting('a');
    await gpu.keepWaiting('a', first);
    expect(gpu.takeWaiting('a')).toBe(first);
    expect(gpu.takeWaiting('a')).toBeNull();
    for (const name of ['a', 'b', 'c', 'd', 'e']) await gpu.keepWaiting(name, waiting(name));
    expect(closed).toEqual(['a']);
    await gpu.keepWaiting('b', waiting('another b'));
    expect(closed).toEqual(['a', 'b']);
  });

  it('ends on the signal of its current timing only', async () => {
    const [first, second] = [new AbortController(), new AbortController()];
    const replay = await gpu.replay(task('copy'), first.signal);
    await replay.rest();
    await gpu.keepWaiting('again', replay);
    first.abort();
    expect(gpu.takeWaiting('again', second.signal)).toBe(replay);
    await replay.repeat({ seed: 1, reload: false });
    second.abort(new Error('enough'));
    await expect(replay.repeat({ seed: 2, reload: false })).rejects.toThrow('enough');
    await replay.close();
  });

  it('uses no GPU before a process that was started ahead is opened', async () => {
    const before = driver.calls().length;
    const prepared = await gpu.prepareReplay();
    expect(driver.calls().slice(before)).toEqual([]);
    await prepared.close();
  });

  it('reports a driver that is missing before a process is opened', async () => {
    const nowhere = new GpuTarget(localHelpers({ library: '/nowhere/libcuda.so' }));
    await expect(nowhere.prepareReplay()).rejects.toMatchObject({ name: 'InfrastructureError' });
    await nowhere.dispose();
  });

  it('refuses a plan that copies what host code made', async () => {
    const own = plan('copy');
    const write = { step: 'write', to: { buffer: 1, offset: 0 }, bytes: 4000, position: null } as const;
    const steps = [...own.steps.slice(0, 2), write, ...own.steps.slice(2)];
    await expect(gpu.replay(task('copy', { plan: { ...own, steps } }))).rejects.toMatchObject({
      kind: 'plan',
      message: 'it copies 4000 bytes that host code made to the GPU',
    });
  });

  it('is an infrastructure fault where the helper dies', async () => {
    const dead = new GpuTarget(localHelpers({ library: '/nowhere/libcuda.so' }));
    await expect(dead.describe()).rejects.toMatchObject({ name: 'InfrastructureError', exitCode: 3 });
    await dead.dispose();
  });
});
