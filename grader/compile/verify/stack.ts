import type { Findings } from './interpret.ts';

interface Called extends Findings {
  readonly callees: readonly number[];
}

/** The bytes of stack that the runtime's own functions may use. */
const RUNTIME_BYTES = 1024;

/**
 * Adds up frames over the graph of calls. A function that may recurse looks at the stack itself, before it calls
 * another: what calls it needs room only for its frame.
 */
export function stackNeeds(functions: ReadonlyMap<number, Called>): {
  /** Of each function, with all that it calls. */
  readonly depth: ReadonlyMap<number, number>;
  /** Of what each function calls, without its own frame. */
  readonly below: ReadonlyMap<number, number>;
  readonly recursive: ReadonlySet<number>;
} {
  const recursive = recursiveIn(functions);
  const below = new Map<number, number>();
  const depth = new Map<number, number>();
  const frameOf = (index: number) => functions.get(index)?.frameBytes ?? 0;
  // Callees first: a graph without its cycles ends.
  const visit = (start: number) => {
    const path: { index: number; next: number }[] = [{ index: start, next: 0 }];
    for (let top = path.at(-1); top; top = path.at(-1)) {
      const callees = functions.get(top.index)?.callees ?? [];
      const callee = callees[top.next++];
      if (callee !== undefined) {
        if (!recursive.has(callee) && !depth.has(callee)) path.push({ index: callee, next: 0 });
        continue;
      }
      const needs = callees.map((each) => (recursive.has(each) ? frameOf(each) : (depth.get(each) ?? 0)));
      const most = needs.reduce((a, b) => Math.max(a, b), RUNTIME_BYTES);
      below.set(top.index, most);
      depth.set(top.index, frameOf(top.index) + most);
      path.pop();
    }
  };
  for (const index of functions.keys()) if (!depth.has(index)) visit(index);
  return { depth, below, recursive };
}

/** What the hooks that look at the stack have to keep free. */
export function reservesOf(
  functions: ReadonlyMap<number, Called>,
  recursive: ReadonlySet<number>,
  below: ReadonlyMap<number, number>,
): number {
  let most = 0;
  for (const [index, { hasArrays }] of functions)
    if (hasArrays || recursive.has(index)) most = Math.max(most, below.get(index) ?? 0);
  return most;
}

/** Functions that can reach themselves (Tarjan's strongly connected components, without recursion). */
function recursiveIn(functions: ReadonlyMap<number, Called>): Set<number> {
  const recursive = new Set<number>();
  const order = new Map<number, number>();
  const lowest = new Map<number, number>();
  const open: number[] = [];
  const isOpen = new Set<number>();
  for (const start of functions.keys()) {
    if (order.has(start)) continue;
    const path: { index: number; next: number }[] = [];
    const begin = (index: number) => {
      order.set(index, order.size);
      lowest.set(index, order.get(index) ?? 0);
      open.push(index);
      isOpen.add(index);
      path.push({ index, next: 0 });
    };
    begin(start);
    for (let top = path.at(-1); top; top = path.at(-1)) {
      const { index } = top;
      const callee = functions.get(index)?.callees[top.next++];
      if (callee !== undefined) {
        if (callee === index) recursive.add(index);
        if (!order.has(callee)) begin(callee);
        else if (isOpen.has(callee)) lowest.set(index, Math.min(lowest.get(index) ?? 0, order.get(callee) ?? 0));
        continue;
      }
      path.pop();
      const parent = path.at(-1)?.index;
      const low = lowest.get(index) ?? 0;
      if (parent !== undefined) lowest.set(parent, Math.min(lowest.get(parent) ?? 0, low));
      if (low !== order.get(index)) continue;
      const group = open.splice(open.indexOf(index));
      for (const member of group) {
        isOpen.delete(member);
        if (group.length > 1) recursive.add(member);
      }
    }
  }
  return recursive;
}
