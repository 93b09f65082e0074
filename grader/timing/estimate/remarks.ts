import type { CountedLaunch } from '../../spec/index.ts';
import type { Gpu } from './gpu.ts';
import { sum } from './instructions.ts';
import { blocksOf, globalSites, sharedSites } from './launch.ts';
import { estimateLaunch, type LaunchEstimate } from './model.ts';

/** Why a launch takes as long as it does, with figures; worded in `grader/explain/estimate.ts`. */
export type Remark =
  /** A warp's access at this line touches many cache lines. `needed`: sectors that as many neighbouring floats touch. */
  | {
      readonly kind: 'scattered';
      readonly access: Access;
      readonly sectors: number;
      readonly needed: number;
      readonly line?: number;
    }
  | {
      readonly kind: 'bank-conflicts';
      readonly access: Access;
      readonly wavefronts: number;
      readonly needed: number;
      readonly line?: number;
    }
  | { readonly kind: 'few-blocks'; readonly blocks: number; readonly multiprocessors: number }
  | { readonly kind: 'few-warps'; readonly warps: number; readonly possible: number }
  | { readonly kind: 'waiting' }
  | { readonly kind: 'tail'; readonly last: number; readonly together: number; readonly rounds: number }
  | { readonly kind: 'memory' };

type Access = 'load' | 'store';

/** A site with less of what its kind of memory has to do is not worth a word. */
const WORTH = 0.25;
/** Lines a request, from which a warp no longer walks along a row. */
const SCATTERED = 8;
const NEIGHBOURS = 4;

/**
 * @param ofSize - also what follows from the size of the work, and says nothing of a larger one
 */
export function remarksOf(launch: CountedLaunch, gpu: Gpu, ofSize = true): Remark[] {
  const { bound, occupancy, parts } = estimateLaunch(launch, gpu);
  const remarks: Remark[] = [...scattered(launch, parts), ...conflicts(launch, parts)];
  if (bound === 'launch') return remarks;
  const blocks = blocksOf(launch);
  const together = occupancy.resident * gpu.multiprocessors;
  const last = blocks % together;
  const fewBlocks = blocks < gpu.multiprocessors / 2;
  if (ofSize && fewBlocks) {
    remarks.push({ kind: 'few-blocks', blocks, multiprocessors: gpu.multiprocessors });
  } else if (ofSize && occupancy.rounds > 1 && occupancy.rounds <= 4 && last > 0 && last < together / 2) {
    remarks.push({ kind: 'tail', last, together, rounds: occupancy.rounds });
  }
  if (bound === 'latency' && !fewBlocks) {
    const few = occupancy.warps <= occupancy.warpsPossible / 2;
    remarks.push(
      few ? { kind: 'few-warps', warps: occupancy.warps, possible: occupancy.warpsPossible } : { kind: 'waiting' },
    );
  }
  if (bound === 'dram') remarks.push({ kind: 'memory' });
  return remarks;
}

/** The worst line, where the pipe of L1 matters. */
function scattered(launch: CountedLaunch, parts: LaunchEstimate['parts']): Remark[] {
  const sites = globalSites(launch);
  const all = sum(sites, ({ lines }) => lines);
  const worst = most(
    sites.filter(({ lines, requests }) => lines >= SCATTERED * requests && lines >= WORTH * all),
    ({ lines }) => lines,
  );
  if (!worst || parts.l1 < WORTH * largest(parts)) return [];
  const sectors = Math.round(worst.sectors / worst.requests);
  return [{ kind: 'scattered', access: accessOf(worst), sectors, needed: NEIGHBOURS, ...lineOf(worst) }];
}

function conflicts(launch: CountedLaunch, parts: LaunchEstimate['parts']): Remark[] {
  const sites = sharedSites(launch);
  const all = sum(sites, ({ wavefronts }) => wavefronts);
  const worst = most(
    sites.filter(({ bankConflicts, requests }) => bankConflicts >= requests && bankConflicts >= WORTH * all),
    ({ bankConflicts }) => bankConflicts,
  );
  if (!worst || parts.shared < WORTH * largest(parts)) return [];
  const wavefronts = Math.round(worst.wavefronts / worst.requests);
  const needed = Math.max(1, Math.round((worst.wavefronts - worst.bankConflicts) / worst.requests));
  return [{ kind: 'bank-conflicts', access: accessOf(worst), wavefronts, needed, ...lineOf(worst) }];
}

function most<T>(list: readonly T[], of: (one: T) => number): T | null {
  return list.reduce<T | null>((best, next) => (best && of(best) >= of(next) ? best : next), null);
}

function largest({ launch: _, ...parts }: LaunchEstimate['parts']): number {
  return Math.max(...Object.values(parts));
}

function accessOf({ stores }: { readonly stores: 0 | 1 }): Access {
  return stores ? 'store' : 'load';
}

function lineOf({ line }: { readonly line?: number | undefined }): { line?: number } {
  return line === undefined ? {} : { line };
}
