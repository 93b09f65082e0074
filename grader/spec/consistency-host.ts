import { checkDims, shapesKnown } from './consistency-cases.ts';
import type { Complaint, Draft } from './draft.ts';
import { bufferBytes } from './entry.ts';

const MIB = 2 ** 20;
/** What the program itself needs: its stack, the C++ library, and room around the arrays. */
const PROGRAM_BYTES = 16 * MIB;

/** Where the arrays lie in host memory, it has to have room for them, on the largest case and at the timed size. */
export function checkHostMemory({ entry, cases, timing, limits }: Draft): Complaint[] {
  if ((entry?.style !== 'host' && entry?.style !== 'program') || limits === null || !shapesKnown(entry)) return [];
  // A program has each array in a file, and again in memory of its own.
  const copies = entry.style === 'program' ? 2 : 1;
  const sizes = [
    ...cases.flatMap((item) => (item === null ? [] : [{ what: `the case ${item.name}`, dims: item.dims }])),
    ...(timing ? [{ what: 'the timed size', dims: timing.dims }] : []),
  ];
  const needs = sizes
    .filter(({ dims }) => checkDims(entry, dims, []).length === 0)
    .map(({ what, dims }) => ({ what, bytes: copies * bufferBytes({ entry }, dims) + PROGRAM_BYTES }));
  const most = needs.reduce((best, next) => (next.bytes > best.bytes ? next : best), { what: '', bytes: 0 });
  if (most.bytes <= limits.hostMemoryMiB * MIB) return [];
  return [
    {
      path: ['limits', 'hostMemoryMiB'],
      problem: `inputs and outputs lie in host memory, and those of ${most.what} do not fit`,
      expected: `at least ${Math.ceil(most.bytes / MIB)} (500 at most), or a smaller size`,
      found: String(limits.hostMemoryMiB),
    },
  ];
}
