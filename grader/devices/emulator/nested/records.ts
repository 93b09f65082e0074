import type { Dim3 } from '../../device.ts';
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

/** The launches of the grid that has run last, in their order. */
export function launchesOf(machine: Machine): LaunchByKernel[] {
  const view = machine.view();
  const records: LaunchByKernel[] = [];
  const count = machine.control.get('launchCount');
  let piece = machine.control.get('launches');
  let at = LINK_BYTES;
  while (records.length < count) {
    const bytes = at + 4 <= PIECE_BYTES ? view.getUint32(piece + at, true) : 0;
    if (bytes === 0) {
      piece = view.getUint32(piece, true);
      if (piece === 0) throw new Error('the records of launches end too early');
      at = LINK_BYTES;
      continue;
    }
    const word = (index: number) => view.getUint32(piece + at + 4 * index, true);
    records.push({
      ...{ kernel: word(1), site: word(2), sharedBytes: word(9), stream: word(10) },
      grid: [word(3), word(4), word(5)],
      block: [word(6), word(7), word(8)],
      args: machine.bytes(piece + at + 4 * HEADER_WORDS, word(11)).slice(),
      ...{ thread: word(12), byBlock: word(13), generation: word(18), tookOver: word(19) },
      limits: [word(14), word(15), word(16), word(17)],
    });
    at += bytes;
  }
  return records;
}
