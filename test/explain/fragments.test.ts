import { describe, expect, it } from 'vitest';
import type { DeviceFault } from '../../grader/device/index.ts';
import { wordFault } from './facts.ts';

const context = { launch: null };
const fault = (change: Partial<DeviceFault>): DeviceFault => ({
  rule: 'barrier-divergence',
  kernel: 'product',
  launch: 0,
  at: { position: { file: 'p.cu', line: 7, column: 5 }, access: 'barrier', thread: [17, 0, 0], block: [3, 0, 0] },
  other: null,
  count: 1,
  bytes: 8,
  buffer: null,
  detail: null,
  ...change,
});

describe('a warp matrix function', () => {
  it('tells how many lanes came, and where the others are', () => {
    const words = (alive: number, threads: number) =>
      wordFault(fault({ detail: 'whole-warp', waiting: { arrived: 16, alive, threads } }), {
        ...context,
        visible: true,
      });
    expect(words(16, 16).message).toContain("16 of a warp's 32 lanes reach this call: the block has only 16 threads.");
    expect(words(16, 64).message).toContain('; others have ended before.');
    expect(words(32, 64).message).toContain('; others take another branch.');
  });

  it('of hidden cases tells neither numbers nor places', () => {
    const waiting = { arrived: 17, alive: 17, threads: 33 };
    const details = ['whole-warp', 'tile-arguments', 'tile-stride', 'unfilled-sum', 'unfilled-factor', 'tile'] as const;
    for (const detail of details) {
      const buffer = { label: 'a', role: 'input', bytes: 4936, offset: 4936 } as const;
      const hidden = fault({ detail, waiting, stride: 129, buffer });
      expect(wordFault(hidden, { ...context, visible: false }).message).not.toMatch(/17|33|129|4,?936/);
    }
  });
});
