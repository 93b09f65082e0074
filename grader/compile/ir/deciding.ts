import { type Block, blocksOf, usesOf } from './blocks.ts';
import { memoryOf } from './instruction.ts';
import type { Line } from './read/index.ts';

/** Branches above a store that are looked at. */
const BRANCHES = 4;

/**
 * Returns, for lines that store, the line that loads the same element and whose value decides whether they do:
 * `if (*p < x) *p = x`. The pointer is the same value, and the store can be reached through that branch alone.
 */
export function decidingLoads(body: readonly Line[]): Map<number, number> {
  const stores = body.flatMap((line, at) => {
    const memory = line.kind === 'store' ? memoryOf(line) : null;
    return memory?.kind === 'store' ? [{ at, pointer: memory.pointer.text }] : [];
  });
  const found = new Map<number, number>();
  if (stores.length === 0) return found;
  const definitions = new Map<string, number>();
  const loads = new Map<string, Set<number>>();
  for (const [at, line] of body.entries()) {
    const { result } = line;
    if (result === null) continue;
    definitions.set(result, at);
    const memory = line.kind === 'load' ? memoryOf(line) : null;
    if (memory?.kind !== 'load') continue;
    const same = loads.get(memory.pointer.text);
    if (same) same.add(at);
    else loads.set(memory.pointer.text, new Set([at]));
  }
  if (stores.every(({ pointer }) => !loads.has(pointer))) return found;
  const flow = flowOf(body);
  for (const { at, pointer } of stores) {
    const same = loads.get(pointer);
    if (!same) continue;
    const load = branchesAbove(at, flow)
      .map((branch) => loadBehind(branch, body, definitions, same))
      .find((line) => line !== null);
    if (load !== undefined && load !== null) found.set(at, load);
  }
  return found;
}

interface Flow {
  /** The block of each line. */
  readonly blockAt: readonly (Block | undefined)[];
  /** The blocks that go on at each label. */
  readonly before: ReadonlyMap<string, readonly Block[]>;
}

function flowOf(body: readonly Line[]): Flow {
  const blockAt = new Array<Block | undefined>(body.length);
  const before = new Map<string, Block[]>();
  for (const block of blocksOf(body)) {
    blockAt.fill(block, block.start, block.end);
    for (const label of new Set(block.successors)) {
      const others = before.get(label);
      if (others) others.push(block);
      else before.set(label, [block]);
    }
  }
  return { blockAt, before };
}

/** Branches of which one way leads to a line, each the only way into its block; the nearest first. */
function branchesAbove(line: number, { blockAt, before }: Flow): Block[] {
  const branches: Block[] = [];
  let block = blockAt[line];
  while (block && branches.length < BRANCHES) {
    const [only, ...others] = before.get(block.label) ?? [];
    if (!only || others.length > 0 || branches.includes(only)) break;
    if (only.successors.length > 1) branches.push(only);
    block = only;
  }
  return branches;
}

/** The one of these loads that a branch's condition is computed from. */
function loadBehind(
  { terminator, end }: Block,
  body: readonly Line[],
  definitions: ReadonlyMap<string, number>,
  loads: ReadonlySet<number>,
): number | null {
  const todo = usesOf(body, terminator, end);
  const seen = new Set<string>();
  for (let value = todo.pop(); value !== undefined; value = todo.pop()) {
    const at = definitions.get(value);
    if (at === undefined || seen.has(value)) continue;
    seen.add(value);
    if (loads.has(at)) return at;
    const line = body[at];
    // What other loads depend on is another element's matter.
    if (line && line.kind !== 'load') todo.push(...line.uses);
  }
  return null;
}
