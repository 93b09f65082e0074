import type { CountedLaunch } from '../../spec/index.ts';
import { blocksOf, globalSites, sharedSites, threadsOf, warpsOf } from './launch.ts';

/**
 * Instructions are not counted: these are what nvcc makes of kernels of a course, roughly, besides the loads and stores
 * themselves. `docs/estimate.md` says where each comes from.
 */
export const ASSUMED = {
  /** Warp instructions for each access: itself, its address, and arithmetic with what it loaded. */
  perGlobalAccess: 2.5,
  perSharedAccess: 1.5,
  /** Of a loop's turn: counter, comparison, branch. */
  perTurn: 4,
  /** Of a warp from its start to its end: indexes, guards. */
  perWarp: 24,
  /** Turns of a loop that nvcc has under way together, where no barrier keeps them apart. */
  turnsTogether: 4,
  /** Multiply-adds for each value loaded. */
  fmaPerLoad: 0.5,
  registersPerThread: 32,
  /** From an instruction to the next of the same warp, where it needs the result. */
  clocksBetween: 4.5,
} as const;

/** Warp instructions of the whole launch, and those among them that multiply and add. */
export function instructions(launch: CountedLaunch): { readonly all: number; readonly fma: number } {
  const [ofGlobal, ofShared] = [globalSites(launch), sharedSites(launch)];
  const turns = Math.max(0, launch.steps - blocksOf(launch) * threadsOf(launch)) / 32;
  const all =
    ASSUMED.perGlobalAccess * sum(ofGlobal, ({ requests }) => requests) +
    ASSUMED.perSharedAccess * sum(ofShared, ({ requests }) => requests) +
    (ASSUMED.perTurn / ASSUMED.turnsTogether) * turns +
    ASSUMED.perWarp * blocksOf(launch) * warpsOf(launch);
  const loads = sum([...ofGlobal, ...ofShared], ({ requests, stores }) => (stores ? 0 : requests));
  return { all, fma: ASSUMED.fmaPerLoad * loads };
}

export function sum<T>(list: readonly T[], of: (one: T) => number): number {
  return list.reduce((total, one) => total + of(one), 0);
}
