import { describe, expect, test } from 'vitest';
import type { Pattern } from '../../grader/compare/index.ts';
import { Random } from '../../grader/spec/index.ts';
import { compared, expected } from './outputs.ts';

const WRONG = 12_345;

/** The pattern of an output in which the elements that `fails` chooses hold other values, without regularity. */
async function patternOf(shape: readonly number[], fails: (...index: number[]) => boolean): Promise<Pattern | null> {
  const { pattern } = await compared({
    shape,
    want: expected(shape),
    got: (i, want) => (fails(...indexOf(i, shape)) ? WRONG + 1e4 * Math.sin(i * i) : (want[i] as number)),
  });
  return pattern;
}

/** The same of elements that were never written. */
async function patternOfUnwritten(shape: readonly number[], fails: (...index: number[]) => boolean) {
  const unwritten = (i: number) => fails(...indexOf(i, shape));
  return compared({ shape, want: expected(shape), unwritten });
}

function indexOf(flat: number, shape: readonly number[]): number[] {
  const index: number[] = [];
  for (const extent of [...shape].reverse()) {
    index.unshift(flat % extent);
    flat = Math.floor(flat / extent);
  }
  return index;
}

describe('the last partial block', () => {
  test('of the flat index: a one-dimensional grid that was rounded down', async () => {
    const from = 131 * 256;
    expect(await patternOf([150, 225], (y = 0, x = 0) => y * 225 + x >= from)).toEqual({
      kind: 'last-partial-block',
      tails: [{ axis: null, from, extent: 150 * 225, block: 256 }],
    });
  });

  test('of rows', async () => {
    expect(await patternOf([70, 40], (y = 0) => y >= 64)).toEqual({
      kind: 'last-partial-block',
      tails: [{ axis: 0, from: 64, extent: 70, block: 64 }],
    });
  });

  test('of columns', async () => {
    expect(await patternOf([40, 50], (_, x = 0) => x >= 48)).toEqual({
      kind: 'last-partial-block',
      tails: [{ axis: 1, from: 48, extent: 50, block: 16 }],
    });
  });

  test('of rows and columns: a two-dimensional grid that was rounded down', async () => {
    expect(await patternOf([37, 53], (y = 0, x = 0) => y >= 32 || x >= 48)).toEqual({
      kind: 'last-partial-block',
      tails: [
        { axis: 0, from: 32, extent: 37, block: 32 },
        { axis: 1, from: 48, extent: 53, block: 16 },
      ],
    });
  });

  test('of one element only', async () => {
    expect((await patternOfUnwritten([257], (i = 0) => i === 256)).unwrittenPattern).toEqual({
      kind: 'last-partial-block',
      tails: [{ axis: null, from: 256, extent: 257, block: 256 }],
    });
  });
});

test('everything from somewhere on, where no block ends there', async () => {
  expect(await patternOf([30, 20], (y = 0) => y >= 7)).toEqual({
    kind: 'tail',
    tails: [{ axis: 0, from: 7, extent: 30 }],
  });
});

test('a range of rows', async () => {
  expect(await patternOf([30, 20], (y = 0) => y < 9)).toEqual({ kind: 'range', axis: 0, from: 0, to: 9, extent: 30 });
});

test('one row', async () => {
  expect(await patternOf([30, 20], (y = 0) => y === 11)).toEqual({ kind: 'slice', axis: 0, index: 11, extent: 30 });
});

test('one column', async () => {
  expect(await patternOf([30, 20], (_, x = 0) => x === 0)).toEqual({ kind: 'slice', axis: 1, index: 0, extent: 20 });
});

test('one plane', async () => {
  expect(await patternOf([3, 12, 9], (plane = 0) => plane === 1)).toEqual({
    kind: 'slice',
    axis: 0,
    index: 1,
    extent: 3,
  });
});

test('every k-th element', async () => {
  expect(await patternOf([1000], (i = 0) => i % 32 === 31)).toEqual({
    kind: 'every-kth',
    axis: null,
    step: 32,
    phase: 31,
  });
});

test('every k-th column', async () => {
  expect(await patternOf([33, 70], (_, x = 0) => x % 16 === 15)).toEqual({
    kind: 'every-kth',
    axis: 1,
    step: 16,
    phase: 15,
  });
});

test('all but every k-th element', async () => {
  expect(await patternOf([1000], (i = 0) => i % 3 !== 0)).toEqual({
    kind: 'all-but-every-kth',
    axis: null,
    step: 3,
    phase: 0,
  });
});

test('the border only', async () => {
  const shape = [40, 30] as const;
  const border = (y = 0, x = 0) => y === 0 || x === 0 || y === shape[0] - 1 || x === shape[1] - 1;
  expect(await patternOf(shape, border)).toEqual({ kind: 'border', width: 1 });
});

