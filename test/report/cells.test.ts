import { describe, expect, it } from 'vitest';
import { coverage } from '../../grader/host/plan/index.ts';
import { cellsOf, stretches, UNWRITTEN, WRONG } from '../../grader/report/cells.ts';
import { type Coverage, coverageWords } from '../../grader/report/coverage.ts';
import { drawLaunch } from '../../grader/report/drawing.ts';

/** Ten rows of ten elements under blocks of 4 × 4, with marks at [row, column]. */
function marked(places: readonly (readonly [number, number, number])[], shape: readonly number[] = [10, 10]): Coverage {
  const marks = new Float64Array(shape.reduce((product, extent) => product * extent, 1));
  for (const [row, column, mark] of places) marks[row * 10 + column] = mark;
  const laid = coverage({ grid: [3, 3, 1], block: [4, 4, 1] }, shape);
  return { case: 'c', kernel: 'k', output: 'out', unit: 'element', status: 'ran', complete: false, laid, marks };
}

describe('what lies under the blocks of a launch', () => {
  const axis = { from: 0, to: 10, cell: 4 };

  it('is shown per block, with wrong and unwritten elements apart', () => {
    const { laid, marks = [] } = marked([
      [0, 0, 5],
      [3, 3, 5],
      [0, 4, -1],
      [9, 9, 1],
      [9, 8, -1],
    ]);
    const cells = cellsOf(laid, marks, axis, axis);
    expect([...cells.marks]).toEqual([WRONG, UNWRITTEN, 0, 0, 0, 0, 0, 0, WRONG | UNWRITTEN]);
    expect(stretches(cells, WRONG)).toEqual([
      { row: 0, from: 0, to: 1 },
      { row: 2, from: 2, to: 3 },
    ]);
  });

  it('draws neighboring blocks of a row as one, and never past the data', () => {
    const [drawing] = drawLaunch(marked(Array.from({ length: 10 }, (_, column) => [9, column, 1] as const)));
    const numbers =
      /^M0 ([\d.]+)h([\d.]+)v([\d.]+)h-([\d.]+)z$/
        .exec(drawing?.wrong ?? '')
        ?.slice(1)
        .map(Number) ?? [];
    const unit = 320 / 12;
    for (const [index, value] of [8 * unit, 10 * unit, 2 * unit, 10 * unit].entries())
      expect(numbers[index]).toBeCloseTo(value, 1);
    expect(drawing?.ruler.marks).toBe('000000111');
    expect(drawing?.unwritten).toBe('');
  });

  it('is said in a sentence with the first block', () => {
    const words = coverageWords(marked([[5, 9, 1]])) ?? '';
    expect(words).toContain('1 of 9 blocks has wrong elements; the first is block (2, 1).');
    const all = Array.from({ length: 100 }, (_, at) => [Math.floor(at / 10), at % 10, -1] as const);
    expect(coverageWords(marked(all))).toContain('All 9 blocks have unwritten elements.');
    expect(coverageWords(marked([]))).not.toMatch(/blocks? ha(s|ve)/);
  });

  it('counts the planes of a picture at the same place', () => {
    const planes = marked([], [3, 10, 10]);
    const marks = new Float64Array(300);
    marks[205] = 1;
    expect([...cellsOf(planes.laid, marks, axis, axis).marks]).toEqual([0, WRONG, 0, 0, 0, 0, 0, 0, 0]);
  });
});
