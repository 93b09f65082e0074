import { blocksOf, usesOf } from './blocks.ts';
import type { CallGraph } from './calls.ts';
import { decidingLoads } from './deciding.ts';
import { memoryOf } from './instruction.ts';
import { Pointers } from './pointers.ts';
import { calleeOf, type IrModule, type Line, namesIn, type Value } from './read/index.ts';
import { isFusedSum } from './slice.ts';

/**
 * Returns the accesses through `volatile` to places that are no flags. A flag is a place by which threads tell each other
 * something: some thread decides by its value what to do. Other places are data that happens to be declared so: places of
 * a kernel's parameter or of a global variable of which no loaded value decides a branch, and that no other function is
 * given. An access whose variable is not known is not returned.
 *
 * A value that a thread computes with is data even if it also decides a branch: `if (v == v) *p = v + x`. So is a place
 * that its own value decides to overwrite: `if (*p < x) *p = x`. A place that some loop polls stays a flag.
 * @param polled - accesses that a spinning loop waits for
 */
export function volatileData(
  module: IrModule,
  graph: CallGraph,
  kernels: ReadonlySet<string>,
  polled: ReadonlySet<Line>,
): ReadonlySet<Line> {
  if (!module.functions.some(({ body }) => body.some(isVolatile))) return new Set();
  const known: { line: Line; root: string }[] = [];
  const flags = new Set<string>();
  const polledRoots = new Set<string>();
  const data = new Set<string>();
  for (const { name: functionName, header, body } of module.functions) {
    const pointers = new Pointers(header, body, module.types);
    const parameters = new Set(kernels.has(functionName) ? header.parameters.map(({ name }) => name) : []);
    // A parameter is of its function alone, a variable of all.
    const name = (root: string) => (root.startsWith('@') ? root : `${functionName} ${root}`);
    for (const root of deciding(body, pointers, graph)) flags.add(name(root));
    for (const root of computedWith(body, pointers)) data.add(name(root));
    for (const line of body) {
      if (polled.has(line)) for (const root of rootsOf(line, pointers)) polledRoots.add(name(root));
      const memory = isVolatile(line) ? memoryOf(line) : null;
      if (!memory || memory.kind === 'copy') continue;
      const roots = [...pointers.roots(memory.pointer)];
      const [root = ''] = roots;
      if (roots.length === 1 && (root.startsWith('@') || parameters.has(root))) known.push({ line, root: name(root) });
    }
  }
  const isData = ({ root }: { readonly root: string }) =>
    !flags.has(root) || (data.has(root) && !polledRoots.has(root));
  return new Set(known.filter(isData).map(({ line }) => line));
}

/** Roots of volatile loads whose value a store's value is computed from, or that decide a store to the same place. */
function computedWith(body: readonly Line[], pointers: Pointers): Set<string> {
  const roots = new Set<string>();
  const definitions = definitionsOf(body);
  for (const line of body) {
    const memory = line.kind === 'store' ? memoryOf(line) : null;
    if (memory?.kind !== 'store' || !memory.value) continue;
    for (const load of operandsOfArithmetic(memory.value, definitions))
      for (const root of rootsOf(load, pointers)) roots.add(root);
  }
  for (const [store, load] of decidingLoads(body)) {
    const loading = body[load];
    const storing = body[store];
    if (storing?.kind !== 'store' || !loading) continue;
    const isComputed = namesIn(storing.value).some((name) => name.startsWith('%'));
    if (isComputed && isVolatile(loading)) for (const root of rootsOf(loading, pointers)) roots.add(root);
  }
  return roots;
}

/** Returns the volatile loads that a value is computed from, with at least one operation of arithmetic on the way. */
function operandsOfArithmetic(value: Value, definitions: ReadonlyMap<string, Line>): Line[] {
  const loads = new Set<Line>();
  const seen = new Set<string>();
  const todo = namesIn(value).map((name) => ({ name, computed: false }));
  for (let next = todo.pop(); next !== undefined; next = todo.pop()) {
    const { name, computed } = next;
    const line = definitions.get(name);
    const key = `${name} ${computed}`;
    if (line === undefined || seen.has(key)) continue;
    seen.add(key);
    if (isVolatile(line)) {
      if (computed) loads.add(line);
      continue;
    }
    if (!passes(line) && !isArithmetic(line)) continue;
    const isComputed = computed || isArithmetic(line);
    todo.push(...line.uses.map((operand) => ({ name: operand, computed: isComputed })));
  }
  return [...loads];
}

/** Bit operations are not among these: they take a flag out of a word. */
const ARITHMETIC: ReadonlySet<string> = new Set([
  ...['add', 'sub', 'mul', 'udiv', 'sdiv', 'urem', 'srem', 'fadd', 'fsub', 'fmul', 'fneg', 'fdiv', 'frem'],
]);
const PASSES: ReadonlySet<string> = new Set([
  ...['bitcast', 'sext', 'zext', 'trunc', 'fpext', 'fptrunc', 'uitofp', 'sitofp', 'fptoui', 'fptosi'],
]);

function isArithmetic(line: Line): boolean {
  return line.kind === 'simple' ? ARITHMETIC.has(line.operation) : isFusedSum(line);
}

function passes(line: Line): boolean {
  if (line.kind === 'simple') return PASSES.has(line.operation);
  return line.kind === 'phi' || line.kind === 'select' || line.kind === 'freeze';
}

function rootsOf(line: Line, pointers: Pointers): ReadonlySet<string> {
  const memory = memoryOf(line);
  return memory && memory.kind !== 'copy' ? pointers.roots(memory.pointer) : new Set();
}

function definitionsOf(body: readonly Line[]): Map<string, Line> {
  return new Map(body.flatMap((line) => (line.result === null ? [] : [[line.result, line] as const])));
}

/** True for a load or store through `volatile` that is not atomic. */
function isVolatile(line: Line): boolean {
  return (line.kind === 'load' || line.kind === 'store') && line.volatile && line.orders.length === 0;
}

/** Roots of which a value decides a branch or a choice, or that other functions are given. */
function deciding(body: readonly Line[], pointers: Pointers, graph: CallGraph): Set<string> {
  const definitions = definitionsOf(body);
  const roots = new Set<string>();
  const add = (name: string) => {
    for (const root of pointers.rootsOf(name)) roots.add(root);
  };
  const todo = blocksOf(body).flatMap(({ terminator, end }) => usesOf(body, terminator, end));
  for (const line of body) {
    const condition = line.kind === 'select' ? line.operands[0]?.value : undefined;
    if (condition?.kind === 'local') todo.push(condition.text);
    // What becomes of pointers and values elsewhere is not looked at.
    for (const value of givenElsewhere(line, graph)) {
      add(value);
      todo.push(value);
    }
  }
  const seen = new Set<string>();
  for (let value = todo.pop(); value !== undefined; value = todo.pop()) {
    const line = definitions.get(value);
    if (line === undefined || seen.has(value)) continue;
    seen.add(value);
    const memory = memoryOf(line);
    if (memory && memory.kind !== 'copy') for (const root of pointers.roots(memory.pointer)) roots.add(root);
    todo.push(...line.uses);
  }
  return roots;
}

/** Returns the values that a line passes to a function of the module, or to one that is not known. */
function givenElsewhere(line: Line, graph: CallGraph): readonly string[] {
  if (line.kind === 'unusual') return line.uses;
  if (line.kind !== 'call') return [];
  const callee = calleeOf(line);
  return callee !== null && !graph.callees.has(callee) ? [] : line.args.flatMap(({ value }) => namesIn(value));
}
