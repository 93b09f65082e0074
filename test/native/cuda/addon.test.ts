import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type CudaAddon, isDriverError, openCuda } from '../../../grader/device/gpu/index.ts';
import { loadAddon } from '../../../grader/platform/packaged/addon.ts';
import { FakeDriver, unavailable } from './fake-driver.ts';

const MIB = 2 ** 20;
const COPY = 'kernel copy copy 0:8 8:8 16:4';

it.skipIf(!loadAddon('cuda'))('says in a sentence that there is no driver', () => {
  expect(openCuda('/nowhere/libcuda.so.1')).toMatch(/^no CUDA driver: .*libcuda\.so\.1/);
});

describe.skipIf(unavailable)('the binding of the driver', () => {
  let driver: FakeDriver;
  let cuda: CudaAddon;
  beforeAll(() => {
    driver = new FakeDriver();
    cuda = driver.open();
  });
  beforeEach(() => {
    cuda.createContext(0);
  });
  afterAll(() => driver?.remove());

  const load = (...lines: string[]) => cuda.loadModule(driver.image(...lines)).module;
  const failure = (call: () => unknown) => {
    try {
      call();
    } catch (error) {
      if (isDriverError(error)) return { code: error.code, call: error.call, message: error.message, log: error.log };
      throw error;
    }
    throw new Error('the call succeeded');
  };
  const memory = (bytes = 2 * MIB) => cuda.reserve(0, 2 * MIB, bytes, 2 * MIB, 0n);

  it('tells the driver and its devices', () => {
    expect(cuda.driverVersion()).toBe(13_000);
    expect(cuda.devices()).toEqual([
      expect.objectContaining({
        name: 'Fake GPU',
        uuid: 'GPU-00112233-4455-6677-8899-aabbccddeeff',
        ...{ major: 9, minor: 0, multiprocessors: 4, warpSize: 32, sharedBytesPerBlock: 49_152, virtualMemory: 1 },
      }),
    ]);
  });

  it('names errors, and has a name for one that the driver does not know', () => {
    expect(cuda.errorName(700)).toBe('CUDA_ERROR_ILLEGAL_ADDRESS');
    expect(cuda.errorName(12_345)).toBe('CUDA error 12345');
    expect(cuda.errorText(2)).toBe('out of memory');
  });

  it('gives the compiler’s words for a module that does not load', () => {
    const refused = failure(() => cuda.loadModule(new TextEncoder().encode('no module')));
    expect(refused).toMatchObject({ code: 200, call: 'cuModuleLoadDataEx', log: 'ptxas fatal: this is no module' });
  });

  it('lists the kernels of a module with their parameters', () => {
    const module = load(COPY, 'kernel other nothing');
    expect(cuda.functions(module)).toEqual(['copy', 'other']);
    expect(cuda.parameters(cuda.function(module, 'copy'))).toEqual([
      { offset: 0, bytes: 8 },
      { offset: 8, bytes: 8 },
      { offset: 16, bytes: 4 },
    ]);
    expect(cuda.parameters(cuda.function(module, 'other'))).toEqual([]);
    expect(cuda.functionAttribute(cuda.function(module, 'copy'), 4)).toBe(40);
    expect(failure(() => cuda.function(module, 'none'))).toMatchObject({ code: 500, call: 'cuModuleGetFunction' });
  });

  it('finds variables', () => {
    const module = load('variable table 12');
    const { address, bytes } = cuda.variable(module, 'table');
    expect(bytes).toBe(12);
    cuda.write(address, Uint8Array.of(1, 2, 3));
    const read = new Uint8Array(3);
    cuda.read(address, read);
    expect([...read]).toEqual([1, 2, 3]);
    expect(failure(() => cuda.variable(module, 'none')).code).toBe(500);
  });

  it('maps memory between unmapped space, where it was asked to', () => {
    load();
    const wanted = 0x3000_0000_0000n;
    const made = cuda.reserve(0, 4 * MIB, 2 * MIB, 6 * MIB, wanted);
    expect(made).toEqual({ start: wanted, bytes: 12 * MIB, mapped: wanted + BigInt(4 * MIB), mappedBytes: 2 * MIB });
    cuda.fill(made.mapped, 7, 2 * MIB);
    const last = new Uint8Array(1);
    cuda.read(made.mapped + BigInt(2 * MIB - 1), last);
    expect(last[0]).toBe(7);
    expect(failure(() => cuda.fill(made.mapped - 1n, 0, 1)).code).toBe(1);
    expect(failure(() => cuda.fill(made.mapped + BigInt(2 * MIB), 0, 1)).code).toBe(1);
    cuda.unmap(made.mapped, made.mappedBytes);
    expect(failure(() => cuda.read(made.mapped, last)).code).toBe(1);
    cuda.unreserve(made.start, made.bytes);
  });

  it.each(['cuMemAddressReserve', 'cuMemCreate', 'cuMemMap', 'cuMemSetAccess'])(
    'leaves nothing behind where %s fails',
    (call) => {
      load();
      const before = cuda.memoryInfo().freeBytes;
      const calls = driver.calls().length;
      load(`fail ${call} 2`);
      expect(failure(() => memory())).toMatchObject({
        code: 2,
        call,
        message: expect.stringContaining('out of memory'),
      });
      const made = driver.calls().slice(calls);
      const count = (name: string) => made.filter((line) => line.startsWith(`${name} `)).length;
      const reached = (name: string) => (name === call ? 0 : count(name));
      expect(count('cuMemAddressFree')).toBe(reached('cuMemAddressReserve'));
      expect(count('cuMemRelease')).toBe(reached('cuMemCreate'));
      expect(count('cuMemUnmap')).toBe(reached('cuMemMap'));
      expect(cuda.memoryInfo().freeBytes).toBe(before);
    },
  );

  it('hands over the argument block as it is', () => {
    const module = load('kernel args nothing 0:8 8:4');
    const block = Uint8Array.from({ length: 12 }, (_, i) => i);
    const stream = cuda.createStream();
    expect(cuda.launch(cuda.function(module, 'args'), [7, 2, 1], [32, 4, 2], 64, stream, block)).toBe(0);
    expect(driver.calls().at(-1)).toBe('cuLaunchKernel args 7,2,1 32,4,2 64 000102030405060708090a0b');
    expect(cuda.wait(stream, 1000)).toBe(0);
  });

  it('launches with clusters if it is given their size', () => {
    const module = load('kernel args nothing 0:8 8:4');
    const stream = cuda.createStream();
    const launch = (x: number, cluster: readonly [number, number, number]) =>
      cuda.launch(cuda.function(module, 'args'), [x, 2, 1], [32, 4, 2], 64, stream, new Uint8Array(12), cluster);
    expect(launch(8, [4, 1, 1])).toBe(0);
    expect(driver.calls().slice(-2)).toEqual([
      'cuLaunchKernelEx cluster 4,1,1',
      `cuLaunchKernel args 8,2,1 32,4,2 64 ${'00'.repeat(12)}`,
    ]);
    expect(launch(7, [4, 1, 1])).toBe(912);
    expect(cuda.wait(stream, 1000)).toBe(0);
  });

  it('gives the error of a kernel from the wait, and from each call after it', () => {
    const module = load(COPY);
    const { mapped } = memory();
    const stream = cuda.createStream();
    const block = new Uint8Array(20);
    const view = new DataView(block.buffer);
    view.setBigUint64(0, mapped, true);
    view.setBigUint64(8, mapped + BigInt(2 * MIB - 4), true);
    view.setInt32(16, 2, true);
    expect(cuda.launch(cuda.function(module, 'copy'), [1, 1, 1], [1, 1, 1], 0, stream, block)).toBe(0);
    expect(cuda.wait(stream, 1000)).toBe(700);
    expect(failure(() => cuda.read(mapped, new Uint8Array(4)))).toMatchObject({ code: 700, call: 'cuMemcpyDtoH' });
  });

  it('stops waiting for a kernel that hangs, in this thread and off it', async () => {
    const context = cuda.createContext(0);
    const module = load('kernel hang hang');
    const stream = cuda.createStream();
    expect(await cuda.waitAsync(context, stream, 1000)).toBe(0);
    expect(cuda.launch(cuda.function(module, 'hang'), [1, 1, 1], [1, 1, 1], 0, stream, new Uint8Array(0))).toBe(0);
    const started = performance.now();
    expect(cuda.wait(stream, 30)).toBe(702);
    expect(await cuda.waitAsync(context, stream, 30)).toBe(702);
    expect(performance.now() - started).toBeGreaterThanOrEqual(60);
  });

  it('measures time between events', () => {
    load();
    const [stream, start, end] = [cuda.createStream(), cuda.createEvent(), cuda.createEvent()];
    cuda.recordEvent(start, stream);
    cuda.recordEvent(end, stream);
    expect(cuda.eventReady(end)).toBe(true);
    expect(cuda.elapsed(start, end)).toBe(0.5);
    for (const event of [start, end]) cuda.destroyEvent(event);
  });

  it('moves and sets bytes in a stream', () => {
    load();
    const [stream, from, to] = [cuda.createStream(), cuda.allocate(16), cuda.allocate(16)];
    cuda.fillAsync(from, 7, 16, stream);
    cuda.writeAsync(from + 4n, Uint8Array.of(1, 2), stream);
    cuda.copyAsync(to, from, 8, stream);
    expect(cuda.wait(stream, 1000)).toBe(0);
    const got = new Uint8Array(8);
    cuda.read(to, got);
    expect([...got]).toEqual([7, 7, 7, 7, 1, 2, 7, 7]);
    for (const address of [from, to]) cuda.release(address);
    expect(failure(() => cuda.fillAsync(to, 0, 1, stream))).toMatchObject({ code: 1, call: 'cuMemsetD8Async' });
  });

  it('waits for the whole device, but at most for the given time', () => {
    const module = load('kernel hang hang');
    expect(cuda.synchronize(1000)).toBe(0);
    expect(driver.calls().at(-1)).toBe('cuCtxSynchronize');
    cuda.launch(cuda.function(module, 'hang'), [1, 1, 1], [1, 1, 1], 0, cuda.createStream(), new Uint8Array(0));
    const [started, calls] = [performance.now(), driver.calls()];
    expect(cuda.synchronize(30)).toBe(702);
    expect(performance.now() - started).toBeGreaterThanOrEqual(30);
    expect(driver.calls().slice(calls.length)).toEqual(['cuEventDestroy']);
  });

  it('gives the error of a kernel from a wait for the device', () => {
    const module = load('kernel trap trap');
    cuda.launch(cuda.function(module, 'trap'), [1, 1, 1], [1, 1, 1], 0, cuda.createStream(), new Uint8Array(0));
    expect(cuda.synchronize(1000)).toBe(719);
  });

  it('frees what was kept in L2', () => {
    load();
    cuda.resetPersistingL2();
    expect(driver.calls().at(-1)).toBe('cuCtxResetPersistingL2Cache');
  });

  it.each<[string, () => unknown]>([
    ['a number as an address', () => cuda.read(1 as unknown as bigint, new Uint8Array(1))],
    ['an address of more than 64 bits', () => cuda.read(2n ** 64n, new Uint8Array(1))],
    ['an array of another type', () => cuda.read(1n, new Int32Array(1) as unknown as Uint8Array)],
    ['a negative size', () => cuda.fill(1n, 0, -1)],
    ['a size with a fraction', () => cuda.fill(1n, 0, 1.5)],
    [
      'an extent of two numbers',
      () => cuda.launch(1n, [1, 1] as unknown as [1, 1, 1], [1, 1, 1], 0, 1n, new Uint8Array(1)),
    ],
    ['a time limit that is none', () => cuda.wait(1n, Number.NaN)],
  ])('refuses %s', (_, call) => {
    expect(call).toThrow(/must|needed|64 bits|three/);
  });
});
