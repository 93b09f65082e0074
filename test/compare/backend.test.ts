import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import type { CompareBackend, CompareJob } from '../../grader/compare/backend.ts';
import { loadNative } from '../../grader/compare/native.ts';
import { twin } from '../../grader/compare/twin.ts';
import { makeElements } from '../../grader/spec/index.ts';
import { BACKENDS, native, unavailable } from './backends.ts';
import { anyJob, plainly, TYPES } from './jobs.ts';

function floats(...values: number[]): Pick<CompareJob, 'got' | 'state' | 'type'> {
  const got = new Uint8Array(Float32Array.from(values).buffer);
  return { got, state: new Uint8Array(got.length).fill(2), type: 'float32' };
}

describe.each(BACKENDS)('$name', ({ backend: candidate }) => {
  const reason = unavailable(candidate);
  if (reason) {
    test.skip(`skipped: ${reason}`, () => undefined);
    return;
  }
  const backend = candidate as CompareBackend;

  test('agrees with a plain loop for every type, value, flag and alignment', async () => {
    await fc.assert(
      fc.asyncProperty(anyJob, async (job) => {
        const { marks, ...tally } = plainly(job);
        expect(await backend.compare(job)).toEqual(tally);
        expect([...(job.marks ?? [])]).toEqual(marks);
      }),
      { numRuns: 500 },
    );
  });

  test('NaN is never right, however large the tolerance', async () => {
    const job = { ...floats(Number.NaN), want: Float64Array.of(0), tolerance: Infinity, marks: null };
    expect(await backend.compare(job)).toMatchObject({ wrong: 1, nan: 1, maxError: -1 });
  });

  test('infinite where a finite number is expected is wrong', async () => {
    const job = { ...floats(Infinity, -Infinity, 1), want: Float64Array.of(1, 1, 1), tolerance: 1e300, marks: null };
    expect(await backend.compare(job)).toMatchObject({ wrong: 2, infinite: 2, maxError: 0, firstBad: 0 });
  });

  test('-0 equals 0, and denormals differ', async () => {
    const want = Float64Array.of(0, 1.401298464324817e-45);
    expect(await backend.compare({ ...floats(-0, 0), want, tolerance: 0, marks: null })).toMatchObject({
      wrong: 1,
      firstBad: 1,
      maxError: 1.401298464324817e-45,
    });
  });

  test('an error of exactly the tolerance is right, the next larger one is not', async () => {
    const want = Float64Array.of(1, 1);
    const job = { ...floats(1.5, 1.5000001192092896), want, tolerance: 0.5, marks: null };
    expect(await backend.compare(job)).toMatchObject({ wrong: 1, firstBad: 1 });
  });

  test('an expected value that is not finite is reported', async () => {
    const job = { ...floats(1, 1), want: Float64Array.of(1, Number.NaN), tolerance: 1, marks: null };
    expect(await backend.compare(job)).toMatchObject({ badWant: 1 });
  });

  test('nothing is right and empty', async () => {
    const job = { ...floats(), want: new Float64Array(), tolerance: 0, marks: null };
    expect(await backend.compare(job)).toEqual({
      wrong: 0,
      unwritten: 0,
      nan: 0,
      infinite: 0,
      maxError: -1,
      firstBad: -1,
      badWant: -1,
    });
  });

  test('finds the same first and largest error for any split into threads', async () => {
    const length = 1_100_003;
    const elements = new Float32Array(length);
    const want = new Float64Array(length);
    elements[900_001] = 2;
    elements[length - 1] = -7;
    const got = new Uint8Array(elements.buffer);
    const state = new Uint8Array(got.length).fill(6);
    state[4 * 1_000_000] = 0;
    const tally = await backend.compare({ got, state, want, type: 'float32', tolerance: 1, marks: null });
    expect(tally).toEqual({ wrong: 2, unwritten: 1, nan: 0, infinite: 0, maxError: 7, firstBad: 900_001, badWant: -1 });
  });

  test('a product adds its terms in order, each rounded once', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...TYPES),
        fc.tuple(fc.integer({ min: 1, max: 21 }), fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 23 })),
        fc.infiniteStream(fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e9, max: 1e9 })),
        async (type, [h, w, k], stream) => {
          const m = makeElements(type, h * k);
          const n = makeElements(type, k * w);
          m.set([...stream.take(m.length)]);
          n.set([...stream.take(n.length)]);
          const product = await backend.matrixProduct(m, n, { h, w, k });
          const expected = Float64Array.from({ length: h * w }, (_, i) => {
            let sum = 0;
            for (let term = 0; term < k; term++) {
              sum += (m[Math.floor(i / w) * k + term] as number) * (n[term * w + (i % w)] as number);
            }
            return sum;
          });
          expect(firstDifference(product, expected)).toBe(-1);
        },
      ),
      { numRuns: 60 },
    );
  });

  test('gray is 0.2989 R + 0.5870 G + 0.1140 B of planes', async () => {
    const gray = await backend.luma(Uint8Array.of(255, 0, 0, 10, 0, 255, 0, 20, 0, 0, 255, 30), 4);
    expect([...gray]).toEqual([0.2989 * 255, 0.587 * 255, 0.114 * 255, 0.2989 * 10 + 0.587 * 20 + 0.114 * 30]);
  });

  test('an empty picture and an empty product are empty', async () => {
    expect(await backend.luma(new Uint8Array(), 0)).toHaveLength(0);
    expect(await backend.matrixProduct(new Float32Array(), new Float32Array(6), { h: 0, w: 2, k: 3 })).toHaveLength(0);
    expect([...(await backend.matrixProduct(new Float32Array(), new Float32Array(), { h: 1, w: 2, k: 0 }))]).toEqual([
      0, 0,
    ]);
  });
});

