import { describe, expect, it } from 'vitest';
import { Tokens } from '../../../grader/host/replay/tokens.ts';

describe('tokens', () => {
  it('are floats from 1 to 2, or the first byte of one in a short space', () => {
    const [whole, cut] = [new Uint8Array(8), new Uint8Array(7)];
    new Tokens(5).fill(whole);
    new Tokens(5).fill(cut);
    expect([...cut]).toEqual([...whole.subarray(0, 7)]);
    for (const float of new Float32Array(whole.buffer)) expect(float >= 1 && float < 2).toBe(true);
  });
});
