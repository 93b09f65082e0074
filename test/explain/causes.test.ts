import { describe, expect, it } from 'vitest';
import { BARRIER_PLACES } from '../../grader/explain/barriers.ts';
import { causesOf, wordAlso } from '../../grader/explain/index.ts';
import type { Finding } from '../../grader/result/index.ts';

function race(line: number, other: number, kind: keyof typeof BARRIER_PLACES, change: Partial<Finding> = {}): Finding {
  const [first, last] = [Math.min(line, other), Math.max(line, other)];
  return {
    ...{ rule: 'shared-race', severity: 'error', file: 'mine.cu', line, column: 3, kernel: 'k' },
    message: `Two threads. A __syncthreads() ${BARRIER_PLACES[kind](first, last)}`,
    related: [{ message: 'the other access', line: other, column: 1 }],
    ...change,
  };
}

const sizes = (findings: readonly Finding[]) => causesOf(findings).map(({ also }) => 1 + also.length);

describe('races of one cause', () => {
  it('are one problem where one barrier ends them', () => {
    const both = [race(16, 21, 'before-next'), race(17, 21, 'before-next')];
    expect(sizes(both)).toEqual([2]);
    const [cause] = causesOf(both);
    expect(cause && wordAlso(cause)).toBe('The same barrier is missing for line 17 with line 21.');
    const sameLines = causesOf([race(14, 10, 'between'), race(14, 10, 'between', { column: 9 })]);
    expect(sameLines.map((one) => [one.also.length, wordAlso(one)])).toEqual([[1, null]]);
    expect(sizes([race(20, 10, 'between'), race(21, 12, 'between'), race(20, 13, 'between')])).toEqual([3]);
  });

  it('are several where no place lies between the ends of all', () => {
    expect(sizes([race(20, 10, 'between'), race(30, 20, 'between')])).toEqual([1, 1]);
    // The third meets each of the others, but nothing lies between the ends of all three.
    expect(sizes([race(20, 10, 'between'), race(25, 15, 'between'), race(30, 21, 'between')])).toEqual([2, 1]);
  });

  it('are separate in other kernels, of other kinds, and without a barrier', () => {
    const one = race(16, 21, 'before-next');
    expect(sizes([one, race(16, 21, 'between')])).toEqual([1, 1]);
    expect(sizes([one, race(16, 21, 'before-next', { kernel: 'other' })])).toEqual([1, 1]);
    expect(sizes([one, race(16, 21, 'before-next', { severity: 'warning' })])).toEqual([1, 1]);
    expect(sizes([one, race(16, 21, 'before-next', { message: 'Two threads of different blocks.' })])).toEqual([1, 1]);
    expect(sizes([one, race(16, 21, 'before-next', { related: [] })])).toEqual([1, 1]);
  });
});

