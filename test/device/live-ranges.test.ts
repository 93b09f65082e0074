import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Heap } from '../../grader/device/emulator/heap.ts';
import { LiveRanges } from '../../grader/device/index.ts';

interface Range {
  readonly pointer: number;
  readonly bytes: number;
}

it('finds the range of an address like a search through all ranges', () => {
  const step = fc.record({ slot: fc.nat({ max: 15 }), bytes: fc.nat({ max: 10 }), keeps: fc.boolean() });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const ranges = new LiveRanges<Range>();
      const kept: Range[] = [];
      for (const { slot, bytes, keeps } of steps) {
        const old = kept.findIndex(({ pointer }) => pointer === 10 * slot);
        const [found] = old < 0 ? [] : kept.splice(old, 1);
        if (found) ranges.remove(found);
        if (!keeps) continue;
        kept.push({ pointer: 10 * slot, bytes });
        ranges.add(kept.at(-1) as Range);
      }
      expect([...ranges]).toEqual(kept);
      expect(ranges.inPlace).toEqual([...kept].sort((a, b) => a.pointer - b.pointer));
      for (let address = 0; address < 170; address++) {
        const holds = ({ pointer, bytes }: Range) => address >= pointer && address < pointer + Math.max(1, bytes);
        expect(ranges.holding(address)).toBe(kept.find(holds) ?? null);
      }
    }),
  );
});

it('counts what lives in a heap, and keeps the places of what may live again', () => {
  const heap = new Heap(2 ** 29, 2 ** 20, 1);
  const [a, b] = [heap.alloc(1000, 'a', 'student'), heap.alloc(3000, 'b', 'student')];
  if (!a || !b) throw new Error('there is room for both');
  expect(heap.liveBytes).toBe(4000);
  heap.free(a, true);
  expect([[...heap.live], heap.liveBytes, heap.holding(a.pointer), heap.at(a.pointer)]).toEqual([[b], 3000, null, a]);
  const others: Range[] = [];
  for (let more = heap.alloc(900, 'c', 'student'); more; more = heap.alloc(900, 'c', 'student')) others.push(more);
  expect(others.some(({ pointer }) => pointer < a.pointer + 1000 && pointer + 900 > a.pointer)).toBe(false);
  heap.revive(a);
  expect([heap.holding(a.pointer + 999), heap.liveBytes]).toEqual([a, 4000 + 900 * others.length]);
});
