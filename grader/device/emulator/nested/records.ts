import type { Dim3 } from '../../device.ts';
import { TamperedRecord } from '../../tampered.ts';
import type { Machine } from '../machine.ts';

/** A launch by a kernel, as native/emulator/runtime/launches.c puts it on record. */
export interface LaunchByKernel {
  /** Numbers of the kernel and of the place. */
  readonly kernel: number;
  readonly site: number;
  readonly grid: Dim3;
  readonly block: Dim3;
  readonly sharedBytes: number;
  readonly stream: number;
  readonly args: Uint8Array;
  /** Who launched; blocks of all grids since the host's launch are numbered on. */
  readonly thread: number;
  readonly byBlock: number;
  /** Accesses with smaller stamps come before: those of the thread, its warp, its block and its grid. */
  readonly limits: readonly [thread: number, warp: number, block: number, grid: number];
  /** Of these stamps. */
  readonly generation: number;
  /** The latest handover that the thread had seen. */
  readonly tookOver: number;
}

/** As `piece` in native/emulator/runtime/resident.c: what follows its link to the next one. */
const PIECE_BYTES = 32_768;
const LINK_BYTES = 4;
const HEADER_WORDS = 20;

/** What a record of a launch may say. */
export interface LaunchBounds {
  readonly kernels: number;
  readonly sites: number;
  /** Blocks of all grids since the host's launch. */
  readonly blocks: number;
}

/** As in native/emulator/runtime/launches.c. */
const MAX_ARGUMENTS = 4096;
const MAX_THREADS = 1024;
const MAX_GRID = [0x7fff_ffff, 0xffff, 0xffff] as const;
const SHARED_PER_BLOCK = 49_152;

/**
 * Returns the launches of the grid that has run last, in their order.
 * @throws TamperedRecord if a record is not one that the runtime writes, or the list of them leads in a circle
 */
export function launchesOf(machine: Machine, bounds: LaunchBounds): LaunchByKernel[] {
  const view = machine.view();
  const records: LaunchByKernel[] = [];
  const count = machine.control.get('launchCount');
  const seen = new Set<number>();
  const next = (address: number): number => {
    const isNew = address !== 0 && address % 4 === 0 && address + PIECE_BYTES <= view.byteLength && !seen.has(address);
    if (!isNew) throw new TamperedRecord(RECORD);
    seen.add(address);
    return address;
  };
  let piece = count > 0 ? next(machine.control.get('launches')) : 0;
  let at = LINK_BYTES;
  while (records.length < count) {
    const bytes = at + 4 <= PIECE_BYTES ? view.getUint32(piece + at, true) : 0;
    if (bytes === 0) {
      piece = next(view.getUint32(piece, true));
      at = LINK_BYTES;
      continue;
    }
    if (bytes % 4 !== 0 || bytes < 4 * HEADER_WORDS || at + bytes > PIECE_BYTES) throw new TamperedRecord(RECORD);
    const word = (index: number) => view.getUint32(piece + at + 4 * index, true);
    const argumentBytes = word(11);
    if (argumentBytes > MAX_ARGUMENTS || 4 * HEADER_WORDS + argumentBytes > bytes) throw new TamperedRecord(RECORD);
    const record: LaunchByKernel = {
      ...{ kernel: word(1), site: word(2), sharedBytes: word(9), stream: word(10) },
      grid: [word(3), word(4), word(5)],
      block: [word(6), word(7), word(8)],
      args: machine.bytes(piece + at + 4 * HEADER_WORDS, argumentBytes).slice(),
      ...{ thread: word(12), byBlock: word(13), generation: word(18), tookOver: word(19) },
      limits: [word(14), word(15), word(16), word(17)],
    };
    if (!isPossible(record, bounds)) throw new TamperedRecord(RECORD);
    records.push(record);
    at += bytes;
  }
  return records;
}

const RECORD = 'launches by kernels';

/** The runtime refuses every other launch, and puts none of them on record. */
function isPossible(record: LaunchByKernel, { kernels, sites, blocks }: LaunchBounds): boolean {
  const { kernel, site, grid, block, sharedBytes, thread, byBlock } = record;
  const threads = block[0] * block[1] * block[2];
  return (
    kernel < kernels &&
    site < sites &&
    grid.every((extent, axis) => extent > 0 && extent <= (MAX_GRID[axis] ?? 0)) &&
    threads > 0 &&
    threads <= MAX_THREADS &&
    sharedBytes <= SHARED_PER_BLOCK &&
    thread < MAX_THREADS &&
    byBlock < blocks
  );
}
