import type { Dim3 } from '../../device.ts';

/** A grid that has run since the host's launch. */
export interface GridPlace {
  readonly kernel: string;
  readonly grid: Dim3;
  readonly block: Dim3;
  /** Number of its first block: those of all grids since the host's launch are numbered on. */
  readonly firstBlock: number;
  /** Number of its launch. */
  readonly launch: number;
  /** What launched it; null where host code did. */
  readonly parent: GridPlace | null;
}

/** The grid of a block. @param grids - in the order of their blocks' numbers; at least one */
export function gridOf(grids: readonly GridPlace[], blockNumber: number): GridPlace {
  const found = grids.findLast(({ firstBlock }) => firstBlock <= blockNumber);
  if (!found) throw new Error(`no grid has block ${blockNumber}`);
  return found;
}

/** Did this grid launch that one, or what launched that one? */
export function isAncestor(grid: GridPlace, of: GridPlace): boolean {
  for (let next = of.parent; next; next = next.parent) if (next === grid) return true;
  return false;
}
