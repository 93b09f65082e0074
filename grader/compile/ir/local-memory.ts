import type { CallGraph } from './calls.ts';
import { numberIn } from './pointers.ts';
import { type IrModule, type Line, layoutOf } from './read/index.ts';

/**
 * Returns the bytes of local variables that a thread has at once at most, by the function that it begins in. Does not
 * count arrays of variable size and the second call of a recursion.
 */
export function localMemory(module: IrModule, graph: CallGraph): (name: string) => number {
  const own = new Map(
    module.functions.map(({ name, body }) => [name, body.reduce((sum, line) => sum + bytesOf(line, module), 0)]),
  );
  const total = new Map<string, number>();
  const measure = (name: string): number => {
    const known = total.get(name);
    if (known !== undefined) return known;
    total.set(name, 0);
    let deepest = 0;
    for (const callee of graph.callees.get(name) ?? []) deepest = Math.max(deepest, measure(callee));
    const bytes = (own.get(name) ?? 0) + deepest;
    total.set(name, bytes);
    return bytes;
  };
  return measure;
}

function bytesOf(line: Line, { types }: IrModule): number {
  if (line.kind !== 'alloca') return 0;
  const count = line.count === null ? 1 : numberIn(line.count.value);
  return count === null ? 0 : count * layoutOf(line.type, types).bytes;
}
