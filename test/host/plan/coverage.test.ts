import { describe, expect, it } from 'vitest';
import { coverage } from '../../../grader/host/plan/index.ts';

describe('coverage', () => {
  it('lays a two-dimensional launch over rows and columns', () => {
    // 1600 x 1066 pixels and 16 x 16 blocks: 100 x 67 blocks make 1072 rows of threads.
    const laid = coverage({ grid: [100, 67, 1], block: [16, 16, 1] }, [1066, 1600]);
    expect(laid).toEqual({
      rows: 1066,
      columns: 1600,
      depth: 1,
      threadRows: 1072,
      threadColumns: 1600,
      blockRows: 16,
      blockColumns: 16,
      uncovered: 0,
      spare: 6 * 1600,
      raggedBlocks: 100,
      crosswise: false,
    });
  });

  it('lays a launch with one row of threads over all elements in a row', () => {
    const laid = coverage({ grid: [132, 1, 1], block: [256, 1, 1] }, [150, 225]);
    expect(laid).toMatchObject({
      rows: 1,
      columns: 33_750,
      threadRows: 1,
      threadColumns: 33_792,
      uncovered: 0,
      spare: 42,
      raggedBlocks: 1,
    });
  });

  it('counts elements that floor division leaves without a thread', () => {
    const flat = coverage({ grid: [131, 1, 1], block: [256, 1, 1] }, [150, 225]);
    expect(flat).toMatchObject({ uncovered: 33_750 - 131 * 256, spare: 0, raggedBlocks: 0 });
    const grid = coverage({ grid: [3, 3, 1], block: [16, 16, 1] }, [50, 49]);
    expect(grid).toMatchObject({ uncovered: 50 * 49 - 48 * 48, spare: 0 });
  });

  it('shows swapped axes as elements and threads without a partner', () => {
    const laid = coverage({ grid: [10, 15, 1], block: [16, 16, 1] }, [150, 225]);
    expect(laid).toMatchObject({ threadRows: 240, threadColumns: 160, uncovered: 150 * 65, spare: 90 * 160 });
    expect(laid.crosswise).toBe(true);
  });

  it('calls a launch crosswise only if swapped axes would fit', () => {
    expect(coverage({ grid: [9, 14, 1], block: [16, 16, 1] }, [150, 225]).crosswise).toBe(false);
    expect(coverage({ grid: [15, 15, 1], block: [16, 16, 1] }, [150, 225]).crosswise).toBe(false);
  });

  it('treats planes as one if the launch has a thread per place of a plane', () => {
    const plane = { depth: 3, uncovered: 0 };
    const grid = coverage({ grid: [15, 10, 1], block: [16, 16, 1] }, [3, 150, 225]);
    expect(grid).toMatchObject({ ...plane, rows: 150, columns: 225 });
    const flat = coverage({ grid: [132, 1, 1], block: [256, 1, 1] }, [3, 150, 225]);
    expect(flat).toMatchObject({ ...plane, rows: 1, columns: 33_750, spare: 42 });
    const all = coverage({ grid: [396, 1, 1], block: [256, 1, 1] }, [3, 150, 225]);
    expect(all).toMatchObject({ depth: 1, rows: 1, columns: 101_250, uncovered: 0 });
  });

  it('counts a block that is ragged in both directions once', () => {
    expect(coverage({ grid: [2, 2, 1], block: [16, 16, 1] }, [20, 20]).raggedBlocks).toBe(3);
  });

  it('folds leading extents into the rows', () => {
    expect(coverage({ grid: [1, 6, 1], block: [8, 1, 1] }, [2, 3, 8])).toMatchObject({
      rows: 6,
      columns: 8,
      uncovered: 0,
      spare: 0,
    });
  });

  it('is empty for an empty array and for an empty launch', () => {
    expect(coverage({ grid: [1, 2, 1], block: [4, 4, 1] }, [3, 0])).toMatchObject({
      rows: 0,
      columns: 0,
      uncovered: 0,
      spare: 32,
    });
    expect(coverage({ grid: [0, 1, 1], block: [0, 1, 1] }, [7])).toMatchObject({
      uncovered: 7,
      spare: 0,
      raggedBlocks: 0,
    });
  });
});
