import { describe, expect, it } from 'vitest';
import type { Finding } from '../../grader/result/index.ts';
import { BARRIER_PLACES } from '../../grader/wording/barriers.ts';
import { causesOf, wordAlso } from '../../grader/wording/index.ts';

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
    const both = [race(16, 21, 'end-of-loop'), race(17, 21, 'end-of-loop')];
    expect(sizes(both)).toEqual([2]);
    const [cause] = causesOf(both);
    expect(cause && wordAlso(cause)).toBe('The same barrier is missing for line 17 with line 21.');
    expect(sizes([race(20, 10, 'between'), race(21, 12, 'between'), race(20, 13, 'between')])).toEqual([3]);
  });

  it('are several where no place lies between the ends of all', () => {
    expect(sizes([race(20, 10, 'between'), race(30, 20, 'between')])).toEqual([1, 1]);
    // The third meets each of the others, but nothing lies between the ends of all three.
    expect(sizes([race(20, 10, 'between'), race(25, 15, 'between'), race(30, 21, 'between')])).toEqual([2, 1]);
  });

  it('are several in other kernels, of other kinds, and where no barrier is said to be missing', () => {
    const one = race(16, 21, 'end-of-loop');
    expect(sizes([one, race(16, 21, 'between')])).toEqual([1, 1]);
    expect(sizes([one, race(16, 21, 'end-of-loop', { kernel: 'other' })])).toEqual([1, 1]);
    expect(sizes([one, race(16, 21, 'end-of-loop', { severity: 'warning' })])).toEqual([1, 1]);
    expect(sizes([one, race(16, 21, 'end-of-loop', { message: 'Two threads of different blocks.' })])).toEqual([1, 1]);
    expect(sizes([one, race(16, 21, 'end-of-loop', { related: [] })])).toEqual([1, 1]);
  });
});
