import { MARK } from '../backend.ts';
import type { Candidate } from '../pattern.ts';
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
const FLAT_BLOCKS = [1024, 512, 256, 128, 64, 32];
/** Smaller whole tiles say nothing: any sprinkling has them. */
const SMALLEST_WHOLE = 32;

/** Failing tiles of the last two dimensions, or blocks of the flat index: alternately, or whole ones. */
export function tileCandidates(sight: Sight): Candidate[] {
  const { planes, rows, columns, marks } = sight;
  const flat = FLAT_BLOCKS.flatMap((block) => {
    const tiles = count(sight, { planes: 1, rows: 1, columns: marks.length }, 1, block);
    return candidates(tiles, {
      alternate: (first) => ({ kind: 'every-other-block', block, first }),
      whole: (failing, blocks) => ({ kind: 'whole-blocks', block, failing, blocks }),
    });
  });
  if (rows === 1 || columns === 1) return flat;
  const tiled = TILES.flatMap(([tileRows, tileColumns]) => {
    const size = { rows: tileRows, columns: tileColumns };
    const tiles = count(sight, { planes, rows, columns }, tileRows, tileColumns);
    return candidates(tiles, {
      alternate: (parity) => ({ kind: 'checkerboard', ...size, parity }),
      whole:
        tileRows * tileColumns < SMALLEST_WHOLE
          ? null
          : (failing, of) => ({ kind: 'whole-tiles', ...size, failing, tiles: of }),
    });
  });
  return [...tiled, ...flat];
}

/** Makes patterns of numbers: the parity of alternating tiles, and how many whole ones of how many fail. */
interface Makers {
  readonly alternate: (parity: 0 | 1) => Candidate['pattern'];
  readonly whole: ((failing: number, of: number) => Candidate['pattern']) | null;
}

interface Tiles {
  readonly across: number;
  /** Failing, and failing or right, elements of each tile. */
  readonly failing: Float64Array;
  readonly considered: Float64Array;
}

function candidates({ across, failing, considered }: Tiles, { alternate, whole }: Makers): Candidate[] {
  if (failing.length < 4) return [];
  const even = { hits: 0, size: 0 };
  const odd = { hits: 0, size: 0 };
  const mostlyFailing = { hits: 0, size: 0 };
  let failingTiles = 0;
  for (let tile = 0; tile < failing.length; tile++) {
    const hits = failing[tile] as number;
    const size = considered[tile] as number;
    const parity = ((tile % across) + Math.floor(tile / across)) % 2 === 0 ? even : odd;
    parity.hits += hits;
    parity.size += size;
    if (2 * hits <= size) continue;
    failingTiles++;
    mostlyFailing.hits += hits;
    mostlyFailing.size += size;
  }
  return [
    { pattern: alternate(0), ...even },
    { pattern: alternate(1), ...odd },
    ...(whole && failingTiles > 0 ? [{ pattern: whole(failingTiles, failing.length), ...mostlyFailing }] : []),
  ];
}

/** Counts over tiles of the given shape; tiles of different planes that lie behind each other are one. */
function count(
  { marks, failing: mark }: Sight,
  shape: { readonly planes: number; readonly rows: number; readonly columns: number },
  tileRows: number,
  tileColumns: number,
): Tiles {
  const across = Math.ceil(shape.columns / tileColumns);
  const down = Math.ceil(shape.rows / tileRows);
  const failing = new Float64Array(across * down);
  const considered = new Float64Array(across * down);
  for (let plane = 0, i = 0; plane < shape.planes; plane++) {
    for (let row = 0; row < shape.rows; row++) {
      const first = Math.floor(row / tileRows) * across;
      for (let column = 0; column < shape.columns; column++, i++) {
        const fails = marks[i] === mark;
        if (!fails && marks[i] !== MARK.right) continue;
        const tile = first + Math.floor(column / tileColumns);
        considered[tile] = (considered[tile] as number) + 1;
        if (fails) failing[tile] = (failing[tile] as number) + 1;
      }
    }
  }
  return { across, failing, considered };
}
