import { wordNumber } from '../explain/index.ts';
import { type Cells, cellsOf, stretches, UNWRITTEN, WRONG } from './cells.ts';
import type { Coverage } from './coverage.ts';

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A part of the launch and of the data, to scale. All lengths in units of the drawing. */
export interface Drawing {
  readonly caption: string;
  readonly width: number;
  readonly height: number;
  /** The data, and of it what has a thread. */
  readonly data: Box;
  readonly covered: Box;
  /** Threads beyond the data, to its right and below it. */
  readonly outside: readonly Box[];
  /** Boundaries of blocks, as an SVG path. */
  readonly blocks: string;
  /** Blocks in one cell of the drawing, along each axis: more than 1 where there are too many to draw each. */
  readonly blocksPerCell: readonly [number, number];
  /** Cells under which elements are wrong, or were never written, as SVG paths. */
  readonly wrong: string;
  readonly unwritten: string;
  /** What the page's script needs to name the block and thread at a place. */
  readonly ruler: Ruler;
}

/** The axes of a drawing, x and y: `[data, threads, block, from, to, blocks in a cell, units of the drawing an element]`. */
export interface Ruler {
  readonly x: readonly number[];
  readonly y: readonly number[];
  /** x of a block counts rows, as it seems. */
  readonly turned: boolean;
  /** One row of threads: places are elements, not rows and columns. */
  readonly flat: boolean;
  /** Of each cell, row by row, the bits of `cells.ts`; empty where all is right. */
  readonly marks: string;
}

/** Elements in one direction: of the data, of the launch, of a block; and the part of them that is drawn. */
interface Axis {
  readonly data: number;
  readonly threads: number;
  readonly block: number;
  readonly from: number;
  readonly to: number;
}

const WIDTH = 640;
const HEIGHT = 320;
const FLAT_HEIGHT = 44;
const MAX_CELLS = 48;
/** A strip that is thinner than this is drawn a second time, enlarged. */
const VISIBLE = 8;

/**
 * The launch over the data: x across and y down, as pictures and matrices are drawn. Where x seems to count rows, the
 * launch is drawn as it lies then. A thin ragged edge is drawn again, enlarged. Nothing ran: no drawing.
 */
export function drawLaunch(coverage: Coverage): Drawing[] {
  const { laid, status, complete } = coverage;
  if (status !== 'ran' || laid.rows * laid.columns * laid.threadRows * laid.threadColumns === 0) return [];
  const turned = laid.crosswise && complete;
  const x = whole(
    laid.columns,
    turned ? laid.threadRows : laid.threadColumns,
    turned ? laid.blockRows : laid.blockColumns,
  );
  const y = whole(
    laid.rows,
    turned ? laid.threadColumns : laid.threadRows,
    turned ? laid.blockColumns : laid.blockRows,
  );
  const flat = laid.rows === 1 && laid.threadRows === 1;
  const axes = flat ? '' : turned ? ', x down and y across' : ', x across and y down';
  const view = { coverage, turned, flat };
  const all = draw(x, y, view, `The whole launch${axes}.`);
  const thin = [strip(x, all.width), strip(y, all.height)].some((width) => width > 0 && width < VISIBLE);
  return thin
    ? [all, draw(edge(x), flat ? y : edge(y), view, flat ? 'Its end, enlarged.' : 'Its last corner, enlarged.')]
    : [all];
}

function whole(data: number, threads: number, block: number): Axis {
  return { data, threads, block, from: 0, to: Math.max(data, threads) };
}

/** Two blocks before the place where data or threads end, and one after it. */
function edge(axis: Axis): Axis {
  const { data, threads, block } = axis;
  const last = Math.max(0, Math.ceil(Math.min(data, threads) / block) - 1);
  return { ...axis, from: Math.max(0, last - 1) * block, to: Math.min(axis.to, (last + 2) * block) };
}

/** Thickness, as drawn, of what threads and data do not have in common. */
function strip({ data, threads, to }: Axis, length: number): number {
  return (Math.abs(data - threads) / to) * length;
}

interface View {
  readonly coverage: Coverage;
  readonly turned: boolean;
  readonly flat: boolean;
}

