import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CudaAddon } from '../../grader/device/gpu/index.ts';
import type { BasicTypeName, Distribution } from '../../grader/spec/index.ts';
import { elementAt, keyOf, placesOf, poisonRange, rangeOf } from '../../grader/timing/inputs.ts';
import { GraderKernels } from '../../grader/timing/kernels.ts';
import { FakeDriver, unavailable } from '../native/cuda/fake-driver.ts';

const COUNT = 5_000;
const TYPES: readonly BasicTypeName[] = ['uint8', 'int32', 'uint32', 'float32', 'float64'];
const ARRAYS = {
  uint8: Uint8Array,
  int32: Int32Array,
  uint32: Uint32Array,
  float32: Float32Array,
  float64: Float64Array,
} as const;

function elements(distribution: Distribution, type: BasicTypeName, key: number, count = COUNT): number[] {
  const range = rangeOf(distribution, type);
  return Array.from({ length: count }, (_, index) => elementAt(range, type, key, index));
}

describe('an element of an input', () => {
  it('lies in its range, and comes near both ends of it', () => {
    const real = elements({ distribution: 'uniform', min: -2, max: 3 }, 'float64', 7);
    expect(Math.min(...real)).toBeGreaterThanOrEqual(-2);
    expect(Math.min(...real)).toBeLessThan(-1.99);
    expect(Math.max(...real)).toBeLessThan(3);
    expect(Math.max(...real)).toBeGreaterThan(2.99);
  });

  it('takes every whole number of its range equally often, both ends included', () => {
    const whole = elements({ distribution: 'uniform', min: -3, max: 4 }, 'int32', 1, 80_000);
    const counts = new Map<number, number>();
    for (const value of whole) counts.set(value, (counts.get(value) ?? 0) + 1);
    expect([...counts.keys()].sort((a, b) => a - b)).toEqual([-3, -2, -1, 0, 1, 2, 3, 4]);
    // 10,000 are expected of each, with a standard deviation of 94.
    for (const count of counts.values()) expect(Math.abs(count - 10_000)).toBeLessThan(500);
  });

  it.each(TYPES)('is a constant where it is to be (%s)', (type) => {
    expect(new Set(elements({ distribution: 'constant', value: 3 }, type, 9, 100))).toEqual(new Set([3]));
  });

  it('is another one for another seed, array or index', () => {
    const range = { distribution: 'uniform', min: 0, max: 1 } as const;
    const keys = [keyOf(1, 'a'), keyOf(2, 'a'), keyOf(1, 'b'), keyOf(1 + 2 ** 32, 'a')];
    expect(new Set(keys).size).toBe(keys.length);
    const drawn = keys.flatMap((key) => elements(range, 'float64', key, 1_000));
    // Of 4,000 draws of 32 bits two are equal by chance once in 500 times.
    expect(new Set(drawn).size).toBeGreaterThan(3_997);
  });

  it('does not repeat after 2^32', () => {
    const range = rangeOf({ distribution: 'uniform', min: 0, max: 1 }, 'float64');
    const at = (index: number) => elementAt(range, 'float64', 5, index);
    expect(at(2 ** 32)).not.toBe(at(0));
    expect(at(2 ** 32 + 1)).not.toBe(at(1));
  });
});

describe('places of a sample', () => {
  it('are the last element and others that only the key decides', () => {
    for (const elements of [1, 5, 70_000, 2 ** 31 + 7, 2 ** 32]) {
      const places = placesOf({ key: 12345, count: 1000 }, elements);
      expect(places[0]).toBe(elements - 1);
      expect(places.every((place) => Number.isInteger(place) && place >= 0 && place < elements)).toBe(true);
      expect(placesOf({ key: 12345, count: 1000 }, elements)).toEqual(places);
    }
    const [one, other] = [1, 2].map((key) => placesOf({ key, count: 1000 }, 2 ** 31));
    expect(one?.filter((place, at) => at > 0 && place === other?.[at])).toHaveLength(0);
  });

  it('are spread over all elements', () => {
    const tenths = new Array<number>(10).fill(0);
    for (const place of placesOf({ key: 99, count: 10_001 }, 1_000_000).subarray(1)) {
      tenths[Math.floor(place / 100_000)] = (tenths[Math.floor(place / 100_000)] ?? 0) + 1;
    }
    for (const tenth of tenths) expect(Math.abs(tenth - 1000)).toBeLessThan(150);
  });
});

