import {
  LAUNCH_RECORD,
  LAUNCH_RECORD_BYTES,
  MAX_GRID_X,
  MAX_GRID_YZ,
  MAX_LAUNCH_ARGUMENTS,
  MAX_THREADS,
  PIECE_BYTES,
  PIECE_LINK_BYTES,
  SHARED_PER_BLOCK,
} from '../../../abi/index.ts';
import type { Dim3 } from '../../device.ts';
import { TamperedRecord } from '../../tampered.ts';
import type { Machine } from '../machine.ts';

/** A launch by a kernel. */
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

/** What a record of a launch may say. */
export interface LaunchBounds {
  readonly kernels: number;
  readonly sites: number;
  /** Blocks of all grids since the host's launch. */
  readonly blocks: number;
}

/** The most blocks along each axis. */
const MAX_GRID = [MAX_GRID_X, MAX_GRID_YZ, MAX_GRID_YZ] as const;

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
  let at = PIECE_LINK_BYTES;
  while (records.length < count) {
    const bytes = at + 4 <= PIECE_BYTES ? view.getUint32(piece + at, true) : 0;
    if (bytes === 0) {
      piece = next(view.getUint32(piece, true));
      at = PIECE_LINK_BYTES;
      continue;
    }
    if (bytes % 4 !== 0 || bytes < LAUNCH_RECORD_BYTES || at + bytes > PIECE_BYTES) throw new TamperedRecord(RECORD);
    const word = (field: keyof typeof LAUNCH_RECORD, index = 0) =>
      view.getUint32(piece + at + LAUNCH_RECORD[field] + 4 * index, true);
    const three = (field: 'grid' | 'block'): Dim3 => [word(field), word(field, 1), word(field, 2)];
    const argumentBytes = word('argumentBytes');
    if (argumentBytes > MAX_LAUNCH_ARGUMENTS || LAUNCH_RECORD_BYTES + argumentBytes > bytes)
      throw new TamperedRecord(RECORD);
    const record: LaunchByKernel = {
      ...{ kernel: word('kernel'), site: word('site'), sharedBytes: word('sharedBytes'), stream: word('stream') },
      grid: three('grid'),
      block: three('block'),
      args: machine.bytes(piece + at + LAUNCH_RECORD_BYTES, argumentBytes).slice(),
      ...{ thread: word('thread'), byBlock: word('byBlock') },
      ...{ generation: word('generation'), tookOver: word('tookOver') },
      limits: [word('limit'), word('limit', 1), word('limit', 2), word('limit', 3)],
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
