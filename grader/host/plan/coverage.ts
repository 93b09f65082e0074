/** How the threads of one launch lie over the elements of an array, both in elements. Numbers only; `report/` makes sentences and drawings. */
export interface LaunchCoverage {
  /** The array as the launch sees it: one row for a launch with one row of threads. */
  readonly rows: number;
  readonly columns: number;
  /** Elements at each place of rows and columns: the planes of a picture that has one thread for all of them; else 1. */
  readonly depth: number;
  readonly threadRows: number;
  readonly threadColumns: number;
  readonly blockRows: number;
  readonly blockColumns: number;
  /** Places that have no thread of their own when thread (x, y) takes column x of row y. */
  readonly uncovered: number;
  /** Threads beyond the data: the ones that a guard has to stop. */
  readonly spare: number;
  /** Blocks of which only a part lies over the data. */
  readonly raggedBlocks: number;
  /** Some places have no thread, and none would lack one if x ran over the rows and y over the columns. */
  readonly crosswise: boolean;
}

type Triple = readonly [number, number, number];
type Layout = Pick<LaunchCoverage, 'rows' | 'columns' | 'depth'>;

/**
 * Lays a launch over an array.
 * @param launch - the grid in blocks and the block in threads, each [x, y, z]
 * @param shape - extents of the array, slowest first. A launch with more than one row of threads is laid over the last
 *   two, any other launch over the array as one row of elements. Leading extents are planes where the launch has no
 *   whole block beyond one plane; else they are folded into the rows
 */
export function coverage(
  launch: { readonly grid: Triple; readonly block: Triple },
  shape: readonly number[],
): LaunchCoverage {
  const { grid, block } = launch;
  const [threadRows, threadColumns] = [grid[1] * block[1], grid[0] * block[0]];
  const flat = threadRows === 1;
  const { rows, columns, depth } = layOut(shape, flat, flat ? threadColumns : threadRows, flat ? block[0] : block[1]);
  const covered = Math.min(rows, threadRows) * Math.min(columns, threadColumns);
  return {
    rows,
    columns,
    depth,
    threadRows,
    threadColumns,
    blockRows: block[1],
    blockColumns: block[0],
    uncovered: rows * columns - covered,
    spare: threadRows * threadColumns - covered,
    raggedBlocks:
      touched(grid[0], block[0], columns) * touched(grid[1], block[1], rows) -
      whole(grid[0], block[0], columns) * whole(grid[1], block[1], rows),
    crosswise: covered < rows * columns && threadColumns >= rows && threadRows >= columns,
  };
}

/** @param threads - of the launch along its slower axis, in blocks of `block` */
function layOut(shape: readonly number[], flat: boolean, threads: number, block: number): Layout {
  const plane = product(shape.slice(-2));
  const width = shape.at(-1) ?? 1;
  const height = shape.length < 2 ? 1 : (shape.at(-2) ?? 1);
  const planes = product(shape.slice(0, -2));
  const reach = flat ? plane : height;
  const perPlane = planes > 1 && threads >= reach && threads <= roundUp(reach, block);
  if (flat) return { rows: 1, columns: perPlane ? plane : plane * planes, depth: perPlane ? planes : 1 };
  if (perPlane) return { rows: height, columns: width, depth: planes };
  return { rows: width === 0 ? 0 : height * planes, columns: width, depth: 1 };
}

function product(extents: readonly number[]): number {
  return extents.reduce((result, extent) => result * extent, 1);
}

function roundUp(value: number, step: number): number {
  return step === 0 ? 0 : Math.ceil(value / step) * step;
}

/** Blocks along one axis that reach the data at all, and those that lie wholly over it. */
function touched(blocks: number, threads: number, extent: number): number {
  return threads === 0 ? 0 : Math.min(blocks, Math.ceil(extent / threads));
}

function whole(blocks: number, threads: number, extent: number): number {
  return threads === 0 ? 0 : Math.min(blocks, Math.floor(extent / threads));
}
