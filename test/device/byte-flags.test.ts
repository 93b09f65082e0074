import { describe, expect, it } from 'vitest';
import { addBits, forSet, onlyBits } from '../../grader/device/emulator/byte-flags.ts';

const flags = Uint8Array.from([0, 0, 0, 0, 5, 1, 0, 4, 0, 6, 4]);

describe('flags of bytes', () => {
  it('keeps only the bits of a mask, also after the last whole word', () => {
    expect([...onlyBits(flags, 4)]).toEqual([0, 0, 0, 0, 4, 0, 0, 4, 0, 4, 4]);
    expect(flags[4]).toBe(5);
  });

  it('adds bits to those that are there', () => {
    const states = new Uint8Array(11).fill(1);
    addBits(states, flags);
    expect([...states]).toEqual([1, 1, 1, 1, 5, 1, 1, 5, 1, 7, 5]);
  });

  it('gives the places that are set, in order', () => {
    const places: number[] = [];
    forSet(flags, (at) => places.push(at));
    forSet(new Uint8Array(7), (at) => places.push(at));
    expect(places).toEqual([4, 5, 7, 9, 10]);
  });
});