function draw(x: Axis, y: Axis, { coverage, turned, flat }: View, caption: string): Drawing {
  const [columns, rows] = [x.to - x.from, y.to - y.from];
  const scale = flat ? WIDTH / columns : Math.min(WIDTH / columns, HEIGHT / rows);
  const [scaleX, scaleY] = [scale, flat ? FLAT_HEIGHT : scale];
  const boxOf = (left: number, top: number, right: number, bottom: number): Box => {
    const [x0, x1] = [clip(left, x), clip(right, x)].map((at) => round(at * scaleX)) as [number, number];
    const [y0, y1] = [clip(top, y), clip(bottom, y)].map((at) => round(at * scaleY)) as [number, number];
    return { x: x0, y: y0, width: round(x1 - x0), height: round(y1 - y0) };
  };
  const right = boxOf(x.data, 0, x.threads, y.threads);
  const below = boxOf(0, y.data, Math.min(x.data, x.threads), y.threads);
  const [linesX, perCellX] = lines(x);
  const [linesY, perCellY] = lines(y);
  const grid = boxOf(0, 0, x.threads, y.threads);
  const path = [
    ...linesX.map((at) => `M${round((at - x.from) * scaleX)} ${grid.y}v${grid.height}`),
    ...linesY.map((at) => `M${grid.x} ${round((at - y.from) * scaleY)}h${grid.width}`),
  ];
  const cells = markedCells(coverage, x, y, perCellX, perCellY);
  const marked = (bit: number) =>
    cells
      ? stretches(cells, bit)
          .map(({ row, from, to }) => {
            const left = x.from + from * perCellX * x.block;
            const top = y.from + row * perCellY * y.block;
            const right = Math.min(x.data, x.from + to * perCellX * x.block);
            const box = boxOf(left, top, right, Math.min(y.data, top + perCellY * y.block));
            return `M${box.x} ${box.y}h${box.width}v${box.height}h${-box.width}z`;
          })
          .join('')
      : '';
  const ruler = ({ data, threads, block, from, to }: Axis, step: number, unit: number) =>
    [data, threads, block, from, to, step, unit].map((value) => Number(value.toPrecision(8)));
  return {
    wrong: marked(WRONG),
    unwritten: marked(UNWRITTEN),
    ruler: {
      x: ruler(x, perCellX, scaleX),
      y: ruler(y, perCellY, scaleY),
      ...{ turned, flat, marks: cells?.marks.some((mark) => mark > 0) ? cells.marks.join('') : '' },
    },
    caption,
    width: round(columns * scaleX),
    height: round(rows * scaleY),
    data: boxOf(0, 0, x.data, y.data),
    covered: boxOf(0, 0, Math.min(x.data, x.threads), Math.min(y.data, y.threads)),
    outside: [right, below].filter(({ width, height }) => width > 0 && height > 0),
    blocks: path.join(''),
    blocksPerCell: [perCellX, perCellY],
  };
}

/** What is not as expected under the cells, as far as data and threads both reach. */
function markedCells({ laid, marks }: Coverage, x: Axis, y: Axis, perCellX: number, perCellY: number): Cells | null {
  if (!marks) return null;
  const axis = ({ data, threads, block, from, to }: Axis, step: number) => ({
    from,
    to: Math.max(from, Math.min(data, threads, to)),
    cell: step * block,
  });
  return cellsOf(laid, marks, axis(x, perCellX), axis(y, perCellY));
}

/** Where blocks begin and end in the part that is drawn, and how many blocks lie between two lines. */
function lines({ threads, block, from, to }: Axis): [number[], number] {
  const end = Math.min(threads, to);
  const step = Math.max(1, Math.ceil((end - from) / block / MAX_CELLS));
  const at: number[] = [];
  for (let line = from; line < end; line += step * block) at.push(line);
  return [[...at, end], step];
}

function clip(at: number, { from, to }: Axis): number {
  return Math.max(from, Math.min(to, at)) - from;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}

/** What a cell of the drawing is: `one block`, `8 × 4 blocks`. */
export function cellWords([across, down]: readonly [number, number]): string {
  if (across * down === 1) return 'one block';
  return `${down === 1 ? wordNumber(across) : `${wordNumber(across)} × ${wordNumber(down)}`} blocks`;
}
