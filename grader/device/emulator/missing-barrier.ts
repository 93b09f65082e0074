import type { DeviceProgram, Site, SourcePosition } from '../../compile/index.ts';
import type { DeviceFault } from '../device.ts';

/** The place of a missing barrier between the two ends of a race. */
export interface MissingBarrier {
  readonly place: NonNullable<DeviceFault['missingBarrier']>;
  /** The first `__syncwarp()` on the way; `null` if there is none. */
  readonly warpBarrier: SourcePosition | null;
}

type Program = Pick<DeviceProgram, 'sites' | 'flow'>;

/**
 * Follows the control flow from each end of a race to the other one. A barrier is missing on each way without one.
 * @param inWarp - `__syncwarp()` would be enough: both threads are in one warp
 * @returns null if neither end reaches the other, or if the flow is not known
 */
export function missingBarrier(program: Program, site: number, other: number, inWarp: boolean): MissingBarrier | null {
  const [here, there] = [program.sites[site], program.sites[other]];
  if (!here?.position || !there?.position || here.function !== there.function) return null;
  const isSameLine = here.position.line === there.position.line;
  if (isSameLine && [here.kind, there.kind].sort().join() !== 'load,store') return null;
  const isHereFirst = isSameLine ? site < other : here.position.line < there.position.line;
  const [first, last] = isHereFirst ? [site, other] : [other, site];
  const down = way(program, first, last, inWarp);
  const back = way(program, last, first, inWarp);
  const warpBarrier = down?.warpBarrier ?? back?.warpBarrier ?? null;
  if (down && back) return { place: 'in-loop', warpBarrier };
  if (back) return { place: 'before-next', warpBarrier };
  if (!down) return null;
  if (!isSameLine) return { place: 'between', warpBarrier };
  // The compiler can have unrolled a loop: then the way leads from one iteration to another one.
  return isOnlyCopy(program, first) && isOnlyCopy(program, last) ? { place: 'same-line', warpBarrier } : null;
}

/** Returns whether one end of a race is an asynchronous copy, and no barrier is on the way from there to the other end. */
export function isUnwaitedCopy(program: Program, site: number, other: number): boolean {
  const ends = [
    [site, other],
    [other, site],
  ] as const;
  return ends.some(([copy, read]) => {
    const isCopy = program.sites[copy]?.asyncCopy === true && program.sites[copy]?.kind !== 'load';
    return isCopy && program.sites[read]?.kind === 'load' && way(program, copy, read, false)?.warpBarrier === null;
  });
}

interface Way {
  readonly warpBarrier: SourcePosition | null;
}

/** Finds a way from one site to another one without a barrier: without `__syncwarp()` if there is one. */
function way({ sites, flow }: Program, from: number, to: number, inWarp: boolean): Way | null {
  const [start, goal] = [sites[from]?.part, sites[to]?.part];
  if (!flow || start === undefined || goal === undefined) return null;
  if (start === goal && from < to) return { warpBarrier: null };
  const todo: { part: number; warp: number | null }[] = [{ part: start, warp: null }];
  const later: typeof todo = [];
  const seen = new Set<number>();
  let waiting: Way | null = null;
  for (let at = todo.pop(); at; at = todo.pop() ?? later.pop()) {
    const { next, waitsForWarp } = flow[at.part] ?? { next: [] };
    if (seen.has(at.part) || (waitsForWarp && inWarp)) continue;
    seen.add(at.part);
    const warp: number | null = at.warp ?? (waitsForWarp ? at.part : null);
    for (const part of next) {
      if (part !== goal) (warp === null ? todo : later).push({ part, warp });
      else if (warp === null) return { warpBarrier: null };
      else waiting ??= { warpBarrier: lastOf(sites, warp) };
    }
  }
  return waiting;
}

/** Returns the place of the barrier at the end of a part. */
function lastOf(sites: readonly Site[], part: number): SourcePosition | null {
  return sites.findLast((site) => site.part === part)?.position ?? null;
}

function isOnlyCopy({ sites }: Program, of: number): boolean {
  const own = sites[of];
  return !sites.some((site, at) => at !== of && site.kind === own?.kind && isSame(site.position, own.position));
}

function isSame(a: SourcePosition | null, b: SourcePosition | null): boolean {
  return a !== null && b !== null && a.file === b.file && a.line === b.line && a.column === b.column;
}
