import { describe, expect, it } from 'vitest';
import {
  ceilDiv,
  type DeviceArray,
  deviceArray,
  type Extents,
  type Index3,
  launch,
  type Thread,
  toDevice,
} from '../../grader/simulator/index.ts';
import { errorOf } from './errors.ts';

/** Every thread of a launch, as `block thread` texts in the order in which they ran. */
function threadsOf(grid: Extents, block: Extents): string[] {
  const seen: string[] = [];
  const show = ({ x, y, z }: Index3): string => `${x},${y},${z}`;
  launch(({ blockIdx, threadIdx }: Thread) => void seen.push(`${show(blockIdx)} ${show(threadIdx)}`), grid, block, []);
  return seen;
}

describe('a launch', () => {
  it('runs every thread of every block once, x fastest', () => {
    expect(threadsOf(2, 2)).toEqual(['0,0,0 0,0,0', '0,0,0 1,0,0', '1,0,0 0,0,0', '1,0,0 1,0,0']);
    expect(threadsOf([1, 2], [2, 1])).toEqual(['0,0,0 0,0,0', '0,0,0 1,0,0', '0,1,0 0,0,0', '0,1,0 1,0,0']);
  });

  it.each([
    [3, 4, 12],
    [[3, 2], [4, 5], 120],
    [[2, 3, 4], [2, 2, 2], 192],
  ] as const)('has as many threads as grid %j times block %j', (grid, block, threads) => {
    const seen = threadsOf(grid, block);
    expect(seen).toHaveLength(threads);
    expect(new Set(seen).size).toBe(threads);
  });

  it('tells each thread the sizes of the grid and of the block', () => {
    const sizes = new Set<string>();
    launch(
      ({ gridDim, blockDim }: Thread) => void sizes.add(JSON.stringify([gridDim, blockDim])),
      [3, 2],
      [4, 1, 2],
      [],
    );
    expect([...sizes]).toEqual(['[{"x":3,"y":2,"z":1},{"x":4,"y":1,"z":2}]']);
  });

  it('covers what does not divide evenly', () => {
    expect([ceilDiv(1000, 256), ceilDiv(1024, 256), ceilDiv(1, 256)]).toEqual([4, 4, 1]);
  });

  it('hands over its arguments in order', () => {
    const out = deviceArray('out', Float32Array, 3);
    const kernel = ({ threadIdx }: Thread, to: DeviceArray, factor: number): void =>
      to.store(threadIdx.x, factor * threadIdx.x);
    launch(kernel, 1, 3, [out, 10]);
    expect([...out.toHost()]).toEqual([0, 10, 20]);
  });
});

describe('what the hardware refuses', () => {
  const empty = (): void => {};
  it.each([
    ['no blocks', 0, 32, /whole numbers from 1/],
    ['half a block', 2.5, 32, /ceilDiv/],
    ['33 x 33 threads', 1, [33, 33], /1089 threads, and a block may have 1024/],
    ['a deep block', 1, [1, 1, 65], /blockDim\.z is 65, and may be 64/],
    ['a high grid', [1, 65536], 1, /gridDim\.y is 65536/],
  ] as const)('%s', (_, grid, block, message) => {
    const error = errorOf(() => launch(empty, grid, block, []));
    expect(error.rule).toBe('launch-error');
    expect(error.message).toMatch(message);
  });

  it('more dynamic shared memory than a block has', () => {
    expect(errorOf(() => launch(empty, 1, 1, [], { sharedBytes: 49153 })).message).toMatch(
      /49153; a block has 0 to 49152/,
    );
  });
});

