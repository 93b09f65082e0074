import { parseMemory } from './instruction.ts';
import type { Pointers } from './pointers.ts';
import { valuesIn } from './slice.ts';

/**
 * Returns the atomic functions whose results the address of a store is computed from: a thread claims its work, as
 * from a queue, and the schedule decides which thread gets it. Follows arithmetic, and values through local and shared
 * memory and through arrays of jobs. In a function with a lock, values loaded from global memory count too.
 */
export function claims(
  body: readonly string[],
  pointers: Pointers,
  shared: ReadonlySet<string>,
): (pointer: string) => readonly string[] {
  const atomics = new Set<string>();
  const operands = new Map<string, string[]>();
  const add = (value: string, from: readonly string[]) =>
    operands.set(value, [...(operands.get(value) ?? []), ...from]);
  const isOwn = (pointer: string) =>
    pointers.origin(pointer).kind === 'local' || [...pointers.roots(pointer)].some((root) => shared.has(root));
  const hasLock = body.some((line) => / = (?:cmpxchg|atomicrmw (?:volatile )?xchg) /.test(line));
  for (const line of body) {
    const result = /^\s+(%(?:"[^"]*"|[-\w.$]+)) = (.*)$/.exec(line);
    const memory = parseMemory(line);
    if (memory?.kind === 'store' && isOwn(memory.pointer)) {
      for (const root of pointers.roots(memory.pointer)) add(root, valuesIn(memory.value ?? ''));
    }
    const [, name, text = ''] = result ?? [];
    if (!name) continue;
    const isGlobal = memory && memory.kind !== 'copy' && !isOwn(memory.pointer);
    if (isGlobal && (memory.kind === 'atomic' || hasLock)) atomics.add(name);
    else add(name, valuesIn(text));
  }
  return (pointer) => (atomics.size > 0 ? reached(valuesIn(pointer), operands, atomics) : []);
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
