import type { TileContents } from './trace.ts';

const TILE_ROWS = 16;
const TILE_COLUMNS = 8;
/** Tiles stand side by side as long as they fit into a terminal. */
const LINE_WIDTH = 100;
const GAP = '     ';

/** Each tile as a small table, side by side where there is room; a dot where nothing was stored. */
export function drawTiles(tiles: readonly TileContents[]): string[] {
  const rows: string[][] = [];
  for (const tile of tiles.map(drawTile)) {
    const beside = rows.at(-1);
    const width = (beside?.[0]?.length ?? 0) + GAP.length + (tile[0]?.length ?? 0);
    if (beside === undefined || beside.length !== tile.length || width > LINE_WIDTH) rows.push(tile);
    else rows[rows.length - 1] = beside.map((line, index) => `${line}${GAP}${tile[index] ?? ''}`);
  }
  return rows.flat().map((line) => `${GAP}${line}`.trimEnd());
}

/** @returns lines of the same length, the first one the name */
function drawTile({ name, extents, values }: TileContents): string[] {
  const columns = extents.at(-1) ?? 1;
  const rows = values.length / columns;
  const shownColumns = Math.min(columns, TILE_COLUMNS);
  const shownRows = Math.min(rows, TILE_ROWS);
  const cells = Array.from({ length: shownRows }, (_, row) =>
    values
      .slice(row * columns, row * columns + shownColumns)
      .map((value) => (value === null ? '·' : showNumber(value))),
  );
  const width = Math.max(...cells.flat().map((cell) => cell.length));
  const lines = [
    `${name}${extents.map((extent) => `[${extent}]`).join('')}`,
    ...cells.map((row) => row.map((cell) => cell.padStart(width)).join('  ') + (columns > shownColumns ? '  …' : '')),
    ...(rows > shownRows ? [`… ${count(rows - shownRows, 'more row')}`] : []),
  ];
  const widest = Math.max(...lines.map((line) => line.length));
  return lines.map((line) => line.padEnd(widest));
}

/** A number in a few digits. */
export function showNumber(value: number): string {
  if (Number.isInteger(value) || !Number.isFinite(value)) return String(value);
  const size = Math.abs(value);
  return size >= 1e-3 && size < 1e5 ? value.toFixed(3) : value.toExponential(2);
}

/** `1 thread`, `1,024 threads`. */
export function count(number: number, noun: string): string {
  return `${number.toLocaleString('en-US')} ${noun}${number === 1 ? '' : 's'}`;
}
