import type { LaunchCoverage } from '../host/plan/index.ts';

/** What is not as expected under a cell of the drawing, which is a block or several: bits. */
export const WRONG = 1;
export const UNWRITTEN = 2;

/** Cells of the drawing along one axis, in elements. */
export interface CellAxis {
  readonly from: number;
  readonly to: number;
  /** Elements in a cell. */
  readonly cell: number;
}

/** Cells row by row. */
export interface Cells {
  readonly columns: number;
  readonly rows: number;
  readonly marks: Uint8Array;
}

/**
 * @param marks - of each element of the array: above 0 it is wrong, below 0 it was never written
 */
export function cellsOf(laid: LaunchCoverage, marks: ArrayLike<number>, x: CellAxis, y: CellAxis): Cells {
  const [columns, rows] = [Math.ceil((x.to - x.from) / x.cell), Math.ceil((y.to - y.from) / y.cell)];
  const cells = new Uint8Array(columns * rows);
  const places = laid.rows * laid.columns;
  for (let index = 0; index < marks.length; index++) {
    const mark = marks[index] ?? 0;
    if (mark === 0) continue;
    const place = laid.depth > 1 ? index % places : index;
    const [row, column] = [Math.floor(place / laid.columns), place % laid.columns];
    if (column < x.from || column >= x.to || row < y.from || row >= y.to) continue;
    const cell = Math.floor((row - y.from) / y.cell) * columns + Math.floor((column - x.from) / x.cell);
    cells[cell] = (cells[cell] ?? 0) | (mark > 0 ? WRONG : UNWRITTEN);
  }
  return { columns, rows, marks: cells };
}

/** Stretches of cells of a row that have this bit. */
export function stretches({ columns, rows, marks }: Cells, bit: number): { row: number; from: number; to: number }[] {
  const found: { row: number; from: number; to: number }[] = [];
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      if (((marks[row * columns + column] ?? 0) & bit) === 0) continue;
      const last = found.at(-1);
      if (last?.row === row && last.to === column) last.to = column + 1;
      else found.push({ row, from: column, to: column + 1 });
    }
  }
  return found;
}
