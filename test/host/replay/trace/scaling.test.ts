import { describe, expect, it } from 'vitest';
import { type CallShape, scalingDiffers } from '../../../../grader/host/replay/trace/index.ts';

const call = (name: string, ...sizes: number[]): CallShape => ({ name, sizes });
const launch = (kernel: string, blocks: number, threads = 256): CallShape => call(`launch ${kernel}`, blocks, threads);

/** A program that adds vectors of `n` floats. */
const simple = (n: number) => [
  call('alloc', 4 * n),
  call('write', 4 * n),
  launch('add', Math.ceil(n / 256)),
  call('read', 4 * n),
  call('free'),
];

/** A reduction that launches until one value is left. */
function reduction(n: number): CallShape[] {
  const calls = [call('alloc', 4 * n), call('write', 4 * n)];
  for (let left = n; left > 1; left = Math.ceil(left / 256)) calls.push(launch('reduce', Math.ceil(left / 256)));
  return [...calls, call('read', 4)];
}

/** A program that stages chunks of 1000 floats in rounds of two streams. */
function chunked(n: number): CallShape[] {
  const calls = [call('alloc', 8000)];
  for (let at = 0; at < n; at += 1000) {
    const bytes = 4 * Math.min(1000, n - at);
    calls.push(call('write', bytes), launch('add', Math.ceil(bytes / 1024)), call('read', bytes));
  }
  return calls;
}

const sizes = (judged: number, larger: number) => ({ judged, larger });

describe('scalingDiffers', () => {
  it.each([
    ['a single launch', simple],
    ['a reduction', reduction],
    ['chunks', chunked],
  ])('accepts %s at larger sizes', (_, program) => {
    for (const n of [100, 1000, 5000, 20_000])
      for (const larger of [n, 2 * n, 100_000, 1_000_003])
        expect(scalingDiffers(program(n), program(larger), sizes(n, larger))).toBeNull();
  });

  it('accepts nested loops with other numbers of iterations', () => {
    const nested = (rows: number, columns: number) =>
      Array.from({ length: rows }, () => [
        call('set', 64),
        ...Array.from({ length: columns }, () => [launch('f', 1), launch('g', 1)]).flat(),
      ]).flat();
    expect(scalingDiffers(nested(2, 3), nested(9, 50), sizes(10, 1000))).toBeNull();
    expect(scalingDiffers(nested(1, 1), nested(9, 50), sizes(10, 1000))).toBeNull();
  });

  it('reports another kernel', () => {
    const other = simple(100_000).map((each) => (each.name === 'launch add' ? launch('fast', 391) : each));
    expect(scalingDiffers(simple(1000), other, sizes(1000, 100_000))).toBe(
      'launch add, and launch fast at the larger size',
    );
  });

  it('reports a call that is left out', () => {
    const without = simple(100_000).filter(({ name }) => !name.startsWith('launch'));
    expect(scalingDiffers(simple(1000), without, sizes(1000, 100_000))).toBe('5 calls, and 4 at the larger size');
  });

  it('reports a call more', () => {
    const more = [...simple(100_000), call('write', 4)];
    expect(scalingDiffers(simple(1000), more, sizes(1000, 100_000))).toBe('the end, and write at the larger size');
  });

  it('reports sizes that shrink or grow faster than the problem', () => {
    const [small, large] = [simple(1000), simple(100_000)];
    const less = large.map((each) => (each.name === 'read' ? call('read', 4) : each));
    expect(scalingDiffers(small, less, sizes(1000, 100_000))).toBe('read: 4000, and 4 at the larger size');
    const more = large.map((each) => (each.name === 'write' ? call('write', 4e7) : each));
    expect(scalingDiffers(small, more, sizes(1000, 100_000))).toBe('write: 4000, and 40000000 at the larger size');
  });
});
