import { describe, expect, test } from 'vitest';
import { compareOutput, referenceOutput } from '../../grader/compare/index.ts';
import { AssignmentError } from '../../grader/platform/errors.ts';
import { BACKENDS } from './backends.ts';
import { compared, expected, request } from './outputs.ts';

const shape = [5, 4];

describe('compareOutput', () => {
  test('a right output: nothing to say, and how near it came', async () => {
    const want = Float64Array.from({ length: 20 }, (_, i) => i);
    const comparison = await compared({ shape, want, got: (i) => i + (i === 7 ? 0.25 : 0), tolerance: 0.5 });
    expect(comparison).toEqual({
      checked: 20,
      wrong: 0,
      unwritten: 0,
      nan: 0,
      infinite: 0,
      maxError: 0.25,
      firstMismatch: null,
      firstWrong: null,
      pattern: null,
      unwrittenPattern: null,
    });
  });

  test('the first mismatch is an index per dimension', async () => {
    const want = expected([2, 3, 5]);
    const got = (i: number) => (i === 17 || i === 29 ? 1e6 : (want[i] as number));
    expect(await compared({ shape: [2, 3, 5], want, got })).toMatchObject({ wrong: 2, firstMismatch: [1, 0, 2] });
    const { firstWrong } = await compared({ shape: [2, 3, 5], want, got });
    expect(firstWrong).toEqual({ index: [1, 0, 2], got: expect.any(Number), want: want[17] });
    expect(firstWrong?.got).not.toBe(firstWrong?.want);
  });

  test('an unwritten element is not also wrong, even if its value is right', async () => {
    const comparison = await compared({ shape, want: expected(shape), unwritten: (i) => i === 6 });
    expect(comparison).toMatchObject({ wrong: 0, unwritten: 1, firstMismatch: [1, 2] });
  });

  test('an element is written only when all of its bytes are', async () => {
    const partly = request({ shape, want: expected(shape) });
    partly.state[4 * 3 + 2] = 0;
    expect(await compareOutput(partly)).toMatchObject({ unwritten: 1, firstMismatch: [0, 3] });
  });

  test('rejects an assignment that expects infinity for a finite output', async () => {
    const want = expected(shape);
    want[6] = Infinity;
    await expect(compared({ shape, want, got: () => 1 })).rejects.toThrow(
      new AssignmentError('The expected output is Infinity at [1, 2]: expected outputs must be finite numbers.'),
    );
  });

  test('sizes that do not agree are refused', async () => {
    const right = request({ shape, want: expected(shape) });
    await expect(compareOutput({ ...right, shape: [5, 5] })).rejects.toThrow(RangeError);
    await expect(compareOutput({ ...right, state: new Uint8Array(3) })).rejects.toThrow(RangeError);
    await expect(compareOutput({ ...right, tolerance: Number.NaN })).rejects.toThrow(RangeError);
  });

  test.each(BACKENDS)('$name gives the same comparison, pattern included', async ({ backend }) => {
    if (backend === null) return expect(BACKENDS.some(({ backend: other }) => other !== null)).toBe(true);
    const want = expected([40, 50]);
    const output = request({ shape: [40, 50], want, got: (i) => (i % 50 > 47 ? 0 : (want[i] as number)) });
    expect(await compareOutput(output, backend)).toMatchObject({
      wrong: 80,
      firstMismatch: [0, 48],
      pattern: { kind: 'last-partial-block', tails: [{ axis: 1, from: 48, extent: 50, block: 16 }] },
    });
  });
});

describe('referenceOutput', () => {
  test('grayscale is rounded down to a level, as C does', async () => {
    const x = Uint8Array.of(100, 255, 50, 255, 25, 255);
    expect([...(await referenceOutput('luma', { x }, { height: 1, width: 2 }))]).toEqual([62, 254]);
  });

  test('matmul takes its factors in the order of the parameters', async () => {
    const inputs = { m: Float32Array.of(1, 2, 3, 4, 5, 6), n: Float32Array.of(1, 0, 0, 1, 1, 1) };
    expect([...(await referenceOutput('matrix-product', inputs, { h: 2, w: 2, k: 3 }))]).toEqual([4, 5, 10, 11]);
  });

  test('reports an assignment whose inputs do not fit the operation', async () => {
    const m = new Float32Array(6);
    await expect(referenceOutput('matrix-product', { m }, { h: 2, w: 2, k: 3 })).rejects.toThrow(AssignmentError);
    await expect(referenceOutput('matrix-product', { m, n: m }, { height: 2, w: 2, k: 3 })).rejects.toThrow(
      AssignmentError,
    );
    await expect(referenceOutput('luma', { x: new Uint8Array(4) }, {})).rejects.toThrow(
      'The operation luma takes one input of three planes; the assignment has inputs x of 4 elements.',
    );
  });
});
