import { MARK } from '../backend.ts';
import type { Candidate } from './place.ts';
import type { Sight } from './sight.ts';

/** Blocks as students choose them, rows × columns, larger ones first. */
const TILES = [
  [32, 32],
  [16, 32],
  [8, 32],
  [16, 16],
  [8, 16],
  [8, 8],
  [4, 4],
  [2, 2],
  [1, 1],
] as const;
const FLAT_TILES = [1024, 512, 256, 128, 64, 32].map((columns) => [1, columns] as const);
/** Smaller whole tiles say nothing: any sprinkling has them. */
const SMALLEST_WHOLE = 32;

/** Failing tiles of the last two dimensions: alternately, or whole ones. */
export function tileCandidates(sight: Sight): Candidate[] {
  const flat = sight.rows === 1 || sight.columns === 1;
  return (flat ? FLAT_TILES : TILES).flatMap((tile) => candidatesOf(sight, tile, flat));
}

function candidatesOf(sight: Sight, [rows, columns]: readonly [number, number], flat: boolean): Candidate[] {
  const tiles = countTiles(sight, rows, columns, flat);
  if (tiles.across * tiles.down < 4) return [];
  const candidates: Candidate[] = [];
  let failingTiles = 0;
  const whole = { hits: 0, size: 0 };
  const even = { hits: 0, size: 0 };
  const odd = { hits: 0, size: 0 };
  const { failing, considered, across } = tiles;
  for (let tile = 0; tile < failing.length; tile++) {
    const hits = failing[tile] as number;
    const size = considered[tile] as number;
    const parity = ((tile % across) + Math.floor(tile / across)) % 2 === 0 ? even : odd;
    parity.hits += hits;
    parity.size += size;
    if (2 * hits <= size) continue;
    failingTiles++;
    whole.hits += hits;
    whole.size += size;
  }
  candidates.push({ pattern: { kind: 'checkerboard', rows, columns, parity: 0 }, ...even });
  candidates.push({ pattern: { kind: 'checkerboard', rows, columns, parity: 1 }, ...odd });
  if (rows * columns >= SMALLEST_WHOLE && failingTiles > 0) {
    const pattern = { kind: 'whole-tiles', rows, columns, failing: failingTiles, tiles: failing.length } as const;
    candidates.push({ pattern, ...whole });
  }
  return candidates;
}

function countTiles(sight: Sight, tileRows: number, tileColumns: number, flat: boolean) {
  const rows = flat ? 1 : sight.rows;
  const columns = flat ? sight.rows * sight.columns : sight.columns;
  const across = Math.ceil(columns / tileColumns);
  const down = Math.ceil(rows / tileRows);
  const failing = new Float64Array(across * down);
  const considered = new Float64Array(across * down);
  for (let plane = 0, i = 0; plane < sight.planes; plane++) {
    for (let row = 0; row < rows; row++) {
      const first = Math.floor(row / tileRows) * across;
      for (let column = 0; column < columns; column++, i++) {
        const mark = sight.marks[i];
        if (mark !== sight.failing && mark !== MARK.right) continue;
        const tile = first + Math.floor(column / tileColumns);
        considered[tile] = (considered[tile] as number) + 1;
        if (mark === sight.failing) failing[tile] = (failing[tile] as number) + 1;
      }
    }
  }
  return { across, down, failing, considered };
}
