import { wordNumber } from '../wording/index.ts';
import type { Coverage } from './model.ts';

/** `In the case lecture the launch covers 160 × 240 threads for 150 × 225 elements of out.` */
export function coverageSentence(coverage: Coverage | null): string | null {
  if (!coverage) return null;
  const { rows, columns, threadRows, threadColumns, output, kernel } = coverage;
  const size = (r: number, c: number) =>
    rows === 1 && threadRows === 1 ? wordNumber(c) : `${wordNumber(r)} × ${wordNumber(c)}`;
  const missing = threadRows < rows || threadColumns < columns;
  const spare = threadRows * threadColumns - Math.min(threadRows, rows) * Math.min(threadColumns, columns);
  const rest = missing
    ? 'some elements have no thread of their own'
    : spare > 0
      ? `${wordNumber(spare)} threads have no element`
      : 'each thread has an element';
  return `In the case ${coverage.case}, the launch of ${kernel} covers ${size(threadRows, threadColumns)} threads for ${size(rows, columns)} elements of ${output}: ${rest}.`;
}

/** A drawing of the grid over the data, to scale; large grids are drawn at their edges' true place with fewer lines. */
export interface GridDrawing {
  readonly width: number;
  readonly height: number;
  readonly data: { readonly width: number; readonly height: number };
  readonly blocks: readonly {
    readonly x: number;
    readonly y: number;
    readonly width: number;
    readonly height: number;
    readonly ragged: boolean;
  }[];
  /** Blocks are too many to draw each. */
  readonly grouped: boolean;
}

const DRAWING_WIDTH = 640;
const DRAWING_HEIGHT = 360;
const MAX_BLOCKS = 40;

export function drawGrid(coverage: Coverage): GridDrawing {
  const rows = Math.max(coverage.rows, coverage.threadRows);
  const columns = Math.max(coverage.columns, coverage.threadColumns);
  // A flat output would be a hair's breadth: it gets a height of its own.
  const flat = coverage.rows === 1 && coverage.threadRows === 1;
  const scale = flat ? DRAWING_WIDTH / columns : Math.min(DRAWING_WIDTH / columns, DRAWING_HEIGHT / rows);
  const yScale = flat ? 48 : scale;
  const across = Math.ceil(coverage.threadColumns / coverage.blockColumns);
  const down = Math.ceil(coverage.threadRows / coverage.blockRows);
  const stepX = Math.ceil(across / MAX_BLOCKS);
  const stepY = Math.ceil(down / MAX_BLOCKS);
  const blocks: GridDrawing['blocks'][number][] = [];
  for (let y = 0; y < down; y += stepY) {
    for (let x = 0; x < across; x += stepX) {
      const right = Math.min(across, x + stepX) * coverage.blockColumns;
      const bottom = Math.min(down, y + stepY) * coverage.blockRows;
      blocks.push({
        x: round(x * coverage.blockColumns * scale),
        y: round(y * coverage.blockRows * yScale),
        width: round((right - x * coverage.blockColumns) * scale),
        height: round((bottom - y * coverage.blockRows) * yScale),
        ragged: right > coverage.columns || bottom > coverage.rows,
      });
    }
  }
  return {
    width: round(columns * scale),
    height: round(rows * yScale),
    data: { width: round(coverage.columns * scale), height: round(coverage.rows * yScale) },
    blocks,
    grouped: stepX > 1 || stepY > 1,
  };
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
