import { describe, expect, it } from 'vitest';
import { DeliveredBytes } from '../../grader/device/emulator/delivered.ts';
import type { Buffer } from '../../grader/device/emulator/index.ts';

const buffer = (pointer: number): Buffer => ({ pointer, bytes: 8, label: 'out', role: 'output', live: true });
const all = new Uint8Array(8).fill(4);
const half = Uint8Array.from([4, 4, 4, 4, 0, 0, 0, 0]);

describe('DeliveredBytes', () => {
  it('counts a byte for the launch that stored it last', () => {
    const delivered = new DeliveredBytes();
    const out = buffer(256);
    const first = delivered.launched([[out, all]]);
    const second = delivered.launched([[out, half]]);
    delivered.read(out, 256, 8);
    expect([first.bytes, second.bytes]).toEqual([4, 4]);
  });

  it('counts each byte once that a launch stored to', () => {
    const delivered = new DeliveredBytes();
    expect(
      delivered.launched([
        [buffer(256), half],
        [buffer(512), all],
      ]).stored,
    ).toBe(12);
  });

  it('follows copies, and forgets what host code overwrites', () => {
    const delivered = new DeliveredBytes();
    const [own, out] = [buffer(256), buffer(512)];
    const launch = delivered.launched([[own, all]]);
    delivered.copied(out, 512, own, 256, 8);
    delivered.overwritten(out, 512, 2);
    delivered.read(out, 512, 8);
    expect(launch.bytes).toBe(6);
  });
});
