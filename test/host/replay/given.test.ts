import { describe, expect, it } from 'vitest';
import { Given } from '../../../grader/host/replay/given.ts';

describe('Given', () => {
  it('counts words of copies, arguments and fills', () => {
    const given = new Given(undefined, () => false);
    expect(given.content(Uint8Array.of(1, 2, 3, 4, 5))).toEqual(Uint8Array.of(1, 2, 3, 4, 5));
    expect(given.fill(7)).toBe(7);
    expect(given.words).toBe(3);
  });

  it('alters one word', () => {
    const given = new Given(3, () => false);
    const bytes = new Uint8Array(12);
    expect(given.content(bytes)).toEqual(bytes);
    expect([given.fill(0), given.fill(0)]).toEqual([0x15, 0]);
    expect(given.words).toBe(5);
  });

  it('alters each byte of a word that is not 0, and does not change its source', () => {
    const given = new Given(1, () => false);
    const bytes = Uint8Array.of(1, 2, 3, 4, 0, 0, 1, 0);
    expect(given.content(bytes)).toEqual(Uint8Array.of(1, 2, 3, 4, 0x15, 0, 0x14, 0));
    expect(bytes[4]).toBe(0);
  });

  it('moves an address by 32 bytes', () => {
    const given = new Given(0, (value) => value === 0x1000);
    expect(given.content(Uint8Array.of(0, 0x10, 0, 0))).toEqual(Uint8Array.of(0x20, 0x10, 0, 0));
  });

  it('counts and alters launch sizes above 1', () => {
    const request = { kernel: 'k', grid: [4, 1, 1], block: [64, 2, 1], dynamicSharedBytes: 0, args: new Uint8Array() };
    const given = new Given(1, () => false);
    expect(given.sizes(request as never)).toMatchObject({ grid: [4, 1, 1], block: [64 ^ 0x15, 2, 1] });
    expect(given.words).toBe(3);
  });
});
