import { describe, expect, it } from 'vitest';
import { Heap } from '../../grader/device/emulator/heap.ts';

const MiB = 2 ** 20;

describe('global memory', () => {
  it.each([
    ['four large buffers', Array(4).fill(256), 1100],
    ['many of one size', Array(10).fill(28), 300],
    ['a large one after small ones', [...Array(20).fill(1), 150], 300],
    ['ever larger ones', [4, 8, 16, 32, 64, 128], 300],
  ])('has room for %s, unless they nearly fill it', (_, sizes, memory) => {
    for (const seed of [1, 2, 77]) {
      const heap = new Heap(2 ** 29, memory * MiB, seed);
      const placed = sizes.map((size) => heap.alloc(size * MiB, 'x', 'output'));
      expect(placed.every((buffer) => buffer !== null)).toBe(true);
      const inOrder = [...heap.buffers].sort((a, b) => a.pointer - b.pointer);
      for (const [index, { pointer, bytes }] of inOrder.entries())
        expect(pointer + bytes).toBeLessThanOrEqual(
          (inOrder[index + 1]?.pointer ?? 2 ** 29 + memory * MiB) - (index + 1 < inOrder.length ? 256 : 0),
        );
    }
  });

  it('keeps buffers apart by twice their size where there is room', () => {
    const heap = new Heap(2 ** 29, 300 * MiB, 1);
    const [a, b] = [heap.alloc(4 * MiB, 'a', 'output'), heap.alloc(4 * MiB, 'b', 'output')];
    expect((b?.pointer ?? 0) - (a?.pointer ?? 0)).toBeGreaterThanOrEqual(12 * MiB);
  });

  it('reuses addresses as fast after a hundred thousand buffers as at first', () => {
    const heap = new Heap(2 ** 29, MiB, 1);
    const stays = heap.alloc(256, 'stays', 'student');
    let held = 0;
    for (let count = 0; count < 100_000; count++) {
      const buffer = heap.alloc(1024, 'goes', 'student');
      if (!buffer) throw new Error(`no place for buffer ${count}`);
      if (heap.holds(buffer.pointer + 1000, 24) && !heap.holds(buffer.pointer + 1000, 25)) held++;
      heap.free(buffer);
    }
    expect(held).toBe(100_000);
    expect([...heap.live]).toEqual([stays]);
    expect(heap.reserve(4096).bytes).toBeLessThan(4096);
  }, 20_000);

  it('keeps the place of a freed buffer where that is asked for', () => {
    const heap = new Heap(2 ** 29, 4096, 1);
    const all = Array.from({ length: 100 }, () => heap.alloc(256, 'x', 'student')).filter((buffer) => buffer !== null);
    const [first, second] = all;
    if (!first || !second) throw new Error('no place for two');
    heap.free(first, true);
    heap.free(second);
    expect(heap.alloc(256, 'y', 'student')?.pointer).toBe(second.pointer);
    expect(heap.alloc(256, 'y', 'student')).toBeNull();
    heap.revive(first);
    expect(heap.holds(first.pointer, 256)).toBe(true);
    heap.free(first);
    expect(heap.alloc(256, 'y', 'student')?.pointer).toBe(first.pointer);
  });
});
