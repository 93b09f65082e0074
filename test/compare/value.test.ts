import { describe, expect, test } from 'vitest';
import { type Pattern, referenceOutput } from '../../grader/compare/index.ts';
import { type ElementArrays, Random } from '../../grader/spec/index.ts';
import { compared, expected, type Output } from './outputs.ts';

async function patternOf(output: Output): Promise<Pattern | null> {
  return (await compared(output)).pattern;
}

function bytes(length: number, seed = 1): Uint8Array {
  const random = new Random(seed, 'bytes');
  return Uint8Array.from({ length }, () => random.integer(0, 255));
}

function floats(length: number, seed = 1): Float32Array {
  const random = new Random(seed, 'floats');
  return Float32Array.from({ length }, () => 2 * random.fraction() - 1);
}

describe('any output', () => {
  const shape = [24, 30];
  const want = expected(shape);

  test('all zero', async () => {
    expect(await patternOf({ shape, want, got: () => 0 })).toEqual({ kind: 'constant', value: 0 });
  });

  test('a constant, where only some elements are wrong', async () => {
    const got = (i: number) => ((i * 7919) % 5 < 2 ? -1 : (want[i] as number));
    expect(await patternOf({ shape, want, got })).toEqual({ kind: 'constant', value: -1 });
  });

  test('not a number', async () => {
    const comparison = await compared({ shape, want, got: () => Number.NaN });
    expect(comparison).toMatchObject({ pattern: { kind: 'not-a-number' }, nan: 720, maxError: null, wrong: 720 });
  });

  test('integers that count from one are not 1.01 times the expected ones', async () => {
    const counts = Float64Array.from({ length: 720 }, (_, i) => i % 90);
    const pattern = await patternOf({ shape, want: counts, type: 'int32', got: (i) => (counts[i] as number) + 1 });
    expect(pattern).toEqual({ kind: 'constant-offset', offset: 1 });
  });

  test('a constant factor', async () => {
    expect(await patternOf({ shape, want, got: (i) => (want[i] as number) * 0.5 })).toEqual({
      kind: 'constant-factor',
      factor: 0.5,
    });
  });

  test('a constant factor of an integer output, rounded', async () => {
    const levels = Float64Array.from(bytes(720));
    const pattern = await patternOf({ shape, want: levels, type: 'uint8', got: (i) => (levels[i] as number) / 3 });
    expect(pattern?.kind).toBe('constant-factor');
    expect(pattern?.kind === 'constant-factor' && pattern.factor).toBeCloseTo(1 / 3, 2);
  });

  test('a constant offset', async () => {
    expect(await patternOf({ shape, want, got: (i) => (want[i] as number) + 3 })).toEqual({
      kind: 'constant-offset',
      offset: 3,
    });
  });

  test('transposed, square or not', async () => {
    const transposed = (i: number) => want[(i % 24) * 30 + Math.floor(i / 24)] as number;
    expect(await patternOf({ shape, want, got: transposed })).toEqual({ kind: 'transposed' });
    const square = expected([16, 16]);
    const got = (i: number) => square[(i % 16) * 16 + Math.floor(i / 16)] as number;
    expect(await patternOf({ shape: [16, 16], want: square, got })).toEqual({ kind: 'transposed' });
  });

  test.each([1, -1, 30, -7])('shifted by %i', async (by) => {
    const got = (i: number) => want[(i - by + 720) % 720] as number;
    expect(await patternOf({ shape, want, got })).toEqual({ kind: 'shifted', by });
  });

  test('accumulated into old data', async () => {
    const old = floats(720, 9).map((value) => value * 1e5);
    const pattern = await patternOf({
      shape,
      want,
      got: (i) => Math.fround((want[i] as number) + (old[i] as number)),
      tolerance: 0.02,
      more: { old: () => new Uint8Array(old.buffer) },
    });
    expect(pattern).toEqual({ kind: 'accumulated' });
  });

  test.each([
    ['wrap around', (value: number) => value % 256],
    ['hold 255 at most', (value: number) => Math.min(255, value)],
  ])('accumulated into old bytes, which %s', async (_, fit) => {
    const [levels, old] = [Float64Array.from(bytes(720)), bytes(720, 2)];
    const got = (i: number) => fit((levels[i] as number) + (old[i] as number));
    const output = { shape, want: levels, type: 'uint8', got } as const;
    expect(await patternOf({ ...output, more: { old: () => old } })).toEqual({ kind: 'accumulated' });
    expect(await patternOf({ ...output, more: { old: () => null } })).not.toEqual({ kind: 'accumulated' });
  });

  test('old data is not asked for where nothing is wrong', async () => {
    const old = () => {
      throw new Error('it was asked for');
    };
    expect(await patternOf({ shape, want, got: (i) => want[i] as number, more: { old } })).toBeNull();
  });

  test('a copy of an input', async () => {
    const inputs: ElementArrays = { a: floats(720, 2), b: floats(720, 3) };
    expect(await patternOf({ shape, want, got: (i) => inputs.b?.[i] as number, more: { inputs } })).toEqual({
      kind: 'input-copy',
      input: 'b',
      plane: 0,
      planes: 1,
    });
  });

  test('values without any rule have no pattern', async () => {
    const other = expected(shape, 2);
    const inputs: ElementArrays = { a: floats(720, 2) };
    expect(await patternOf({ shape, want, got: (i) => other[i] as number, more: { inputs } })).toBeNull();
  });

  test('a rule that right elements contradict is not claimed', async () => {
    const got = (i: number) => ((i * 7919) % 10 < 3 ? 2 * (want[i] as number) : (want[i] as number));
    expect(await patternOf({ shape, want, got })).toBeNull();
  });

  test('a rule that one wrong element does not follow is not claimed', async () => {
    const long = expected([9000]);
    const half = (i: number) => (long[i] as number) / 2;
    const output = { shape: [9000], want: long };
    expect(await patternOf({ ...output, got: half })).toEqual({ kind: 'constant-factor', factor: 0.5 });
    // The last one is in no sample.
    expect(await patternOf({ ...output, got: (i) => (i === 8999 ? 3e3 : half(i)) })).toBeNull();
    expect((await patternOf({ ...output, got: (i) => (i === 7 ? 3e3 : 0) }))?.kind).not.toBe('constant');
  });

  test('a flat expectation proves no factor and no offset', async () => {
    const flat = new Float64Array(720).fill(8);
    const got = (i: number) => 12 + (i % 7) * 1e-6;
    expect(await patternOf({ shape, want: flat, got, tolerance: 1e-8 })).toBeNull();
  });
});

