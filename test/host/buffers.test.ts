import { describe, expect, it } from 'vitest';
import { Buffers } from '../../grader/host/buffers.ts';

const about = { bytes: 256, role: 'student', allocatedAt: null } as const;

describe('the buffers of a run', () => {
  it('are found as fast after a hundred thousand freed ones as at first', () => {
    const buffers = new Buffers();
    const stays = buffers.add({ ...about, pointer: 4096, label: 'stays' });
    let found = 0;
    for (let count = 0; count < 100_000; count++) {
      const buffer = buffers.add({ ...about, pointer: 8192, label: `goes ${buffers.countOf('student')}` });
      if (buffers.find(8192 + 100) === buffer && buffers.startingAt(8192) === buffer) found++;
      buffers.free(buffer);
      if (buffers.labelled('stays') === stays) found++;
    }
    expect(found).toBe(200_000);
    expect(buffers.live).toEqual([stays]);
    expect(buffers.countOf('student')).toBe(100_001);
  }, 20_000);

  it('are the live one first, then the one that ends there, then the last one', () => {
    const buffers = new Buffers();
    const before = buffers.add({ ...about, pointer: 4096, label: 'before' });
    const freed = buffers.add({ ...about, pointer: 4096 + 256, label: 'freed' });
    buffers.free(freed);
    expect(buffers.find(4096 + 256)).toBe(before);
    expect(buffers.find(4096 + 257)).toBe(freed);
    const again = buffers.add({ ...about, pointer: 4096 + 256, label: 'again' });
    expect(buffers.find(4096 + 256)).toBe(again);
    expect(buffers.near(0)).toBe(before);
  });
});
