import { PREDECESSOR, PREDECESSOR_BYTES, THREADS } from '../../../abi/index.ts';
import type { Machine } from '../machine.ts';
import type { LaunchByKernel } from './records.ts';

/**
 * Accesses that come before a grid that a kernel has launched: those of threads of these blocks with smaller stamps
 * than the limit.
 */
export interface Predecessor {
  readonly firstBlock: number;
  readonly blocks: number;
  /** A thread's number in its block, or as in {@link THREADS}. */
  readonly who: number;
  readonly limit: number;
  /** Of the stamp that is the limit. */
  readonly generation: number;
}

const FIELDS = ['firstBlock', 'blocks', 'who', 'limit'] as const;
const ALWAYS = 0xffff_ffff;

/** All that these blocks ever do. */
export function allOf(firstBlock: number, blocks: number): Predecessor {
  return { firstBlock, blocks, who: THREADS.range, limit: ALWAYS, generation: 0 };
}

/** What comes before a launch by a thread: its own accesses, and those that barriers have put before them. */
export function beforeLaunch(
  { thread, byBlock, limits, generation }: LaunchByKernel,
  launcher: { readonly firstBlock: number; readonly blocks: number },
): Predecessor[] {
  const [ofThread, ofWarp, ofBlock, ofGrid] = limits;
  const block = { firstBlock: byBlock, blocks: 1, generation };
  return [
    { ...block, who: thread, limit: ofThread },
    { ...block, who: THREADS.warp | (thread >>> 5), limit: ofWarp },
    { ...block, who: THREADS.range, limit: ofBlock },
    { ...launcher, who: THREADS.range, limit: ofGrid, generation },
  ].filter(({ limit }) => limit > 0);
}

/** The same in fewer rows. */
export function merged(rows: readonly Predecessor[]): Predecessor[] {
  const whole: Predecessor[] = [];
  for (const row of rows.filter(isWhole).sort((a, b) => a.firstBlock - b.firstBlock)) {
    const last = whole.at(-1);
    const end = row.firstBlock + row.blocks;
    if (!last || row.firstBlock > last.firstBlock + last.blocks) whole.push(row);
    else whole[whole.length - 1] = allOf(last.firstBlock, Math.max(last.blocks, end - last.firstBlock));
  }
  const parts = new Map<string, Predecessor>();
  for (const row of rows) {
    if (isWhole(row) || whole.some((range) => holds(range, row))) continue;
    const key = `${row.firstBlock} ${row.blocks} ${row.who}`;
    const known = parts.get(key);
    const isLater =
      !known || row.generation > known.generation || (row.generation === known.generation && row.limit > known.limit);
    if (isLater) parts.set(key, row);
  }
  return [...whole, ...parts.values()];
}

function isWhole({ who, limit }: Predecessor): boolean {
  return who === THREADS.range && limit === ALWAYS;
}

function holds(range: Predecessor, { firstBlock, blocks }: Predecessor): boolean {
  return firstBlock >= range.firstBlock && firstBlock + blocks <= range.firstBlock + range.blocks;
}

/** Tells the machine what comes before the grid that is to run. Where that is too much to tell, nothing is taken for a race. */
export function tellPredecessors(machine: Machine, rows: readonly Predecessor[]): void {
  const { control } = machine;
  const told = rows.length > control.get('predecessorLimit') ? [allOf(0, 0xffff_ffff)] : rows;
  const memory = machine.view();
  const table = control.get('predecessors');
  const generation = control.get('generation');
  for (const [index, row] of told.entries()) {
    // Stamps have got new numbers since: all that are left were made after the launch.
    const limit = isWhole(row) || row.generation === generation ? row.limit : 0;
    const values = { firstBlock: row.firstBlock, blocks: row.blocks, who: row.who, limit };
    for (const field of FIELDS)
      memory.setUint32(table + PREDECESSOR_BYTES * index + PREDECESSOR[field], values[field], true);
  }
  control.set('predecessorCount', told.length);
}
