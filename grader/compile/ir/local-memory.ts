import type { CallGraph } from './calls.ts';
import type { IrModule } from './module.ts';
import { endOfType, layoutOf } from './types.ts';

/**
 * Returns the bytes of local variables that a thread has at once at most, by the function that it begins in. Does not
 * count arrays of variable size and the second call of a recursion.
 */
export function localMemory(module: IrModule, graph: CallGraph): (name: string) => number {
  const own = new Map(
    module.functions.map(({ name, start, end }) => [
      name,
      module.lines.slice(start + 1, end).reduce((sum, line) => sum + bytesOf(line, module), 0),
    ]),
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

function bytesOf(line: string, { types }: IrModule): number {
  const head = /^\s+%\S+ = alloca (?:inalloca )?/.exec(line)?.[0];
  if (head === undefined) return 0;
  const typeEnd = endOfType(line, head.length);
  const count = /^, i\d+ (\d+|%)/.exec(line.slice(typeEnd))?.[1] ?? '1';
  return count === '%' ? 0 : Number(count) * layoutOf(line.slice(head.length, typeEnd), types).bytes;
}
