import type { CountedLaunch } from '../../spec/index.ts';
import type { Gpu } from './gpu.ts';
import { ASSUMED } from './instructions.ts';
import { blocksOf, warpsOf } from './launch.ts';

export interface Occupancy {
  /** Blocks of a multiprocessor at a time, where there are enough. */
  readonly resident: number;
  /** Warps of the busiest multiprocessor at a time, and as many as it could have. */
  readonly warps: number;
  readonly warpsPossible: number;
  /** Multiprocessors with at least one block. */
  readonly multiprocessors: number;
  /** Blocks of the busiest multiprocessor, one after the other or together. */
  readonly blocks: number;
  /** How often the resident blocks are replaced, the last time included. */
  readonly rounds: number;
}

export function occupancyOf(launch: CountedLaunch, gpu: Gpu): Occupancy {
  const warps = warpsOf(launch);
  const shared = launch.sharedBytes + gpu.reservedSharedBytes;
  const limits = [
    gpu.residentThreads / (32 * warps),
    gpu.residentBlocks,
    shared > 0 ? gpu.sharedBytes / shared : gpu.residentBlocks,
    gpu.registers / (ASSUMED.registersPerThread * 32 * warps),
  ];
  const resident = Math.max(1, Math.floor(Math.min(...limits)));
  const all = blocksOf(launch);
  const blocks = Math.ceil(all / gpu.multiprocessors);
  return {
    resident,
    warps: Math.min(resident, blocks) * warps,
    warpsPossible: gpu.residentThreads / 32,
    multiprocessors: Math.min(all, gpu.multiprocessors),
    blocks,
    rounds: Math.ceil(blocks / resident),
  };
}