describe('global memory', () => {
  it('stops a thread at an index that does not exist, and names the thread', () => {
    const x = toDevice('x', new Float32Array(10));
    const kernel = ({ blockIdx, blockDim, threadIdx }: Thread, from: DeviceArray): void => {
      from.load(blockIdx.x * blockDim.x + threadIdx.x);
    };
    const error = errorOf(() => launch(kernel, 3, 4, [x]));
    expect(error.rule).toBe('out-of-bounds-read');
    expect(error.message).toMatch(/x\[10\] does not exist: x has 10 elements, 0 to 9/);
    expect(error.message).toMatch(/block 2, thread 2$/);
    expect(error.place).toMatchObject({ kernel: 'kernel', block: { x: 2 }, thread: { x: 2 } });
  });

  it('knows stores from loads, and indexes below zero', () => {
    const out = deviceArray('out', Uint8Array, 4);
    const error = errorOf(() =>
      launch(({ threadIdx }: Thread, to: DeviceArray) => to.store(threadIdx.x - 1, 1), 1, 2, [out]),
    );
    expect(error.rule).toBe('out-of-bounds-write');
    expect(error.message).toMatch(/out\[-1\]/);
  });

  it('explains an index that is no whole number', () => {
    const x = toDevice('x', Float32Array.of(1, 2, 3));
    expect(errorOf(() => launch((_: Thread, from: DeviceArray) => void from.load(5 / 2), 1, 1, [x])).message).toMatch(
      /Math\.floor\(5 \/ 2\)/,
    );
  });

  it('does not let the host in, and gives it a copy', () => {
    const x = toDevice('x', Float32Array.of(1, 2));
    const error = errorOf(() => void x.load(0));
    expect(error.rule).toBe('host-device-pointer');
    expect(error.place).toBeNull();
    const copy = x.toHost();
    copy[0] = 9;
    expect([...x.toHost()]).toEqual([1, 2]);
  });

  it('sees a sum that goes on from what was never stored', () => {
    const out = deviceArray('out', Float32Array, 2);
    const kernel = ({ threadIdx }: Thread, to: DeviceArray): void => to.store(threadIdx.x, to.load(threadIdx.x) + 1);
    expect(errorOf(() => launch(kernel, 1, 2, [out])).rule).toBe('uninitialized-read');
  });

  it('converts what is stored as C does', () => {
    const bytes = deviceArray('bytes', Uint8Array, 1);
    const floats = deviceArray('floats', Float32Array, 1);
    launch(
      (_: Thread, b: DeviceArray, f: DeviceArray) => {
        b.store(0, 76.98);
        f.store(0, 0.1);
      },
      1,
      1,
      [bytes, floats],
    );
    expect([bytes.toHost()[0], floats.toHost()[0]]).toEqual([76, Math.fround(0.1)]);
  });

  it('sees two threads that store to one element, in one block and in two', () => {
    const kernel = (_: Thread, to: DeviceArray): void => to.store(0, 1);
    for (const [grid, block] of [
      [1, 2],
      [2, 1],
    ] as const) {
      const error = errorOf(() => launch(kernel, grid, block, [deviceArray('sum', Int32Array, 1)]));
      expect(error.rule).toBe('global-race');
      expect(error.message).toMatch(/sum\[0\] is stored here and was stored by another thread/);
    }
  });

  it('reports a store to an element that another thread read in this launch', () => {
    const x = toDevice('x', Float32Array.of(1, 2));
    const rotate = ({ threadIdx }: Thread, a: DeviceArray): void => a.store(threadIdx.x, a.load((threadIdx.x + 1) % 2));
    expect(errorOf(() => launch(rotate, 1, 2, [x])).rule).toBe('global-race');
    const double = ({ threadIdx }: Thread, a: DeviceArray): void =>
      a.store(1 - threadIdx.x, 2 * a.load(1 - threadIdx.x));
    expect(() => launch(double, 1, 2, [x])).not.toThrow();
  });
});

describe('a kernel that is wrong as a program', () => {
  it('is reported with the thread of the error', () => {
    const kernel = ({ threadIdx }: Thread): void => {
      if (threadIdx.x === 2) throw new TypeError('undefined is not a function');
    };
    const error = errorOf(() => launch(kernel, 1, 4, []));
    expect(error.rule).toBe('kernel-error');
    expect(error.message).toMatch(/TypeError: undefined is not a function\n {2}in kernel, block 0, thread 2/);
    expect(error.cause).toBeInstanceOf(TypeError);
  });

  it('returns nothing', () => {
    const kernel = (() => 5) as unknown as () => void;
    expect(errorOf(() => launch(kernel, 1, 1, [])).message).toMatch(/A kernel returns nothing/);
  });
});