test('a checkerboard of tiles', async () => {
  const odd = (y = 0, x = 0) => (Math.floor(y / 16) + Math.floor(x / 16)) % 2 === 1;
  expect(await patternOf([64, 80], odd)).toEqual({ kind: 'checkerboard', rows: 16, columns: 16, parity: 1 });
});

test('whole tiles', async () => {
  const tiles = new Set(['0,2', '1,0', '2,2']);
  const inside = (y = 0, x = 0) => tiles.has(`${Math.floor(y / 16)},${Math.floor(x / 16)}`);
  expect(await patternOf([50, 60], inside)).toEqual({
    kind: 'whole-tiles',
    rows: 16,
    columns: 16,
    failing: 3,
    tiles: 16,
  });
});

test.each([[[2000]], [[40, 50]]])('whole blocks of the flat index of %j', async (shape) => {
  const blocks = new Set([1, 4, 5]);
  const flat = (...index: number[]) => index.reduce((sum, value, i) => sum * (shape[i] as number) + value, 0);
  expect(await patternOf(shape, (...index) => blocks.has(Math.floor(flat(...index) / 256)))).toEqual({
    kind: 'whole-blocks',
    block: 256,
    failing: 3,
    blocks: 8,
  });
});

test('every other block of the flat index: two sizes of a block', async () => {
  const written = (y = 0, x = 0) => Math.floor((y * 33 + x) / 128) % 2 === 0;
  const { pattern } = await patternOfUnwritten([31, 33], (y, x) => !written(y, x));
  expect(pattern).toEqual({ kind: 'every-other-block', block: 128, first: 1 });
});

test('below the diagonal', async () => {
  expect(await patternOf([30, 30], (y = 0, x = 0) => x < y)).toEqual({ kind: 'triangle', side: 'lower' });
});

test('nothing was written', async () => {
  const comparison = await patternOfUnwritten([20, 30], () => true);
  expect(comparison).toMatchObject({ wrong: 0, unwritten: 600, maxError: null, firstMismatch: [0, 0] });
  expect(comparison.pattern).toEqual({ kind: 'everywhere' });
  expect(comparison.unwrittenPattern).toEqual({ kind: 'everywhere' });
});

test('wrong and unwritten elements each have their pattern', async () => {
  const shape = [40, 50];
  const { pattern, unwrittenPattern, wrong, unwritten } = await compared({
    shape,
    want: expected(shape),
    got: (i, want) => (i % 50 === 3 ? WRONG + i * i : (want[i] as number)),
    unwritten: (i) => i >= 32 * 50,
  });
  expect([wrong, unwritten]).toEqual([32, 400]);
  expect(pattern).toEqual({ kind: 'slice', axis: 1, index: 3, extent: 50 });
  expect(unwrittenPattern).toEqual({
    kind: 'last-partial-block',
    tails: [{ axis: 0, from: 32, extent: 40, block: 32 }],
  });
});

test('a stretch of wrong elements has no unwritten ones in it', async () => {
  const shape = [193];
  const some = { shape, want: expected(shape), unwritten: (i: number) => i >= 76 };
  const wrongFrom = (from: number) =>
    compared({ ...some, got: (i, want) => (i >= from ? WRONG + i * i : (want[i] as number)) });
  const four = await wrongFrom(4);
  expect([four.wrong, four.unwritten]).toEqual([72, 117]);
  expect(four.pattern).toEqual({ kind: 'range', axis: null, from: 4, to: 76, extent: 193 });
  // Of all that was written none is right.
  expect((await wrongFrom(0)).pattern).toMatchObject({ kind: 'range', from: 0, to: 76 });
});

test('a few exceptions hide no pattern', async () => {
  const random = new Random(3, 'noise');
  const noisy = (fails: boolean) => (random.fraction() < 0.01 ? !fails : fails);
  expect(await patternOf([80, 100], (_, x = 0) => noisy(x >= 64))).toMatchObject({
    tails: [{ axis: 1, from: 64, extent: 100 }],
    elsewhere: expect.any(Number),
    partly: true,
  });
});

test.each([0.002, 0.02, 0.2, 0.5, 0.9])('a sprinkling of %f has no pattern', async (share) => {
  for (let seed = 0; seed < 20; seed++) {
    for (const shape of [[1500], [40, 60], [3, 20, 30]]) {
      const random = new Random(seed, 'sprinkling');
      expect(await patternOf(shape, () => random.fraction() < share)).toBeNull();
    }
  }
});

test('all but a few elements that were not written have a place', async () => {
  const want = new Float64Array(5000).fill(1);
  const { unwrittenPattern } = await compared({ shape: [5000], want, unwritten: (i) => i >= 128 });
  expect(unwrittenPattern).toEqual({ kind: 'tail', tails: [{ axis: null, from: 128, extent: 5000 }] });
});

test('one wrong element has no pattern', async () => {
  expect(await patternOf([16, 16], (y = 0, x = 0) => y === 3 && x === 4)).toBeNull();
  expect(await patternOf([1, 1], () => true)).toBeNull();
});
