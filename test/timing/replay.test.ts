import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DeviceProgram, DeviceVariable, Kernel } from '../../grader/compile/index.ts';
import type { CudaAddon } from '../../grader/device/gpu/index.ts';
import type { LaunchPlan, PlanStep } from '../../grader/host/plan/index.ts';
import type { ElementTypeName } from '../../grader/spec/index.ts';
import { describeGpu, GpuReplay, ReplayFailure } from '../../grader/timing/index.ts';
import { elementAt, keyOf, placesOf, rangeOf } from '../../grader/timing/inputs.ts';
import { FakeDriver, unavailable } from '../native/cuda/fake-driver.ts';

const COUNT = 300;
const RANGE = { distribution: 'uniform', min: 0, max: 1_000_000_000 } as const;
const POSITION = { position: null };

type Argument = Extract<PlanStep, { step: 'launch' }>['args'][number];

const ALLOCATIONS: PlanStep[] = [
  { step: 'alloc', buffer: 0, bytes: 4 * COUNT, label: 'x', role: 'input' },
  { step: 'alloc', buffer: 1, bytes: 4 * COUNT, label: 'out', role: 'output' },
];

const buffer = (number: number, offset = 0) => ({ kind: 'buffer', buffer: number, offset }) as const;
const integer = (value: number) => ({ kind: 'value', type: 'i32', base64: base64(Int32Array.of(value)) }) as const;

function base64(array: Int32Array | BigInt64Array): string {
  return Buffer.from(array.buffer).toString('base64');
}

function launch(name: string, args: Argument[], error = 0): PlanStep {
  const shape = { grid: [1, 1, 1], block: [32, 1, 1], dynamicSharedBytes: 0, stream: 0 } as const;
  return { step: 'launch', kernel: name, mangled: name, ...shape, args, error, ...POSITION } as PlanStep;
}

/** out = x, the whole of it. */
const COPY = launch('copy', [buffer(0), buffer(1), integer(COUNT)]);

function kernel(name: string, index: number): Kernel {
  const pointer = (offset: number) => ({ type: 'pointer', bytes: 8, align: 8, offset }) as const;
  const last = { type: 'i32', bytes: 4, align: 4 } as const;
  const parameters =
    name === 'store' ? [pointer(0), { ...last, offset: 8 }] : [pointer(0), pointer(8), { ...last, offset: 16 }];
  return {
    index,
    mangled: name,
    name,
    parameters,
    argumentBytes: 8 * parameters.length - 4,
    suspends: false,
    staticSharedBytes: 0,
    usesDynamicShared: false,
    position: null,
  };
}

const KERNELS = ['copy', 'hang', 'trap', 'store'];
const LINES = KERNELS.map((name) => `kernel ${name} ${name} ${name === 'store' ? '0:8 8:4' : '0:8 8:8 16:4'}`);

/** A variable of device code; `onGpu` has its bytes there where they differ. */
type Variable = Pick<DeviceVariable, 'name' | 'bytes' | 'pointers'> & { readonly onGpu?: number };

function programWith(variables: readonly Variable[]): DeviceProgram {
  return {
    wasm: new Uint8Array(),
    waiting: 'never',
    kernels: KERNELS.map(kernel),
    sites: [],
    sharedArrays: [],
    variables: variables.map(
      ({ name, bytes, pointers }): DeviceVariable => ({
        name,
        bytes,
        constant: false,
        export: name,
        ...(pointers && { pointers }),
      }),
    ),
    heapBytes: 0,
  };
}

