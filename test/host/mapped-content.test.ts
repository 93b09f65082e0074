import { describe, expect, it } from 'vitest';
import { changesOf } from '../../grader/host/cuda/mapped-content.ts';

const FIRST = Uint8Array.from({ length: 64 }, (_, at) => at);

describe('changes of memory that both sides reach', () => {
  it.each([
    [0, 0],
    [1, 0],
    [0, 1],
    [3, 3],
  ])('are found in parts that begin at bytes %i and %i', (before, now) => {
    const [old, changed] = [FIRST.subarray(before, before + 40), FIRST.slice(before, before + 40)];
    changed[21] = 99;
    const moved = new Uint8Array(64);
    moved.set(changed, now);
    expect(changesOf(old, moved.subarray(now, now + 40), 1)).toEqual([{ from: 21, to: 22 }]);
  });
});
