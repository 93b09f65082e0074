import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Permutation } from '../../../../grader/host/replay/trace/decoys.ts';
import { type DecoyType, decoyCount, makeDecoys, resolve, Tracer } from '../../../../grader/host/replay/trace/index.ts';
import { bytesOf, pixels } from './random.ts';

const RANGES: readonly (readonly [DecoyType, { min: number; max: number } | undefined])[] = [
  ['uint8', undefined],
  ['uint8', { min: 0, max: 1 }],
  ['uint8', { min: 0, max: 9 }],
  ['int16', { min: -300, max: 300 }],
  ['int32', { min: -1000, max: 1000 }],
  ['uint32', undefined],
  ['float32', undefined],
  ['float32', { min: 0, max: 255 }],
  ['float32', { min: 100, max: 101 }],
  ['float64', { min: -5, max: 5 }],
];

describe('Permutation', () => {
  it('maps every number to another one, and back', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 3000 }), fc.integer(), (size, key) => {
        const permutation = new Permutation(size, key);
        const images = Array.from({ length: size }, (_, i) => permutation.apply(i));
        expect(new Set(images).size).toBe(size);
        expect(images.every((image, i) => image < size && permutation.invert(image) === i)).toBe(true);
      }),
      { numRuns: 50, seed: 1 },
    );
  });

  it('inverts numbers near 2^32', () => {
    const permutation = new Permutation(2 ** 32, 7);
    for (const number of [0, 1, 2 ** 31, 2 ** 32 - 1])
      expect(permutation.invert(permutation.apply(number))).toBe(number);
  });
});

describe('makeDecoys', () => {
  it.each(RANGES)('finds each element of %s in %o by its values', (type, range) => {
    const count = range && range.max <= 9 ? 60 : 5000;
    const { contents, elementBytes, inverse } = makeDecoys(type, count, 8, 42, range);
    const views = contents.map((bytes) => new DataView(bytes.buffer));
    for (let i = 0; i < count; i++) expect(inverse(views, i * elementBytes)).toBe(i * elementBytes);
  });

  it.each(RANGES)('gives no element of %s in %o one value in all runs', (type, range) => {
    const { contents, elementBytes } = makeDecoys(type, 1000, 2, 42, range);
    for (let at = 0; at < 1000 * elementBytes; at += elementBytes) {
      const [a, b] = contents.map((bytes) => Buffer.from(bytes.subarray(at, at + elementBytes)));
      expect(a?.equals(b as Buffer)).toBe(false);
    }
  });

  it('keeps integers in their range and uses all of it', () => {
    const { contents } = makeDecoys('uint8', 2000, 3, 5, { min: 3, max: 12 });
    for (const bytes of contents)
      expect([...new Set(bytes)].sort((a, b) => a - b)).toEqual([3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
  });

  it('keeps floats in their range', () => {
    const { contents } = makeDecoys('float32', 2000, 2, 5, { min: 100, max: 101 });
    for (const bytes of contents)
      for (const value of new Float32Array(bytes.buffer)) expect(value).toSatisfy((v: number) => v >= 100 && v <= 101);
  });

  it.each(['float32', 'uint8'] as const)('lets a large array of %s be traced without an index', (type) => {
    const count = 2 ** 21;
    const runs = type === 'uint8' ? 4 : 2;
    const { contents, elementBytes, inverse } = makeDecoys(type, count, runs, 3);
    const tracer = new Tracer();
    tracer.add(contents, elementBytes, inverse);
    const width = 2048;
    const transpose = (bytes: Uint8Array) => {
      const elements = type === 'uint8' ? bytes : new Uint32Array(bytes.buffer);
      return bytesOf(elements.map((_, i) => elements[(i % 1024) * width + Math.floor(i / 1024)] as number));
    };
    const traced = tracer.trace(contents.map(transpose));
    expect(traced.untraced).toBe(0);
    const judged = pixels(9, count * elementBytes);
    expect(
      Buffer.compare(
        resolve(traced, contents[0] as Uint8Array, () => judged),
        transpose(judged),
      ),
    ).toBe(0);
  });
});

describe('decoyCount', () => {
  it.each([
    [['float32'], [null], 2],
    [['float32', 'uint8'], [null, null], 4],
    [['int32'], [{ min: 0, max: 9 }], 8],
    [['uint8'], [{ min: 0, max: 1 }], 8],
    [['uint16'], [null], 2],
    [['int32'], [{ min: 5, max: 5 }], 2],
  ] as const)('of %o in %o returns %i', (types, ranges, count) => {
    expect(decoyCount(types, ranges)).toBe(count);
  });
});
