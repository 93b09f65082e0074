import type { RequestSample } from '../device/index.ts';

/** Bytes that a GPU moves between caches and memory at a time, and the banks of shared memory with their words. */
export const SECTOR = 32;
export const BANKS = 32;
export const WORD = 4;
const LANES = 32;

/** What one request of a warp is made of, whichever warp it is. */
export type WarpRequest = Pick<RequestSample, 'bytes' | 'offsets' | 'alignment'>;

/** An element that lanes want, and the lowest of these lanes. */
export interface Wanted {
  readonly lane: number;
  /** In bytes, from an address that is a multiple of 128. */
  readonly at: number;
}

/** A sector that is touched: its number, and what of it is wanted. */
export interface TouchedSector {
  readonly sector: number;
  readonly wanted: readonly Wanted[];
}

/** The sectors of global memory that a request touches, by address. Elements of up to 16 bytes never cross one. */
export function sectorsOf(request: WarpRequest): TouchedSector[] {
  const sectors = new Map<number, Wanted[]>();
  for (const one of wantedElements(request)) {
    const sector = Math.floor(one.at / SECTOR);
    sectors.set(sector, [...(sectors.get(sector) ?? []), one]);
  }
  return [...sectors].sort(([a], [b]) => a - b).map(([sector, wanted]) => ({ sector, wanted }));
}

/** Of each wavefront that shared memory takes, the banks that it uses, with the lowest lane that wants the word. */
export type Wavefront = readonly { readonly bank: number; readonly lane: number }[];

/**
 * Each bank serves one word a wavefront. Elements of 8 or 16 bytes are served 16 or 8 lanes at a time, loads twice as
 * many where lanes agree in pairs: as native/emulator/runtime/request.c costs them.
 */
export function wavefrontsOf(request: WarpRequest, isLoad: boolean): Wavefront[] {
  const { bytes, offsets, alignment } = request;
  const inPairs = isLoad && bytes > WORD && (pairsAgree(offsets, 1) || pairsAgree(offsets, 2));
  const together = Math.min(LANES, (bytes <= WORD ? LANES : (LANES * WORD) / bytes) * (inPairs ? 2 : 1));
  const all: { bank: number; lane: number }[][] = [];
  for (let first = 0; first < LANES; first += together) {
    const words = new Map<number, number>();
    for (let lane = first; lane < first + together; lane++) {
      const offset = offsets[lane] ?? null;
      if (offset === null) continue;
      for (let word = 0; word < Math.ceil(bytes / WORD); word++) {
        const at = Math.floor((offset + alignment) / WORD) + word;
        if (!words.has(at)) words.set(at, lane);
      }
    }
    const depth = new Map<number, number>();
    const phase: { bank: number; lane: number }[][] = [];
    for (const [word, lane] of words) {
      const bank = ((word % BANKS) + BANKS) % BANKS;
      const turn = depth.get(bank) ?? 0;
      depth.set(bank, turn + 1);
      phase[turn] = [...(phase[turn] ?? []), { bank, lane }];
    }
    all.push(...phase);
  }
  return all;
}

/** Elements that some lane wants, each once, with the lowest such lane. */
export function wantedElements({ offsets, alignment }: WarpRequest): Wanted[] {
  const seen = new Map<number, number>();
  for (const [lane, offset] of offsets.entries()) {
    if (offset !== null && !seen.has(offset)) seen.set(offset, lane);
  }
  return [...seen].map(([offset, lane]) => ({ lane, at: offset + alignment }));
}

/** The same lanes at elements side by side: what costs least. */
export function neighbours({ bytes, offsets }: WarpRequest): WarpRequest {
  let next = 0;
  return { bytes, alignment: 0, offsets: offsets.map((offset) => (offset === null ? null : bytes * next++)) };
}

/** Fewest sectors that hold as many bytes as are wanted. */
export function fewestSectors(request: WarpRequest): number {
  return Math.ceil((wantedElements(request).length * request.bytes) / SECTOR);
}

/** Elements from a lane to the next, where that is the same for nearly all of them; else null. */
export function strideOf({ bytes, offsets }: WarpRequest): number | null {
  const steps = new Map<number, number>();
  let pairs = 0;
  for (let lane = 1; lane < LANES; lane++) {
    const [before, here] = [offsets[lane - 1] ?? null, offsets[lane] ?? null];
    if (before === null || here === null) continue;
    pairs++;
    steps.set(here - before, (steps.get(here - before) ?? 0) + 1);
  }
  const [most] = [...steps].sort(([, a], [, b]) => b - a);
  return most && pairs > 0 && most[1] >= 0.75 * pairs && most[0] % bytes === 0 ? most[0] / bytes : null;
}

function pairsAgree(offsets: WarpRequest['offsets'], bit: number): boolean {
  return offsets.every((offset, lane) => {
    const other = offsets[lane ^ bit] ?? null;
    return offset === null || other === null || offset === other;
  });
}
