import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DeviceProgram } from '../../grader/compile/index.ts';
import { createCudaDevice } from '../../grader/device/gpu/index.ts';
import { FIXED_LIMITS } from '../../grader/limits/index.ts';
import { FakeDriver, unavailable } from '../native/cuda/fake-driver.ts';

const MiB = 2 ** 20;
const program: DeviceProgram = {
  wasm: new Uint8Array(),
  waiting: 'never',
  kernels: [],
  sites: [],
  sharedArrays: [],
  variables: [],
  heapBytes: 0,
};

describe.skipIf(unavailable)('memory that a submission may have of a GPU', () => {
  let driver: FakeDriver;
  beforeAll(() => {
    driver = new FakeDriver();
  });
  afterAll(() => driver.remove());

  const device = (memoryBytes?: number) =>
    createCudaDevice(program, {
      image: driver.image(),
      layout: 1,
      launchTimeoutMs: 1000,
      library: driver.library,
      ...(memoryBytes !== undefined && { memoryBytes }),
    });
  const alloc = (from: ReturnType<typeof device>, bytes: number) => from.alloc(bytes, 'buffer', 'student');

  it('ends where the bound is, and freed memory is there again', () => {
    const bounded = device(3 * MiB);
    const first = alloc(bounded, MiB);
    expect(first).not.toBeNull();
    expect(alloc(bounded, 2 * MiB)).not.toBeNull();
    expect(alloc(bounded, 1)).toBeNull();
    expect(bounded.free(first ?? 0)).toBe(0);
    expect(alloc(bounded, MiB)).not.toBeNull();
    bounded.renew(false);
    expect(alloc(bounded, 3 * MiB)).not.toBeNull();
    bounded.dispose();
  });

  it('counts the pages that small buffers take', () => {
    const bounded = device(MiB);
    const page = driver.open().granularity(0);
    const most = Math.floor((MiB + FIXED_LIMITS.gpuPagesBytes) / page);
    let made = 0;
    while (made <= most && alloc(bounded, 1) !== null) made++;
    expect(made).toBeGreaterThan(100);
    expect(made).toBeLessThanOrEqual(most);
    bounded.dispose();
  });

  it('is all there is where nobody bounds it', () => {
    const whole = device();
    expect(alloc(whole, 64 * MiB)).not.toBeNull();
    whole.dispose();
  });
});
