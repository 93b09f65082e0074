import { type Block, parseBlocks } from './blocks.ts';
import { parseMemory } from './instruction.ts';
import { valuesIn } from './slice.ts';

/** Branches above a store that are looked at. */
const BRANCHES = 4;

/**
 * Of lines that store, the line that loads the same element and whose value decides whether they do:
 * `if (*p < x) *p = x`. The pointer is the same value, and the store can be reached through that branch alone.
 */
export function decidingLoads(body: readonly string[]): Map<number, number> {
  const stores = body.flatMap((line, at) => {
    const memory = /^\s+store /.test(line) ? parseMemory(line) : null;
    return memory?.kind === 'store' ? [{ at, pointer: memory.pointer }] : [];
  });
  const found = new Map<number, number>();
  if (stores.length === 0) return found;
  const definitions = new Map<string, number>();
  const loads = new Map<string, Set<number>>();
  for (const [at, line] of body.entries()) {
    const result = /^\s+(%(?:"[^"]*"|[-\w.$]+)) = /.exec(line)?.[1];
    if (!result) continue;
    definitions.set(result, at);
    const memory = / = (?:tail )?load /.test(line) ? parseMemory(line) : null;
    if (memory?.kind !== 'load') continue;
    const same = loads.get(memory.pointer);
    if (same) same.add(at);
    else loads.set(memory.pointer, new Set([at]));
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
  /** Of each label, the blocks that go on there. */
  readonly before: ReadonlyMap<string, readonly Block[]>;
}

function flowOf(body: readonly string[]): Flow {
  const blockAt = new Array<Block | undefined>(body.length);
  const before = new Map<string, Block[]>();
  for (const block of parseBlocks(body)) {
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
  body: readonly string[],
  definitions: ReadonlyMap<string, number>,
  loads: ReadonlySet<number>,
): number | null {
  const todo = valuesIn(body.slice(terminator, end).join(' '));
  const seen = new Set<string>();
  for (let value = todo.pop(); value !== undefined; value = todo.pop()) {
    const at = definitions.get(value);
    if (at === undefined || seen.has(value)) continue;
    seen.add(value);
    if (loads.has(at)) return at;
    const line = body[at] ?? '';
    // What other loads depend on is another element's matter.
    if (!/ = (?:tail )?load /.test(line)) todo.push(...valuesIn(line.slice(line.indexOf(' = ') + 3)));
  }
  return null;
}
