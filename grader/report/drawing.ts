import { wordNumber } from '../wording/index.ts';
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
export function drawLaunch({ laid, status, complete }: Coverage): Drawing[] {
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
  const all = draw(x, y, flat, `The whole launch${axes}.`);
  const thin = [strip(x, all.width), strip(y, all.height)].some((width) => width > 0 && width < VISIBLE);
  return thin
    ? [all, draw(edge(x), flat ? y : edge(y), flat, flat ? 'Its end, enlarged.' : 'Its last corner, enlarged.')]
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

function draw(x: Axis, y: Axis, flat: boolean, caption: string): Drawing {
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
  return {
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
