import { memoryOf } from './instruction.ts';
import type { Pointers } from './pointers.ts';
import { type Line, namesIn, type Value } from './read/index.ts';

/**
 * Returns the atomic functions whose results the address of a store is computed from: a thread claims its work, as
 * from a queue, and the schedule decides which thread gets it. Follows arithmetic, and values through local and shared
 * memory and through arrays of jobs. In a function with a lock, values loaded from global memory count too.
 */
export function claims(
  body: readonly Line[],
  pointers: Pointers,
  shared: ReadonlySet<string>,
): (pointer: Value) => readonly string[] {
  const atomics = new Set<string>();
  const operands = new Map<string, string[]>();
  const add = (value: string, from: readonly string[]) =>
    operands.set(value, [...(operands.get(value) ?? []), ...from]);
  const isOwn = (pointer: Value) =>
    pointers.origin(pointer).kind === 'local' || [...pointers.roots(pointer)].some((root) => shared.has(root));
  const hasLock = body.some(
    (line) => line.kind === 'cmpxchg' || (line.kind === 'atomicrmw' && line.operation === 'xchg'),
  );
  for (const line of body) {
    const { result } = line;
    const memory = memoryOf(line);
    if (memory?.kind === 'store' && isOwn(memory.pointer)) {
      for (const root of pointers.roots(memory.pointer)) add(root, memory.value ? namesIn(memory.value) : []);
    }
    if (result === null) continue;
    const isGlobal = memory && memory.kind !== 'copy' && !isOwn(memory.pointer);
    if (isGlobal && (memory.kind === 'atomic' || hasLock)) atomics.add(result);
    else add(result, line.uses);
  }
  return (pointer) => (atomics.size > 0 ? reached(namesIn(pointer), operands, atomics) : []);
}

function reached(
  from: readonly string[],
  operands: ReadonlyMap<string, string[]>,
  goals: ReadonlySet<string>,
): readonly string[] {
  const seen = new Set<string>();
  const todo = [...from];
  for (let next = todo.pop(); next !== undefined; next = todo.pop()) {
    if (seen.has(next)) continue;
    seen.add(next);
    todo.push(...(operands.get(next) ?? []));
  }
  return [...goals].filter((goal) => seen.has(goal));
}
