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
  const loads = new Map<string, number[]>();
  for (const [at, line] of body.entries()) {
    const result = /^\s+(%(?:"[^"]*"|[-\w.$]+)) = /.exec(line)?.[1];
    if (!result) continue;
    definitions.set(result, at);
    const memory = / = (?:tail )?load /.test(line) ? parseMemory(line) : null;
    if (memory?.kind === 'load') loads.set(memory.pointer, [...(loads.get(memory.pointer) ?? []), at]);
  }
  if (stores.every(({ pointer }) => !loads.has(pointer))) return found;
  const blocks = parseBlocks(body);
  for (const { at, pointer } of stores) {
    const same = new Set(loads.get(pointer));
    if (same.size === 0) continue;
    const load = branchesAbove(at, blocks)
      .map((branch) => loadBehind(branch, body, definitions, same))
      .find((line) => line !== null);
    if (load !== undefined && load !== null) found.set(at, load);
  }
  return found;
}

/** Branches of which one way leads to a line, each the only way into its block; the nearest first. */
function branchesAbove(line: number, blocks: readonly Block[]): Block[] {
  const branches: Block[] = [];
  let block = blocks.find(({ start, end }) => line >= start && line < end);
  while (block && branches.length < BRANCHES) {
    const { label } = block;
    const [only, ...others] = blocks.filter(({ successors }) => successors.includes(label));
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
