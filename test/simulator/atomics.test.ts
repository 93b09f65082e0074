import { describe, expect, it } from 'vitest';
import {
  type Barrier,
  type DeviceArray,
  deviceArray,
  launch,
  type Thread,
  toDevice,
} from '../../grader/simulator/index.ts';
import { errorOf } from './errors.ts';

type Steps = Generator<Barrier, void, void>;

/** A histogram of two bins per block, added to two bins in global memory. */
function* histogram({ threadIdx, shared, syncthreads }: Thread, total: DeviceArray, old: DeviceArray): Steps {
  const bins = shared.array('bins', Int32Array, 2);
  if (threadIdx.x < 2) bins.store(threadIdx.x, 0);
  yield syncthreads();
  bins.atomicAdd(threadIdx.x % 2, 1);
  yield syncthreads();
  if (threadIdx.x < 2) old.atomicMax(0, total.atomicAdd(threadIdx.x, bins.load(threadIdx.x)));
}

describe('atomic functions of the simulator', () => {
  it('adds the values of all threads, in both memories', () => {
    const total = toDevice('total', new Int32Array(2));
    const old = toDevice('old', new Int32Array(1));
    launch(histogram, 3, 5, [total, old]);
    expect([...total.toHost()]).toEqual([9, 6]);
    expect([...old.toHost()]).toEqual([6]);
  });

  it('is a race with a plain load of another thread', () => {
    const kernel = ({ threadIdx }: Thread, x: DeviceArray): void => {
      if (threadIdx.x === 0) x.atomicAdd(0, 1);
      else x.load(0);
    };
    const error = errorOf(() => launch(kernel, 1, 2, [toDevice('x', new Int32Array(1))]));
    expect(error.rule).toBe('global-race');
    expect(error.message).toMatch(/x\[0\] is read here and was stored by another thread/);
  });

  it('is a race after a plain store of another thread', () => {
    const kernel = ({ blockIdx }: Thread, x: DeviceArray): void => {
      if (blockIdx.x === 0) x.store(0, 0);
      else x.atomicAdd(0, 1);
    };
    const error = errorOf(() => launch(kernel, 2, 1, [deviceArray('x', Int32Array, 1)]));
    expect(error.rule).toBe('global-race');
    expect(error.message).toMatch(/x\[0\] is changed here and was stored by another thread/);
  });

  it('is a race in shared memory without the barrier before it', () => {
    const kernel = ({ threadIdx, shared }: Thread): void => {
      const bins = shared.array('bins', Int32Array, 1);
      if (threadIdx.x === 0) bins.store(0, 0);
      bins.atomicMax(0, 1);
    };
    expect(errorOf(() => launch(kernel, 1, 2, [])).rule).toBe('shared-race');
  });

  it('needs a value to add to', () => {
    const kernel = (_: Thread, x: DeviceArray): void => {
      x.atomicAdd(1, 1);
    };
    const error = errorOf(() => launch(kernel, 1, 1, [deviceArray('x', Int32Array, 2)]));
    expect(error.rule).toBe('uninitialized-read');
  });
});