describe.skipIf(unavailable)('an array that the kernels make', () => {
  let driver: FakeDriver;
  let cuda: CudaAddon;
  beforeAll(() => {
    driver = new FakeDriver();
    cuda = driver.open();
    cuda.createContext(0);
  });
  afterAll(() => driver?.remove());

  function made(type: BasicTypeName, range: ReturnType<typeof rangeOf>, key: number): number[] {
    const array = new ARRAYS[type](COUNT);
    const address = cuda.allocate(array.byteLength);
    const stream = cuda.createStream();
    expect(new GraderKernels(cuda).fill(address, { type, count: COUNT, key, range }, stream)).toBe(0);
    expect(cuda.wait(stream, 1000)).toBe(0);
    cuda.read(address, new Uint8Array(array.buffer));
    cuda.release(address);
    return [...array];
  }

  it.each(TYPES)('has the same elements to the bit (%s)', (type) => {
    const distribution = { distribution: 'uniform', min: type.startsWith('u') ? 1 : -7.3, max: 99.7 } as const;
    const key = keyOf(12_345_678_901, type);
    expect(made(type, rangeOf(distribution, type), key)).toEqual(elements(distribution, type, key));
  });

  it('reaches the largest unsigned numbers', () => {
    const distribution = { distribution: 'uniform', min: 2 ** 32 - 5, max: 2 ** 32 - 1 } as const;
    const got = made('uint32', rangeOf(distribution, 'uint32'), 3);
    expect(got).toEqual(elements(distribution, 'uint32', 3));
    expect(new Set(got).size).toBe(5);
  });

  it.each(TYPES)('is poison of finite numbers that differ from each other (%s)', (type) => {
    const got = made(type, poisonRange(type), 1);
    expect(got.every(Number.isFinite)).toBe(true);
    expect(new Set(got).size).toBeGreaterThan(type === 'uint8' ? 250 : 4_900);
  });
});

describe('the kernels that are shipped', () => {
  const missing = spawnSync('nvcc', ['--version']).status === 0 ? false : 'comparing kernels.ptx needs nvcc on PATH';
  if (missing) console.log(`skipped: ${missing}`);

  const source = fileURLToPath(new URL('../../native/cuda/kernels.cu', import.meta.url));
  const shipped = (name: string) => readFileSync(new URL(`../../native/cuda/${name}`, import.meta.url));

  function madeByNvcc(name: string, flags: readonly string[]): Buffer {
    const folder = mkdtempSync(join(tmpdir(), 'grade-fill-'));
    try {
      const out = join(folder, name);
      const { status, stderr } = spawnSync('nvcc', [...flags, '-fmad=false', source, '-o', out], { encoding: 'utf8' });
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
      return readFileSync(out);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }

  it.skipIf(missing)('are what nvcc makes of kernels.cu, but for the header', () => {
    const made = madeByNvcc('kernels.ptx', ['-ptx', '-arch=compute_75']).toString();
    expect(instructions(made)).toEqual(instructions(shipped('kernels.ptx').toString()));
    expect(shipped('kernels.ptx').toString()).not.toContain('Compiler Build');
  });

  it.skipIf(missing)('are what nvcc makes of kernels.cu as machine code', () => {
    const sources = ['75', '80', '86', '89', '90', '100', '120'];
    const flags = sources.flatMap((number) => ['-gencode', `arch=compute_${number},code=sm_${number}`]);
    expect(madeByNvcc('kernels.fatbin', ['-fatbin', ...flags]).equals(shipped('kernels.fatbin'))).toBe(true);
  });
});

function instructions(ptx: string): string[] {
  return ptx.split('\n').filter((line) => line.trim() !== '' && !/^(\/\/|\.version|\.target)/.test(line));
}
