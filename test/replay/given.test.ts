import { describe, expect, it } from 'vitest';
import { Given } from '../../grader/replay/given.ts';

describe('what host code gives the device', () => {
  it('is counted in bytes and words', () => {
    const given = new Given(undefined, () => false);
    expect(given.content(Uint8Array.of(1, 2, 3, 4, 5))).toEqual(Uint8Array.of(1, 2, 3, 4, 5));
    expect(given.fill(7)).toBe(7);
    expect(given.total).toEqual({ bytes: 6, words: 3 });
  });

  it('is altered in one word of so many, over all calls', () => {
    const given = new Given({ every: 2, first: 1 }, () => false);
    const bytes = new Uint8Array(12);
    expect(Array.from(given.content(bytes))).toEqual([0, 0, 0, 0, 0x15, 0, 0, 0, 0, 0, 0, 0]);
    expect(bytes.every((byte) => byte === 0)).toBe(true);
    expect([given.fill(0), given.fill(0)]).toEqual([0x15, 0]);
    expect(given.total).toEqual({ bytes: 14, words: 5 });
  });
});
