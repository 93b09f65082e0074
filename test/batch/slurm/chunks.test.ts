import { describe, expect, it } from 'vitest';
import { chunksOf } from '../../../grader/batch/slurm/chunks.ts';
import { entriesOf } from './tasks.ts';

const sizes = (count: number, tries: number, perTask: number) =>
  chunksOf(entriesOf(count, tries), perTask).map(({ length }) => length);

describe('the chunks of an array', () => {
  it('are as large as the course says, and smaller for what was lost', () => {
    expect(sizes(60, 1, 25)).toEqual([25, 25, 10]);
    expect(sizes(15, 2, 25)).toEqual([7, 7, 1]);
    expect(sizes(3, 3, 25)).toEqual([1, 1, 1]);
    expect(sizes(3, 2, 1)).toEqual([1, 1, 1]);
  });

  it('lose nothing, and are no more than Slurm takes', () => {
    const entries = entriesOf(2500, 3);
    const chunks = chunksOf(entries, 25);
    expect(chunks.length).toBeLessThanOrEqual(1000);
    expect(chunks.flat()).toEqual(entries);
  });
});
