import { type IrModule, type Line, nameOf } from './read/index.ts';

/** The calls in a module, for passes that need all of it: they find recursion, and functions that may wait for threads. */
export interface CallGraph {
  readonly callees: ReadonlyMap<string, ReadonlySet<string>>;
  /** Functions that call through a pointer. */
  readonly indirect: ReadonlySet<string>;
}

export function callGraph(module: IrModule): CallGraph {
  const callees = new Map<string, Set<string>>();
  const indirect = new Set<string>();
  for (const { name, body } of module.functions) {
    const called = new Set<string>();
    for (const line of body) {
      const callee = line.kind === 'call' ? line.callee : null;
      if (callee?.kind === 'global') called.add(nameOf(callee.text));
      else if (mayCall(line)) indirect.add(name);
    }
    callees.set(name, called);
  }
  return { callees, indirect };
}

/** True if the line can call a function that it does not name. */
function mayCall(line: Line): boolean {
  if (line.kind === 'unusual') return line.operation === 'invoke' || line.operation === 'callbr';
  return line.kind === 'call' && (line.callee?.kind === 'local' || line.callee?.kind === 'expression');
}

/** Functions from which one of `targets` can be reached; a call through a pointer may reach any function. */
export function reaching(graph: CallGraph, targets: (callee: string) => boolean): Set<string> {
  const reached = new Set<string>();
  for (let changed = true; changed; ) {
    changed = false;
    for (const [name, callees] of graph.callees) {
      if (reached.has(name)) continue;
      const direct = [...callees].some((callee) => targets(callee) || reached.has(callee));
      const throughPointer = graph.indirect.has(name) && reached.size > 0;
      if (direct || throughPointer) {
        reached.add(name);
        changed = true;
      }
    }
  }
  return reached;
}

/** Functions that can call themselves, directly or through others. */
export function recursive(graph: CallGraph): Set<string> {
  const result = new Set<string>();
  for (const start of graph.callees.keys()) {
    const seen = new Set<string>();
    const todo = [...(graph.callees.get(start) ?? [])];
    for (let next = todo.pop(); next !== undefined; next = todo.pop()) {
      if (next === start) {
        result.add(start);
        break;
      }
      if (seen.has(next)) continue;
      seen.add(next);
      todo.push(...(graph.callees.get(next) ?? []));
    }
    if (graph.indirect.has(start)) result.add(start);
  }
  return result;
}

/** Symbols (`@name`) that a function, or anything that it may call, mentions. */
export function mentioned(module: IrModule, graph: CallGraph, from: string): Set<string> {
  const functions = new Map(module.functions.map((fn) => [fn.name, fn]));
  const seen = new Set<string>();
  const symbols = new Set<string>();
  // A call through a pointer may reach any function.
  const todo = graph.indirect.size > 0 ? [...functions.keys()] : [from];
  for (let name = todo.pop(); name !== undefined; name = todo.pop()) {
    const fn = functions.get(name);
    if (seen.has(name) || !fn) continue;
    seen.add(name);
    todo.push(...(graph.callees.get(name) ?? []));
    for (const { uses } of fn.body) for (const used of uses) if (used.startsWith('@')) symbols.add(used);
  }
  return symbols;
}
