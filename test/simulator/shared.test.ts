import { describe, expect, it } from 'vitest';
import { type Barrier, type DeviceArray, deviceArray, launch, type Thread } from '../../grader/simulator/index.ts';
import { errorOf } from './errors.ts';

type Steps = Generator<Barrier, void, void>;

/** Every thread leaves its number in shared memory and takes its neighbour's. */
function* shift({ threadIdx, blockDim, shared, syncthreads }: Thread, out: DeviceArray): Steps {
  const tile = shared.array('tile', Int32Array, 8);
  tile.store(threadIdx.x, threadIdx.x);
  yield syncthreads();
  out.store(threadIdx.x, tile.load((threadIdx.x + 1) % blockDim.x));
}

describe('shared memory and barriers', () => {
  it('shows each thread what the others stored before the barrier', () => {
    const out = deviceArray('out', Int32Array, 8);
    launch(shift, 1, 8, [out]);
    expect([...out.toHost()]).toEqual([1, 2, 3, 4, 5, 6, 7, 0]);
  });

  it('is a race without the barrier, and names the place', () => {
    const kernel = ({ threadIdx, shared }: Thread): void => {
      const tile = shared.array('tile', Int32Array, 2, 4);
      tile.store(1, threadIdx.x, 1);
      if (threadIdx.x === 3) tile.load(1, 0);
    };
    const error = errorOf(() => launch(kernel, 1, 4, []));
    expect(error.rule).toBe('shared-race');
    expect(error.message).toMatch(/tile\[1\]\[0\] is read here and was stored by another thread with no barrier/);
    expect(error.place?.thread.x).toBe(3);
  });

  it('is a race too where the second barrier of a loop is missing', () => {
    function* kernel({ threadIdx, blockDim, shared, syncthreads }: Thread): Steps {
      const tile = shared.array('tile', Int32Array, 4);
      for (let turn = 0; turn < 2; turn++) {
        tile.store(threadIdx.x, turn);
        yield syncthreads();
        tile.load((threadIdx.x + 1) % blockDim.x);
      }
    }
    const error = errorOf(() => launch(kernel, 1, 4, []));
    expect(error.rule).toBe('shared-race');
    expect(error.message).toMatch(/is stored here and was read by another thread/);
  });

  it('remembers that several threads have read', () => {
    function* kernel({ threadIdx, shared, syncthreads }: Thread): Steps {
      const cell = shared.array('cell', Int32Array, 1);
      if (threadIdx.x === 0) cell.store(0, 7);
      yield syncthreads();
      cell.load(0);
      // Thread 3 read last itself; that the others read as well must not be forgotten.
      if (threadIdx.x === 3) cell.store(0, 8);
    }
    expect(errorOf(() => launch(kernel, 1, 4, [])).rule).toBe('shared-race');
  });

  it('starts without values in every block', () => {
    const kernel = ({ blockIdx, shared }: Thread): void => {
      const tile = shared.array('tile', Float32Array, 1);
      if (blockIdx.x === 0) tile.store(0, 1);
      else tile.load(0);
    };
    const error = errorOf(() => launch(kernel, 2, 1, []));
    expect(error.rule).toBe('uninitialized-read');
    expect(error.message).toMatch(/block 1, thread 0$/);
  });

  it('checks every index by itself', () => {
    const kernel = ({ shared }: Thread): void => shared.array('tile', Float32Array, 16, 16).store(3, 16, 1);
    const error = errorOf(() => launch(kernel, 1, 1, []));
    expect(error.rule).toBe('shared-out-of-bounds');
    expect(error.message).toMatch(
      /tile\[3\]\[16\] is written, yet tile is \[16\]\[16\]: index 16 is not one of 0 to 15/,
    );
  });

  it('holds 48 KB a block', () => {
    const kernel = ({ shared }: Thread): void => {
      shared.array('a', Float32Array, 64, 96);
      shared.array('b', Float32Array, 64, 97);
    };
    expect(errorOf(() => launch(kernel, 1, 1, [])).message).toMatch(/49408 bytes of shared memory; it may use 49152/);
  });

  it('wants all threads to agree on an array', () => {
    const kernel = ({ threadIdx, shared }: Thread): void => void shared.array('tile', Int32Array, 4 + threadIdx.x);
    expect(errorOf(() => launch(kernel, 1, 2, [])).message).toMatch(/do not agree on the type or the size/);
  });
});

describe('dynamic shared memory', () => {
  it('is one piece that a kernel divides', () => {
    const out = deviceArray('out', Float32Array, 2);
    function* kernel({ threadIdx, shared, syncthreads }: Thread, to: DeviceArray): Steps {
      const a = shared.dynamic('a', Float32Array, [2]);
      const b = shared.dynamic('b', Float32Array, [2], 2);
      const all = shared.dynamic('all', Float32Array, [4]);
      a.store(threadIdx.x, 1 + threadIdx.x);
      b.store(threadIdx.x, 10 + threadIdx.x);
      yield syncthreads();
      to.store(threadIdx.x, all.load(threadIdx.x) + all.load(2 + threadIdx.x));
    }
    launch(kernel, 1, 2, [out], { sharedBytes: 16 });
    expect([...out.toHost()]).toEqual([11, 13]);
  });

  it('must be asked for', () => {
    const kernel = ({ shared }: Thread): void => void shared.dynamic('tile', Float32Array, [16, 16]);
    const error = errorOf(() => launch(kernel, 1, 1, []));
    expect(error.rule).toBe('shared-out-of-bounds');
    expect(error.message).toMatch(/asked for 0 bytes\. Give launch \{sharedBytes: 1024\}/);
  });
});

describe('barriers', () => {
  it('are for the whole block: some threads have returned', () => {
    function* kernel({ threadIdx, syncthreads }: Thread): Steps {
      if (threadIdx.x < 3) yield syncthreads();
    }
    const error = errorOf(() => launch(kernel, 1, 8, []));
    expect(error.rule).toBe('barrier-divergence');
    expect(error.message).toMatch(/3 of the 8 threads of the block wait/);
  });

  it('are for the whole block: some threads leave a loop sooner', () => {
    function* kernel({ threadIdx, syncthreads }: Thread): Steps {
      for (let turn = 0; turn <= threadIdx.x % 2; turn++) yield syncthreads();
    }
    expect(errorOf(() => launch(kernel, 1, 4, [])).message).toMatch(/2 of the 4 threads of the block wait/);
  });

  it('are distinguished by their conditions', () => {
    function* kernel({ threadIdx, syncthreads }: Thread): Steps {
      if (threadIdx.x === 0) yield syncthreads('first');
      else yield syncthreads('second');
    }
    expect(errorOf(() => launch(kernel, 1, 2, [])).message).toMatch(/two barriers: "first" and "second"/);
  });

  it('need a yield, and say so', () => {
    const plain = ({ syncthreads }: Thread): void => void syncthreads();
    expect(errorOf(() => launch(plain, 1, 1, [])).message).toMatch(/function\* instead of function/);
    function* forgetful({ syncthreads }: Thread): Steps {
      syncthreads();
      yield syncthreads();
    }
    expect(errorOf(() => launch(forgetful, 1, 1, [])).message).toMatch(/Write "yield syncthreads\(\)"/);
    function* strange(_: Thread): Steps {
      yield undefined as unknown as Barrier;
    }
    expect(errorOf(() => launch(strange, 1, 1, [])).message).toMatch(/yields barriers and nothing else/);
  });
});
