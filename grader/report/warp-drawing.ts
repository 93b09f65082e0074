import type { WarpRequest } from './requests.ts';
import { BANKS, SECTOR, sectorsOf, type TouchedSector, type Wavefront, WORD, wavefrontsOf } from './requests.ts';

/** A request of a warp as a picture. All lengths in units of the drawing. */
export interface WarpDrawing {
  readonly width: number;
  readonly height: number;
  /** Sectors, or banks in each wavefront, as an SVG path. */
  readonly units: string;
  /** What of them is wanted, as an SVG path. */
  readonly used: string;
  /** Numbers of lanes where they have room, and of banks. */
  readonly labels: readonly { readonly x: number; readonly y: number; readonly text: string; readonly kind: string }[];
}

const CELL = 11;
const ROW = 15;
/** Where there are many. */
const LOW_ROW = 10;
const MANY = 8;
const GAP = 5;
const SECTORS_ACROSS = 4;
const WORDS = SECTOR / WORD;
const SECTOR_WIDTH = WORDS * CELL;

/** Each sector that is touched as a box of eight words, by address; filled are the bytes that lanes want. */
export function drawSectors(request: WarpRequest): WarpDrawing {
  const sectors = sectorsOf(request);
  const rows = Math.ceil(sectors.length / SECTORS_ACROSS);
  const placed = sectors.map((touched, index) => ({
    ...touched,
    x: (index % SECTORS_ACROSS) * (SECTOR_WIDTH + GAP),
    y: Math.floor(index / SECTORS_ACROSS) * (ROW + GAP),
  }));
  const perByte = CELL / WORD;
  return {
    width: SECTORS_ACROSS * (SECTOR_WIDTH + GAP) - GAP,
    height: rows * (ROW + GAP) - GAP,
    units: placed.map(({ x, y }) => rectangle(x, y, SECTOR_WIDTH, ROW)).join(''),
    used: placed
      .flatMap(({ x, y, ...touched }) =>
        runsOf(touched, request.bytes).map(([from, to]) =>
          rectangle(x + from * perByte, y, (to - from) * perByte, ROW),
        ),
      )
      .join(''),
    labels:
      request.bytes < WORD
        ? []
        : placed.flatMap(({ x, y, wanted, sector }) =>
            wanted.map(({ lane, at }) => ({
              x: round(x + (at - sector * SECTOR + request.bytes / 2) * perByte),
              y: y + ROW - 4,
              text: String(lane),
              kind: 'lane',
            })),
          ),
  };
}

/** Stretches of wanted bytes in a sector. */
function runsOf({ sector, wanted }: TouchedSector, bytes: number): [number, number][] {
  const runs: [number, number][] = [];
  for (const at of wanted.map((one) => one.at - sector * SECTOR).sort((a, b) => a - b)) {
    const last = runs.at(-1);
    // Elements of words and more keep their edges.
    if (last && last[1] === at && bytes < WORD) last[1] = at + bytes;
    else runs.push([at, at + bytes]);
  }
  return runs;
}

/** A row for each wavefront, a column for each bank; filled is what lanes want. */
export function drawBanks(request: WarpRequest, isLoad: boolean): WarpDrawing {
  const wavefronts = wavefrontsOf(request, isLoad);
  const row = wavefronts.length > MANY ? LOW_ROW : ROW;
  const height = wavefronts.length * row;
  const cells = (wavefront: Wavefront, turn: number) =>
    [...wavefront].map(({ bank, lane }) => ({ x: bank * CELL, y: turn * row, lane }));
  const placed = wavefronts.flatMap(cells);
  const numbered = [0, 8, 16, 24, 31];
  return {
    width: BANKS * CELL,
    height: height + 14,
    units:
      Array.from({ length: wavefronts.length + 1 }, (_, turn) => `M0 ${turn * row}h${BANKS * CELL}`).join('') +
      Array.from({ length: BANKS + 1 }, (_, bank) => `M${bank * CELL} 0v${height}`).join(''),
    used: placed.map(({ x, y }) => rectangle(x, y, CELL, row)).join(''),
    labels: [
      ...placed.map(({ x, y, lane }) => ({ x: x + CELL / 2, y: y + row / 2 + 3, text: String(lane), kind: 'lane' })),
      ...numbered.map((bank) => ({ x: bank * CELL + CELL / 2, y: height + 11, text: String(bank), kind: 'bank' })),
    ],
  };
}

function rectangle(x: number, y: number, width: number, height: number): string {
  return `M${round(x)} ${round(y)}h${round(width)}v${round(height)}h${round(-width)}z`;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