describe('native and twin', () => {
  const reason = unavailable(native);
  if (reason) {
    test.skip(`skipped: ${reason}`, () => undefined);
    return;
  }
  const addon = native as CompareBackend;

  test('agree to the bit on products across all blocks and ragged edges', async () => {
    for (const [h, w, k] of [
      [67, 83, 300],
      [128, 32, 256],
      [5, 17, 1030],
      [33, 1, 70],
    ] as const) {
      const m = Float64Array.from({ length: h * k }, (_, i) => Math.sin(i) * 1e3);
      const n = Float64Array.from({ length: k * w }, (_, i) => Math.cos(3 * i) / 7);
      const products = await Promise.all([
        addon.matrixProduct(m, n, { h, w, k }),
        twin.matrixProduct(m, n, { h, w, k }),
      ]);
      expect(firstDifference(...products)).toBe(-1);
    }
  });

  test('agree to the bit on pictures', async () => {
    const x = Float64Array.from({ length: 3 * 300_001 }, (_, i) => Math.sin(i) * 255);
    expect(firstDifference(await addon.luma(x, 300_001), await twin.luma(x, 300_001))).toBe(-1);
  });

  test('the addon refuses what would read beyond an array', async () => {
    const job = { ...floats(1, 2), want: Float64Array.of(1), tolerance: 0, marks: null };
    expect(() => addon.compare(job)).toThrow(RangeError);
    expect(() => addon.compare({ ...job, want: Float64Array.of(1, 2), marks: new Uint8Array(1) })).toThrow(RangeError);
    expect(() => addon.matrixProduct(new Float32Array(5), new Float32Array(6), { h: 2, w: 2, k: 3 })).toThrow(
      RangeError,
    );
    expect(() => addon.matrixProduct(new Float32Array(6), new Float32Array(6), { h: 2, w: 2, k: -3 })).toThrow(
      TypeError,
    );
    expect(() => addon.luma(new Uint8Array(7), 3)).toThrow(RangeError);
  });
});

test('GRADE_NATIVE=off leaves the addon alone', () => {
  vi.stubEnv('GRADE_NATIVE', 'off');
  expect(loadNative()).toBeNull();
  vi.unstubAllEnvs();
});

/** Index of the first element whose bits differ; -1 where none does. Quicker than a deep comparison of large arrays. */
function firstDifference(a: Float64Array, b: Float64Array): number {
  if (a.length !== b.length) return Math.min(a.length, b.length);
  return a.findIndex((element, i) => !Object.is(element, b[i]));
}
