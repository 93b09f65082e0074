import type { Flow } from '../program.ts';
import { blocksOf } from './blocks.ts';
import { calleeOf, type Line } from './read/index.ts';

type End = 'barrier' | 'warp' | null;

/**
 * Adds a function's control flow, cut at every barrier.
 * @param flow - of the functions before it; the parts of this one are added
 * @param defined - true for functions of this module: a barrier can be in them, so the flow is cut there as well
 * @returns for each line of the body, the number of the part that it belongs to
 */
export function addFlow(body: readonly Line[], flow: Flow[], defined: (callee: string) => boolean): number[] {
  const blocks = blocksOf(body);
  const partOf: number[] = [];
  const starts = new Map<string, number>();
  const ends: { readonly part: number; readonly successors: readonly string[] }[] = [];
  let part = flow.length - 1;
  for (const { label, start, end, successors } of blocks) {
    starts.set(label, ++part);
    for (let at = start; at < end; at++) {
      partOf[at] = part;
      const line = body[at];
      const cut = line ? endOf(line, defined) : null;
      if (cut === null) continue;
      flow[part] = cut === 'warp' ? { next: [part + 1], waitsForWarp: true } : { next: [] };
      part++;
    }
    ends.push({ part, successors });
  }
  for (const { part: last, successors } of ends)
    flow[last] = { next: successors.flatMap((label) => starts.get(label) ?? []) };
  return partOf;
}

function endOf(line: Line, defined: (callee: string) => boolean): End {
  const callee = calleeOf(line);
  if (callee === null) return null;
  if (callee === '__emu_syncwarp') return 'warp';
  if (callee.startsWith('__emu_barrier') || callee === '__emu_grid_sync') return 'barrier';
  if (callee === '__emu_cluster_sync' || callee === '__emu_cluster_wait') return 'barrier';
  return defined(callee) ? 'barrier' : null;
}
