import { describe, expect, it } from 'vitest';
import { sameBytes } from '../../grader/platform/bytes.ts';

describe('bytes', () => {
  it('are the same if there are as many and each is equal', () => {
    const one = Uint8Array.from([1, 2, 3]);
    expect(sameBytes(one, one.slice())).toBe(true);
    expect(sameBytes(one, Uint8Array.from([1, 2, 4]))).toBe(false);
    expect(sameBytes(one, one.subarray(0, 2))).toBe(false);
    expect(sameBytes(one.subarray(0, 2), one)).toBe(false);
  });
});
