import { type Block, blocksOf } from './blocks.ts';
import { memoryOf } from './instruction.ts';
import type { Places } from './places.ts';
import type { Pointers } from './pointers.ts';
import { calleeOf, type Line, type Value } from './read/index.ts';
import { RUNTIME_CALLS } from './runtime.ts';

/** What the analysis has to know of the function's surroundings. */
export interface Surroundings {
  readonly places: Places;
  readonly pointers: Pointers;
  /** Symbols of shared arrays. */
  readonly shared: ReadonlySet<string>;
  /** Names of the kernel's own parameters: the host cannot pass a pointer to shared memory. */
  readonly parameters: ReadonlySet<string>;
  /** Functions of this module: what they do is not looked at. */
  readonly defined: (callee: string) => boolean;
}

type Effect = 'barrier' | 'store' | 'unknown' | null;

/**
 * Lines of a kernel that load from shared memory between two barriers between which no thread can store there. The
 * code between barriers is what can be reached from one of them (or from the kernel's entry) without passing another;
 * that all threads wait at the same barrier is checked elsewhere, and copies of one barrier are one.
 */
export function undisturbedLoads(body: readonly Line[], surroundings: Surroundings): Set<number> {
  const effects = body.map((line) => effectOf(line, surroundings));
  if (effects.includes('unknown')) return new Set();
  const loads = body.flatMap((line, at) => {
    const memory = memoryOf(line);
    const loaded =
      memory?.kind === 'load' && surroundings.shared.has(surroundings.pointers.origin(memory.pointer).root);
    return loaded ? [at] : [];
  });
  if (loads.length === 0) return new Set();
  const blocks = blocksOf(body);
  const starts = new Map<string, number[]>([['entry', [blocks[0]?.start ?? 0]]]);
  for (const [at, effect] of effects.entries()) {
    if (effect !== 'barrier') continue;
    const position = surroundings.places.position(at);
    const key = position ? `${position.line}:${position.column}` : `line ${at}`;
    starts.set(key, [...(starts.get(key) ?? []), at + 1]);
  }
  const disturbed = new Set<number>();
  for (const lines of starts.values()) {
    const interval = reachable(lines, blocks, effects);
    if ([...interval].some((at) => effects[at] === 'store')) for (const at of interval) disturbed.add(at);
  }
  return new Set(loads.filter((at) => !disturbed.has(at)));
}

/** Lines that can be reached without passing a barrier. */
function reachable(starts: readonly number[], blocks: readonly Block[], effects: readonly Effect[]): Set<number> {
  const byLabel = new Map(blocks.map((block) => [block.label, block]));
  const seen = new Set<number>();
  const todo = [...starts];
  for (let from = todo.pop(); from !== undefined; from = todo.pop()) {
    const line = from;
    const block = blocks.find(({ start, end }) => line >= start && line < end);
    if (!block) continue;
    let at = line;
    for (; at < block.end && effects[at] !== 'barrier' && !seen.has(at); at++) seen.add(at);
    if (at < block.end) continue;
    for (const label of block.successors) todo.push(byLabel.get(label)?.start ?? 0);
  }
  return seen;
}

function effectOf(line: Line, { pointers, shared, parameters, defined }: Surroundings): Effect {
  const mayBeShared = (pointer: Value) =>
    [...pointers.roots(pointer)].some((root) => {
      if (root.startsWith('@')) return shared.has(root);
      return !parameters.has(root) && pointers.originOf(root).kind !== 'local';
    });
  const memory = memoryOf(line);
  if (memory?.kind === 'load') return null;
  if (memory) {
    const target = memory.kind === 'copy' ? memory.operands[0] : memory.pointer;
    return target === undefined || mayBeShared(target) ? 'store' : null;
  }
  if (line.kind !== 'call' && line.kind !== 'unusual') return null;
  const callee = calleeOf(line);
  if (callee === null) return 'unknown';
  if (callee === '__emu_fragment_store') return 'store';
  if (callee === '__emu_barrier' || callee === '__emu_barrier_reduce') return 'barrier';
  return RUNTIME_CALLS.has(callee) || callee.startsWith('llvm.') || !defined(callee) ? null : 'unknown';
}