describe.skipIf(unavailable)('a replay of a launch plan', () => {
  let driver: FakeDriver;
  let cuda: CudaAddon;
  beforeAll(() => {
    driver = new FakeDriver();
    cuda = driver.open();
  });
  afterAll(() => driver?.remove());

  interface Setting {
    readonly variables?: readonly Variable[];
    readonly lines?: readonly string[];
    /** Where x and out lie. */
    readonly arrays?: 'device' | 'host';
    readonly limits?: LaunchPlan['limits'];
    readonly copies?: Uint8Array;
    /** Default: as the input. */
    readonly output?: { readonly type: ElementTypeName; readonly count: number };
  }

  function open(
    steps: readonly PlanStep[],
    { variables = [], lines = [], arrays = 'device', limits, copies, output }: Setting = {},
  ): GpuReplay {
    const array = { type: 'int32', count: COUNT } as const;
    const declared = variables.map(({ name, bytes, onGpu = bytes }) => `variable ${name} ${onGpu}`);
    const all = [...(arrays === 'device' ? ALLOCATIONS : []), ...steps];
    const plan: LaunchPlan = { schemaVersion: 1, ...(limits && { limits }), steps: all };
    return new GpuReplay({
      program: programWith(variables),
      image: driver.image(...LINES, ...declared, ...lines),
      plan,
      inputs: [{ name: 'x', ...array, distribution: RANGE }],
      outputs: [{ name: 'out', ...(output ?? array) }],
      ordinal: 0,
      launchTimeoutMs: 200,
      library: driver.library,
      ...(copies && { copies }),
    });
  }

  async function outputs(replay: GpuReplay): Promise<number[]> {
    return [...new Int32Array((await replay.read('out', null)).slice().buffer)];
  }

  async function once(steps: readonly PlanStep[], setting: Setting = {}): Promise<number[]> {
    const replay = open(steps, setting);
    await replay.repeat({ seed: 1, reload: false });
    const got = await outputs(replay);
    await replay.close();
    return got;
  }

  async function failure(steps: readonly PlanStep[], setting: Setting = {}): Promise<ReplayFailure> {
    try {
      await open(steps, setting).repeat({ seed: 1, reload: false });
    } catch (error) {
      if (error instanceof ReplayFailure) return error;
      throw error;
    }
    throw new Error('the replay succeeded');
  }

  const input = (seed: number, count = COUNT) =>
    Array.from({ length: count }, (_, at) => elementAt(rangeOf(RANGE, 'int32'), 'int32', keyOf(seed, 'x'), at));

  it('gets the same input for the same seed, and another for another', async () => {
    const replay = open([COPY]);
    for (const seed of [5, 6, 5]) {
      await replay.repeat({ seed, reload: false });
      expect(await outputs(replay)).toEqual(input(seed));
    }
    await replay.close();
  });

  it.each([
    ['uint8', 1, 'device'],
    ['float32', 4, 'device'],
    ['float64', 8, 'device'],
    ['uint8', 1, 'host'],
    ['float64', 8, 'host'],
  ] as const)('reads a sample of %s, %i bytes an element, on the %s', async (type, size, arrays) => {
    const count = COUNT / 2;
    // Nothing writes all of it, so it is what outputs are at first.
    const to = { array: 'out', offset: 0 };
    const copy: PlanStep = { step: 'read', from: { buffer: 0, offset: 0 }, to, bytes: 4, ...POSITION };
    const scratch: PlanStep = { step: 'alloc', buffer: 0, bytes: 8, label: 'own', role: 'student' };
    const store = launch('store', [buffer(arrays === 'host' ? 0 : 1), integer(1)]);
    const steps = arrays === 'host' ? [scratch, store, copy] : [store];
    const replay = open(steps, { arrays, output: { type, count } });
    await replay.repeat({ seed: 5, reload: false });
    const all = Buffer.from(await replay.read('out', null));
    expect(all).toHaveLength(count * size);
    const sample = { key: 77, count: 100 };
    const places = [...placesOf(sample, count)];
    const wanted = Buffer.concat(places.map((place) => all.subarray(place * size, (place + 1) * size)));
    expect(wanted.equals(await replay.read('out', sample))).toBe(true);
    expect(new Set(wanted).size).toBeGreaterThan(20);
    await replay.close();
  });

  it('reads a sample at places that its key decides', async () => {
    const replay = open([COPY]);
    await replay.repeat({ seed: 5, reload: false });
    const all = await outputs(replay);
    for (const key of [0, 7, 2 ** 32 - 1]) {
      const sample = { key, count: 200 };
      const got = new Int32Array((await replay.read('out', sample)).slice().buffer);
      expect([...got]).toEqual([...placesOf(sample, COUNT)].map((place) => all[place]));
    }
    await replay.close();
  });

  it('keeps copies in the given memory, and in more if that is too small', async () => {
    const copies = new Uint8Array(6 * COUNT);
    const replay = open([COPY], { copies });
    await replay.repeat({ seed: 5, reload: false });
    const copy = async (number: number, start: number, count: number) => {
      await replay.keep({ output: 'out', number, start, count });
      return replay.kept({ output: 'out', number, start, count });
    };
    const [first, second, part] = [await copy(1, 0, COUNT), await copy(2, 0, COUNT), await copy(3, 7, 100)];
    for (const inside of [first, part]) expect(inside.buffer).toBe(copies.buffer);
    expect(second.buffer).not.toBe(copies.buffer);
    for (const whole of [first, second]) expect([...new Int32Array(whole.slice().buffer)]).toEqual(input(5));
    expect([...new Int32Array(part.slice().buffer)]).toEqual(input(5).slice(7, 107));
    // A copy of the same number takes the place of the one before.
    await replay.repeat({ seed: 6, reload: false });
    const again = await copy(1, 0, COUNT);
    expect(again.byteOffset).toBe(first.byteOffset);
    expect([...new Int32Array(again.slice().buffer)]).toEqual(input(6));
    await replay.close();
  });

  it('keeps nothing of an earlier output, where the plan writes only a part', async () => {
    const half = launch('copy', [buffer(0), buffer(1), integer(COUNT / 2)]);
    const replay = open([half]);
    await replay.repeat({ seed: 1, reload: false });
    const first = await outputs(replay);
    await replay.repeat({ seed: 2, reload: true });
    const second = await outputs(replay);
    expect(second.slice(0, COUNT / 2)).toEqual(input(2, COUNT / 2));
    const same = second.filter((value, at) => at >= COUNT / 2 && value === first[at]);
    expect(same).toHaveLength(0);
    await replay.close();
  });

  it('gives memory back from repetition to repetition', async () => {
    const replay = open([COPY]);
    await replay.repeat({ seed: 1, reload: false });
    const { freeBytes } = cuda.memoryInfo();
    for (let seed = 2; seed < 30; seed++) await replay.repeat({ seed, reload: seed % 3 === 0 });
    expect(cuda.memoryInfo().freeBytes).toBe(freeBytes);
    await replay.close();
  });

  it('does what host code asked for in its order, with a cold L2 before it', async () => {
    const to = { buffer: 1, offset: 0 };
    const data = base64(Int32Array.of(11, 12));
    const replay = open([
      { step: 'set', to, value: 0, bytes: 4 * COUNT, ...POSITION },
      { step: 'write', to: { buffer: 1, offset: 8 }, bytes: 8, data, ...POSITION },
      launch('store', [buffer(1), integer(0)]),
      { step: 'synchronize', ...POSITION },
      { step: 'copy', to: { buffer: 1, offset: 16 }, from: { buffer: 1, offset: 8 }, bytes: 4, ...POSITION },
      { step: 'read', from: to, bytes: 4 * COUNT, ...POSITION },
      { step: 'free', buffer: 0, ...POSITION },
    ]);
    await replay.repeat({ seed: 1, reload: false });
    const calls = driver.calls();
    expect(await outputs(replay)).toEqual([1, 0, 11, 12, 11, ...new Array(COUNT - 5).fill(0)]);
    const timed = calls.slice(calls.lastIndexOf('cuCtxResetPersistingL2Cache') + 1);
    const flushed = Number(timed[0]?.split(' ')[2]);
    expect(timed[0]).toMatch(/^cuMemsetD8 \d+ \d+$/);
    expect(flushed).toBeGreaterThanOrEqual(200 << 20);
    expect(timed.slice(1, 6).map((call) => call.replace(/ [0-9a-f]{24}$/, ''))).toEqual([
      'cuMemsetD8 0 1200',
      'cuMemcpyHtoD 8',
      'cuLaunchKernel store 1,1,1 32,1,1 0',
      'cuMemcpyDtoD 4',
      'cuEventDestroy',
    ]);
    await replay.close();
  });

  describe('of a function that takes host pointers', () => {
    const own = (number: number): PlanStep => ({
      step: 'alloc',
      buffer: number,
      bytes: 4 * COUNT,
      label: `allocation ${number}`,
      role: 'student',
    });
    const there = (offset: number, bytes: number): PlanStep => ({
      step: 'write',
      to: { buffer: 0, offset },
      bytes,
      from: { array: 'x', offset },
      ...POSITION,
    });
    const back = (offset: number, bytes: number): PlanStep => ({
      step: 'read',
      from: { buffer: 1, offset },
      bytes,
      to: { array: 'out', offset },
      ...POSITION,
    });
    const onHost = { arrays: 'host' } as const;

    it('makes its inputs in host memory, and copies in the time that is taken', async () => {
      const replay = open([own(0), own(1), there(0, 400), there(400, 800), COPY, back(0, 4 * COUNT)], onHost);
      for (const seed of [3, 4]) {
        await replay.repeat({ seed, reload: false });
        expect(await outputs(replay)).toEqual(input(seed));
      }
      const calls = driver.calls();
      const timed = calls.slice(calls.lastIndexOf('cuCtxResetPersistingL2Cache') + 2);
      expect(timed.slice(0, 5).map((call) => call.replace(/ [0-9a-f]{24,}$/, ''))).toEqual([
        'cuMemcpyHtoD 400',
        'cuMemcpyHtoD 800',
        'cuLaunchKernel copy 1,1,1 32,1,1 0',
        'cuMemcpyDtoH 1200',
        'cuEventDestroy',
      ]);
      await replay.close();
    });

    it('keeps poison where nothing is copied back', async () => {
      const replay = open([own(0), own(1), there(0, 4 * COUNT), COPY, back(0, 40)], onHost);
      await replay.repeat({ seed: 3, reload: false });
      const first = await outputs(replay);
      expect(first.slice(0, 10)).toEqual(input(3, 10));
      await replay.repeat({ seed: 4, reload: false });
      const second = await outputs(replay);
      expect(second.filter((value, at) => at >= 10 && value === first[at])).toHaveLength(0);
      await replay.close();
    });

    it('may copy in pieces, some of which come back early', async () => {
      const half = 2 * COUNT;
      const first = launch('copy', [buffer(0), buffer(1), integer(COUNT / 2)]);
      const second = launch('copy', [buffer(0, half), buffer(1, half), integer(COUNT / 2)]);
      const steps = [there(0, half), first, back(0, half), there(half, half), second, back(half, half)];
      expect(await once([own(0), own(1), ...steps], onHost)).toEqual(input(1));
    });

    it.each([
      ['host code fills the output', [COPY], /nothing is copied from the GPU straight into out/],
      ['a copy leaves its array', [there(400, 4 * COUNT), COPY, back(0, 4)], /1200 bytes at byte 400 of x/],
    ])('cannot be replayed where %s', async (_, steps, words) => {
      expect(await failure([own(0), own(1), ...steps], onHost)).toMatchObject({
        kind: 'plan',
        message: expect.stringMatching(words),
      });
    });
  });

  it('leaves out a launch that was refused when the plan was recorded', async () => {
    const refused = launch('trap', [buffer(0), buffer(1), integer(0)], 9);
    expect(await once([refused, COPY])).toEqual(input(1));
  });

  it('counts the time of the plan alone', async () => {
    const replay = open([COPY]);
    const { deviceMs, deviceWideMs, hostMs } = await replay.repeat({ seed: 1, reload: false });
    expect(deviceMs).toBe(0.5);
    expect(deviceWideMs).toBe(0.5);
    expect(hostMs).toBeGreaterThan(0);
    await replay.close();
  });

  it('counts work that goes on after the plan’s stream is done', async () => {
    const replay = open([COPY], { lines: ['late 20'] });
    const { deviceMs, deviceWideMs } = await replay.repeat({ seed: 1, reload: false });
    expect(deviceMs).toBe(0.5);
    expect(deviceWideMs).toBeGreaterThan(20);
    await replay.close();
  });

  describe('with variables', () => {
    const table = { variables: [{ name: 'table', bytes: 16 }] };
    const fromTable = launch('copy', [{ kind: 'variable', variable: 'table', offset: 4 }, buffer(1), integer(3)]);
    const store = launch('store', [{ kind: 'variable', variable: 'table', offset: 4 }, integer(0)]);
    const at = (offset: number) => ({ variable: 'table', offset });

    it('writes them, and hands their addresses to kernels', async () => {
      const data = base64(Int32Array.of(7, 8));
      const write: PlanStep = { step: 'symbol', variable: 'table', offset: 4, bytes: 8, data, ...POSITION };
      expect((await once([write, fromTable], table)).slice(0, 3)).toEqual([7, 8, 0]);
    });

    it('finds them as at the start of a program, loaded again or not', async () => {
      const replay = open([fromTable, store], table);
      for (const reload of [false, false, true]) {
        await replay.repeat({ seed: 1, reload });
        expect((await outputs(replay))[0]).toBe(0);
      }
      await replay.close();
    });

    it('copies and sets them on the device', async () => {
      const got = await once(
        [
          { step: 'set', to: at(0), value: 1, bytes: 16, ...POSITION },
          { step: 'copy', to: at(4), from: { buffer: 0, offset: 0 }, bytes: 4, ...POSITION },
          { step: 'copy', to: { buffer: 1, offset: 4 }, from: at(0), bytes: 16, ...POSITION },
          launch('copy', [{ kind: 'variable', variable: 'table', offset: 4 }, buffer(1), integer(1)]),
        ],
        table,
      );
      const [first] = input(1, 1);
      expect(got.slice(0, 5)).toEqual([first, 0x01010101, first, 0x01010101, 0x01010101]);
    });

    it('puts a pointer’s new value into one', async () => {
      const data = base64(BigInt64Array.of(0x2345_6780n));
      const step = { step: 'symbol', variable: 'head', offset: 0, bytes: 8, data, ...POSITION } as const;
      const replay = open([{ ...step, pointer: { buffer: 0, offset: 40 } }, COPY], {
        variables: [{ name: 'head', bytes: 8, pointers: 'one' }],
      });
      await replay.repeat({ seed: 1, reload: false });
      const launched = driver.calls().findLast((call) => call.startsWith('cuLaunchKernel copy')) ?? '';
      const x = Buffer.from(launched.slice(-40, -24), 'hex').readBigUInt64LE();
      const head = new BigUint64Array(1);
      cuda.read(cuda.variable(1n, 'head').address, new Uint8Array(head.buffer));
      expect(head[0]).toBe(x + 40n);
      await replay.close();
    });

    it('leaves a number alone that looks like a pointer', async () => {
      const data = base64(Int32Array.of(0x2345_6780));
      const pointer = { buffer: 0, offset: 40 };
      const step: PlanStep = { step: 'symbol', variable: 'table', offset: 4, bytes: 4, data, pointer, ...POSITION };
      expect((await once([step, fromTable], table))[0]).toBe(0x2345_6780);
    });

    it('is not possible where one has a size on the GPU that nothing explains', async () => {
      const variables = [{ name: 'odd', bytes: 12, onGpu: 24 }];
      const data = base64(Int32Array.of(1, 2, 3));
      const step: PlanStep = { step: 'symbol', variable: 'odd', offset: 0, bytes: 12, data, ...POSITION };
      expect(await failure([step, COPY], { variables })).toMatchObject({
        kind: 'plan',
        message: expect.stringContaining('odd'),
      });
    });

    it('is not possible where a pointer in one is copied on the device', async () => {
      const variables = [{ name: 'head', bytes: 8, pointers: 'one' }] as const;
      const from = { variable: 'head', offset: 0 };
      const step: PlanStep = { step: 'copy', to: { buffer: 1, offset: 0 }, from, bytes: 8, ...POSITION };
      expect((await failure([step, COPY], { variables })).kind).toBe('plan');
    });
  });

  describe('with settings of kernels and of the device', () => {
    const shared = (bytes: number, allowed: number): PlanStep =>
      ({ ...COPY, dynamicSharedBytes: bytes, maxDynamicSharedBytes: allowed }) as PlanStep;

    it('gives each launch what it had, in every repetition', async () => {
      const replay = open([shared(65536, 65536), shared(4096, 4096), shared(65536, 65536)]);
      for (const seed of [1, 2]) await replay.repeat({ seed, reload: false });
      await replay.close();
      const set = driver.calls().flatMap((call) => /^cuFuncSetAttribute 8 (\d+)/.exec(call)?.[1] ?? []);
      expect(set.slice(-6)).toEqual(['65536', '4096', '65536', '65536', '4096', '65536']);
    });

    it('sets a preferred carve-out', async () => {
      await once([{ ...COPY, carveout: 75 } as PlanStep]);
      expect(driver.calls().findLast((call) => call.startsWith('cuFuncSetAttribute'))).toBe('cuFuncSetAttribute 9 75');
    });

    it('sets limits before a module is loaded, and skips speed settings', async () => {
      const limits = [0, 2, 5].map((limit) => ({ limit, value: 4096 }));
      expect(await once([COPY], { limits })).toHaveLength(COUNT);
      const calls = driver.calls();
      const first = calls.lastIndexOf('cuCtxSetLimit 0 4096');
      expect(calls.slice(first, first + 3)).toEqual([0, 2, 5].map((limit) => `cuCtxSetLimit ${limit} 4096`));
      // Nothing else is done in the new context before.
      expect(calls[first - 1]).toBe('cuCtxDestroy');
    });

    it.each([
      [{ limit: 2, value: 12345 }, /cudaDeviceSetLimit\(cudaLimitMallocHeapSize, 12345\) ends with/],
      [{ limit: 0, value: 1 << 20 }, /cudaDeviceSetLimit\(cudaLimitStackSize, 1048576\): the maximum/],
    ])('says which limit it cannot have', async (limit, words) => {
      expect(() => open([COPY], { limits: [limit] })).toThrow(words);
    });

    it('reports a launch that the driver rejects as not repeatable', async () => {
      const refused = { ...COPY, dynamicSharedBytes: 65536, position: { file: 'a.cu', line: 12, column: 3 } };
      expect(await failure([refused as PlanStep])).toMatchObject({
        kind: 'plan',
        message: expect.stringMatching(/refuses the launch of copy in line 12 with \S/),
      });
    });
  });

  it.each<[string, PlanStep[], ReplayFailure['kind'], RegExp]>([
    ['a kernel fails', [launch('trap', [buffer(0), buffer(1), integer(1)])], 'launch', /719/],
    ['a kernel hangs', [launch('hang', [buffer(0), buffer(1), integer(1)])], 'hang', /702/],
    [
      'the error of a kernel comes from a later call',
      [
        launch('trap', [buffer(0), buffer(1), integer(1)]),
        { step: 'set', to: { buffer: 1, offset: 0 }, value: 0, bytes: 4, ...POSITION },
      ],
      'launch',
      /719/,
    ],
    [
      'a kernel leaves its buffer for the guard behind it',
      [launch('store', [buffer(1), integer(1 << 19)])],
      'launch',
      /ILLEGAL_ADDRESS/,
    ],
    ['nothing is launched', [], 'plan', /launches no kernel/],
    [
      'host code copied much of its own',
      [{ step: 'write', to: { buffer: 1, offset: 0 }, bytes: 99_999, ...POSITION }, COPY],
      'plan',
      /copies 99999 bytes that host code made/,
    ],
    [
      'host code copied after it had read results',
      [
        COPY,
        { step: 'read', from: { buffer: 1, offset: 0 }, bytes: 4, ...POSITION },
        { step: 'write', to: { buffer: 1, offset: 0 }, bytes: 4, data: 'AAAAAA==', ...POSITION },
      ],
      'plan',
      /4 bytes to the GPU after host code has read results/,
    ],
  ])('says what happened where %s', async (_, steps, kind, words) => {
    expect(await failure(steps)).toMatchObject({ kind, message: expect.stringMatching(words) });
  });
});

describe.skipIf(unavailable)('what a GPU can do', () => {
  it('is measured where the driver does not tell the memory’s clock', () => {
    const driver = new FakeDriver();
    const gpu = describeGpu(driver.open(), 0);
    // A quarter of the memory, copied within a tick of half a millisecond, read and written.
    expect(gpu).toMatchObject({ name: 'Fake GPU', multiprocessors: 4, driver: '13.0' });
    expect(gpu.measuredBandwidth).toBe((2 * 2 ** 28) / 0.5e-3);
    expect(gpu.peakBandwidth).toBe(gpu.measuredBandwidth);
    driver.remove();
  });
});