describe('outputs of planes', () => {
  const shape = [3, 12, 20];
  const want = expected(shape);

  test('swapped planes', async () => {
    const order = [2, 1, 0];
    const got = (i: number) => want[(order[Math.floor(i / 240)] as number) * 240 + (i % 240)] as number;
    expect(await patternOf({ shape, want, got })).toEqual({ kind: 'swapped-planes', of: 'output', order });
  });

  test('pixels for planes', async () => {
    const got = (i: number) => want[(i % 3) * 240 + Math.floor(i / 3)] as number;
    expect(await patternOf({ shape, want, got })).toEqual({ kind: 'interleaved-planes', of: 'output', planes: 3 });
  });
});

describe('luma', () => {
  const shape = [25, 40];
  const pixels = 1000;
  const x = bytes(3 * pixels);
  const weigh = (weights: readonly number[], at: (plane: number) => number) =>
    weights.reduce((sum, weight, plane) => sum + weight * (x[at(plane)] as number), 0);
  const right = [0.2989, 0.587, 0.114];

  async function patternOfGray(got: (i: number) => number): Promise<Pattern | null> {
    const inputs = { x };
    const dims = { height: 25, width: 40 };
    const want = await referenceOutput('luma', inputs, dims);
    return patternOf({ shape, want, type: 'uint8', got, more: { operation: 'luma', inputs, dims } });
  }

  test('pixels for planes', async () => {
    const got = (i: number) => weigh(right, (plane) => 3 * i + plane);
    expect(await patternOfGray(got)).toEqual({ kind: 'interleaved-planes', of: 'input', planes: 3 });
  });

  test('blue and red exchanged', async () => {
    const order = [2, 1, 0];
    const got = (i: number) => weigh(right, (plane) => (order[plane] as number) * pixels + i);
    expect(await patternOfGray(got)).toEqual({ kind: 'swapped-planes', of: 'input', order });
  });

  test('planes that were taken to lie a row apart', async () => {
    const got = (i: number) => weigh(right, (plane) => plane * 40 + i);
    expect(await patternOfGray(got)).toEqual({ kind: 'plane-stride', name: 'width' });
  });

  test('the last plane left out', async () => {
    const got = (i: number) => weigh([0.2989, 0.587, 0], (plane) => plane * pixels + i);
    expect(await patternOfGray(got)).toEqual({ kind: 'ignored-plane', plane: 2, planes: 3 });
  });

  test('other weights', async () => {
    const pattern = await patternOfGray((i) => weigh([1 / 3, 1 / 3, 1 / 3], (plane) => plane * pixels + i));
    expect(pattern?.kind).toBe('other-weights');
    for (const weight of pattern?.kind === 'other-weights' ? pattern.weights : []) expect(weight).toBeCloseTo(0.333, 2);
  });

  test('one plane copied', async () => {
    const pattern = await patternOfGray((i) => x[pixels + i] as number);
    expect(pattern).toEqual({ kind: 'input-copy', input: 'x', plane: 1, planes: 3 });
  });
});

describe('matrix-product', () => {
  const [h, w, k] = [19, 23, 37];
  const inputs = { m: floats(h * k, 5), n: floats(k * w, 6) };
  const dims = { h, w, k };

  async function patternOfProduct(
    left: (row: number, term: number) => number,
    right: (term: number, column: number) => number,
    terms = k,
  ) {
    const want = await referenceOutput('matrix-product', inputs, dims);
    const got = (i: number) => {
      let sum = 0;
      for (let term = 0; term < terms; term++) {
        const product = (inputs.m[left(Math.floor(i / w), term)] ?? 0) * (inputs.n[right(term, i % w)] ?? 0);
        sum += product;
      }
      return sum;
    };
    return patternOf({
      shape: [h, w],
      want,
      got,
      tolerance: 3e-5,
      more: { operation: 'matrix-product', inputs, dims },
    });
  }
  const mAt = (row: number, term: number) => row * k + term;
  const nAt = (term: number, column: number) => term * w + column;

  test('the tail tile dropped: only the first terms are summed', async () => {
    expect(await patternOfProduct(mAt, nAt, 32)).toEqual({ kind: 'partial-sum', terms: 32, of: 37 });
  });

  test('the first factor read as if it were transposed', async () => {
    expect(await patternOfProduct((row, term) => term * h + row, nAt)).toEqual({
      kind: 'input-transposed',
      input: 'm',
    });
  });

  test('the second factor read as if it were transposed', async () => {
    expect(await patternOfProduct(mAt, (term, column) => column * k + term)).toEqual({
      kind: 'input-transposed',
      input: 'n',
    });
  });

  test("the first factor's rows taken to be as long as the output's", async () => {
    expect(await patternOfProduct((row, term) => row * w + term, nAt)).toEqual({
      kind: 'input-stride',
      input: 'm',
      name: 'w',
      stride: w,
    });
  });
});