describe('findings of one mistake', () => {
  const at = (line: number, change: Partial<Finding> = {}): Finding => ({
    ...{ rule: 'out-of-bounds-read', severity: 'error', file: 'mine.cu', line, column: 5, kernel: 'k', case: 'odd' },
    ...{ block: [0, 0, 0], thread: [1, 0, 0] },
    message: 'Thread 1 of block 0, which has no element of its own, reads just past the end of x.',
    ...change,
  });
  const write = (line: number, change: Partial<Finding> = {}) =>
    at(line, {
      rule: 'out-of-bounds-write',
      message: 'Thread 3 of block 0, which has no element of its own, writes just past the end of out.',
      thread: [3, 0, 0],
      ...change,
    });
  const only = (findings: readonly Finding[]) => {
    const causes = causesOf(findings);
    expect(causes).toHaveLength(1);
    return causes[0] ? wordAlso(causes[0]) : null;
  };

  it('are accesses that one guard keeps inside', () => {
    expect(only([at(7), write(9)])).toBe('In the same way, line 9 writes just past the end of out.');
    const own = { message: 'Thread 3 of block 0 writes 4 bytes past the end of out.' };
    expect(sizes([at(7), write(9, own)])).toEqual([1, 1]);
    expect(sizes([at(7), write(9, { kernel: 'other' })])).toEqual([1, 1]);
  });

  it('are accesses of one thread or line, if elements are unknown', () => {
    const read = at(7, { message: 'Thread 1 of block 0 reads just past the end of x.' });
    const other = write(9, { message: 'Thread 3 of block 0 writes just past the end of out.' });
    expect(sizes([read, other])).toEqual([1, 1]);
    expect(sizes([read, { ...other, thread: [1, 0, 0] }])).toEqual([2]);
    expect(sizes([read, { ...other, line: 7 }])).toEqual([2]);
    expect(
      sizes([
        { ...read, block: undefined },
        { ...other, block: undefined },
      ]),
    ).toEqual([1, 1]);
  });

  it('are what else is seen where an index leads outside', () => {
    const met = write(9, {
      rule: 'global-race',
      message: 'Two threads meet.',
      related: [{ message: 'the other access', file: 'mine.cu', line: 9, column: 5 }],
    });
    expect(only([write(9), met])).toContain('can also cause: data races');
    expect(only([write(9), { ...met, severity: 'note' }])).toBeNull();
    expect(sizes([write(9), { ...met, line: 20, related: [] }])).toEqual([1, 1]);
  });

  it('are outputs that lack the same elements', () => {
    const lacks = (name: string, message = `3 of 9 elements of ${name} were never written: the last 3 elements.`) =>
      at(13, { rule: 'unwritten-output', message });
    expect(only([lacks('a'), lacks('b'), lacks('c')])).toBe('The same is true of b and c.');
    expect(sizes([lacks('a'), lacks('b', '4 of 9 elements of b were never written.')])).toEqual([1, 1]);
  });

  it('are uses of one wrong pointer', () => {
    const use = (line: number, name = 'tmp') =>
      at(line, {
        rule: 'use-after-free',
        message: `Thread ${line} of block 0 reads your own buffer ${name} after it was passed to cudaFree.`,
      });
    expect(only([use(7), use(8), use(9)])).toBe('The same is true of line 8 and line 9.');
    expect(sizes([use(7), use(8, 'other')])).toEqual([1, 1]);
  });

  it('put the write of all threads to one place before the affected reads', () => {
    const end = (line: number) => [{ message: 'the other access', file: 'mine.cu', line, column: 5 }];
    const read = at(7, { rule: 'shared-race', message: 'Thread 1 reads i.', related: end(4) });
    const store = at(4, { rule: 'shared-race', message: 'Thread 1 writes i.', related: end(4) });
    expect(causesOf([read, store])[0]?.first).toBe(store);
    expect(only([read, store])).toBe('The value that line 7 reads is therefore undefined too.');
    expect(sizes([{ ...read, related: end(3) }, store])).toEqual([1, 1]);
  });

  it('are reads of shared memory that a missing barrier leaves unfilled', () => {
    const unfilled = at(20, {
      rule: 'uninitialized-read',
      message: 'Thread 0 of block 0 reads element 1 of tile, which no thread of the block has written yet.',
    });
    expect(sizes([race(20, 16, 'between', { column: 5 }), unfilled])).toEqual([2]);
    expect(sizes([race(21, 16, 'between', { column: 5 }), unfilled])).toEqual([1, 1]);
  });

  it('merge an out-of-bounds write with the race that it causes', () => {
    const end = (line: number, rule: Finding['rule'], change: Partial<Finding> = {}) => at(line, { rule, ...change });
    const overrun = end(14, 'shared-out-of-bounds', { message: 'Thread 8 writes just past the end of ms.' });
    const meets = end(30, 'shared-race', {
      message: 'Two threads write element 0 of ns.',
      related: [{ message: 'the other access', line: 14, column: 5 }],
    });
    const same = end(14, 'shared-race', { message: 'They store the same value.', severity: 'note' });
    expect(only([overrun, meets, same])).toBe('This can also cause: data races (line 30).');
    expect(sizes([overrun, { ...meets, related: [{ message: 'the other access', line: 15, column: 5 }] }])).toEqual([
      1, 1,
    ]);
    const barrier = end(20, 'barrier-divergence', { message: 'Only 128 of 256 threads reach this barrier.' });
    const unfilled = (line: number) =>
      end(line, 'uninitialized-read', {
        message: 'Thread 1 reads element 3 of tile, which no thread of the block has written yet.',
      });
    expect(only([barrier, unfilled(22), unfilled(23)])).toBe(
      'This can also cause: reads of memory that is not initialized (lines 22 and 23).',
    );
  });
});
