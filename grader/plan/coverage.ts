/** How the threads of one launch lie over the elements of an array, both in elements. Numbers only; `wording/` and `report/` make sentences. */
export interface LaunchCoverage {
  /** The array as the launch sees it: one row for a launch with one row of threads. */
  readonly rows: number;
  readonly columns: number;
  readonly threadRows: number;
  readonly threadColumns: number;
  readonly blockRows: number;
  readonly blockColumns: number;
  /** Elements that have no thread of their own when thread (x, y) takes column x of row y. */
  readonly uncovered: number;
  /** Threads beyond the data: the ones that a guard has to stop. */
  readonly spare: number;
  /** Blocks of which only a part lies over the data. */
  readonly raggedBlocks: number;
}

type Triple = readonly [number, number, number];

/**
 * Lays a launch over an array.
 * @param launch - the grid in blocks and the block in threads, each [x, y, z]
 * @param shape - extents of the array, slowest first. A launch with more than one row of threads is laid over the last
 *   two, with all others folded into the rows; any other launch over the array as one row of elements
 */
export function coverage(
  launch: { readonly grid: Triple; readonly block: Triple },
  shape: readonly number[],
): LaunchCoverage {
  const { grid, block } = launch;
  const flat = grid[1] * block[1] === 1;
  const elements = shape.reduce((product, extent) => product * extent, 1);
  const columns = flat ? elements : (shape.at(-1) ?? 1);
  const rows = flat ? 1 : columns === 0 ? 0 : elements / columns;
  const [threadRows, threadColumns] = [grid[1] * block[1], grid[0] * block[0]];
  const covered = Math.min(rows, threadRows) * Math.min(columns, threadColumns);
  return {
    rows,
    columns,
    threadRows,
    threadColumns,
    blockRows: block[1],
    blockColumns: block[0],
    uncovered: rows * columns - covered,
    spare: threadRows * threadColumns - covered,
    raggedBlocks:
      touched(grid[0], block[0], columns) * touched(grid[1], block[1], rows) -
      whole(grid[0], block[0], columns) * whole(grid[1], block[1], rows),
  };
}

/** Blocks along one axis that reach the data at all, and those that lie wholly over it. */
function touched(blocks: number, threads: number, extent: number): number {
  return threads === 0 ? 0 : Math.min(blocks, Math.ceil(extent / threads));
}

function whole(blocks: number, threads: number, extent: number): number {
  return threads === 0 ? 0 : Math.min(blocks, Math.floor(extent / threads));
}
