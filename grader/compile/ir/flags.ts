import { parseBlocks } from './blocks.ts';
import type { CallGraph } from './calls.ts';
import { decidingLoads } from './deciding.ts';
import { parseMemory } from './instruction.ts';
import { type IrModule, parseModule } from './module.ts';
import { Pointers } from './pointers.ts';
import { argumentsOf } from './runtime.ts';
import { valuesIn } from './slice.ts';
import { isPolled } from './spins.ts';

/**
 * What is accessed through `volatile` is either a flag, by which threads tell each other something, or data that happens
 * to be declared so. It is a flag where some thread decides by its value what to do. Marks the accesses to what is none:
 * places of a kernel's parameter or of a global variable of which no loaded value decides a branch, and that no other
 * function is given. Where the variable is not known, nothing is marked.
 *
 * A value that a thread computes with is data even if it also decides a branch: `if (v == v) *p = v + x`. So is a place
 * that its own value decides to overwrite: `if (*p < x) *p = x`. A place that some loop polls stays a flag.
 */
export function markVolatileData(module: IrModule, graph: CallGraph, kernels: ReadonlySet<string>): IrModule {
  if (!module.lines.some((line) => VOLATILE.test(line))) return module;
  const known: { at: number; root: string }[] = [];
  const flags = new Set<string>();
  const polled = new Set<string>();
  const data = new Set<string>();
  for (const fn of module.functions) {
    const header = module.lines[fn.start] ?? '';
    const body = module.lines.slice(fn.start + 1, fn.end);
    const pointers = new Pointers(header, body, module.types);
    const parameters = new Set(kernels.has(fn.name) ? valuesIn(header).filter((value) => value.startsWith('%')) : []);
    // A parameter is of its function alone, a variable of all.
    const name = (root: string) => (root.startsWith('@') ? root : `${fn.name} ${root}`);
    for (const root of deciding(body, pointers, graph)) flags.add(name(root));
    for (const root of computedWith(body, pointers)) data.add(name(root));
    for (const [line, text] of body.entries()) {
      if (isPolled(text)) for (const root of rootsOf(text, pointers)) polled.add(name(root));
      const memory = VOLATILE.test(text) ? parseMemory(text) : null;
      if (!memory || memory.kind === 'copy') continue;
      const roots = [...pointers.roots(memory.pointer)];
      const [root = ''] = roots;
      if (roots.length === 1 && (root.startsWith('@') || parameters.has(root)))
        known.push({ at: fn.start + 1 + line, root: name(root) });
    }
  }
  const marked = new Set(
    known.filter(({ root }) => !flags.has(root) || (data.has(root) && !polled.has(root))).map(({ at }) => at),
  );
  if (marked.size === 0) return module;
  return parseModule(module.lines.map((line, at) => (marked.has(at) ? line + DATA : line)).join('\n'));
}

/** Roots of volatile loads whose value a store's value is computed from, or that decide a store to the same place. */
function computedWith(body: readonly string[], pointers: Pointers): Set<string> {
  const roots = new Set<string>();
  const definitions = definitionsOf(body);
  for (const line of body) {
    const memory = /^\s+store /.test(line) ? parseMemory(line) : null;
    if (memory?.kind !== 'store') continue;
    for (const load of operandsOfArithmetic(memory.value ?? '', definitions))
      for (const root of rootsOf(load, pointers)) roots.add(root);
  }
  for (const [store, load] of decidingLoads(body)) {
    const text = body[load] ?? '';
    const stored = parseMemory(body[store] ?? '');
    const isComputed = stored?.kind === 'store' && (stored.value ?? '').includes('%');
    if (isComputed && VOLATILE.test(text)) for (const root of rootsOf(text, pointers)) roots.add(root);
  }
  return roots;
}

/** Returns the volatile loads that a value is computed from, with at least one operation of arithmetic on the way. */
function operandsOfArithmetic(value: string, definitions: ReadonlyMap<string, string>): string[] {
  const loads = new Set<string>();
  const seen = new Set<string>();
  const todo = valuesIn(value).map((name) => ({ name, computed: false }));
  for (let next = todo.pop(); next !== undefined; next = todo.pop()) {
    const { name, computed } = next;
    const line = definitions.get(name);
    const key = `${name} ${computed}`;
    if (line === undefined || seen.has(key)) continue;
    seen.add(key);
    if (VOLATILE.test(line)) {
      if (computed) loads.add(line);
      continue;
    }
    if (!PASSES.test(line) && !ARITHMETIC.test(line)) continue;
    const isArithmetic = computed || ARITHMETIC.test(line);
    const operands = line.slice(line.indexOf(' = ') + 3);
    todo.push(...valuesIn(operands).map((operand) => ({ name: operand, computed: isArithmetic })));
  }
  return [...loads];
}

/** Bit operations are not among these: they take a flag out of a word. */
const ARITHMETIC = / = (?:f?(?:add|sub|mul|neg)|[fsu]div|[fsu]rem|(?:tail |notail )?call .*@llvm\.(?:fma|fmuladd)\.)\b/;
const PASSES = / = (?:phi|select|freeze|bitcast|sext|zext|trunc|fpext|fptrunc|[su]itofp|fpto[su]i)\b/;

function rootsOf(line: string, pointers: Pointers): ReadonlySet<string> {
  const memory = parseMemory(line);
  return memory && memory.kind !== 'copy' ? pointers.roots(memory.pointer) : new Set();
}

function definitionsOf(body: readonly string[]): Map<string, string> {
  return new Map(
    body.flatMap((line) => {
      const result = /^\s+(%(?:"[^"]*"|[-\w.$]+)) = /.exec(line)?.[1];
      return result ? [[result, line] as const] : [];
    }),
  );
}

const VOLATILE = /^\s+(?:%\S+ = (?:tail )?load volatile|store volatile) /;
/** Marks an access: a comment, so that nothing else has to know. */
const DATA = ' ; emu.data';

export function isVolatileData(line: string): boolean {
  return line.endsWith(DATA);
}

/** Roots of which a value decides a branch or a choice, or that other functions are given. */
function deciding(body: readonly string[], pointers: Pointers, graph: CallGraph): Set<string> {
  const definitions = definitionsOf(body);
  const roots = new Set<string>();
  const add = (pointer: string) => {
    for (const root of pointers.roots(pointer)) roots.add(root);
  };
  const todo = parseBlocks(body).flatMap(({ terminator, end }) => valuesIn(body.slice(terminator, end).join(' ')));
  for (const line of body) {
    const choice = / = select i1 (%(?:"[^"]*"|[-\w.$]+)),/.exec(line)?.[1];
    if (choice) todo.push(choice);
    // What becomes of pointers and values elsewhere is not looked at.
    const callee = argumentsOf(line)?.callee;
    if (!/\b(?:call|invoke) /.test(line) || (callee !== undefined && !graph.callees.has(callee))) continue;
    for (const value of valuesIn(line.slice(line.indexOf('(')))) {
      add(value);
      todo.push(value);
    }
  }
  const seen = new Set<string>();
  for (let value = todo.pop(); value !== undefined; value = todo.pop()) {
    const line = definitions.get(value);
    if (line === undefined || seen.has(value)) continue;
    seen.add(value);
    const memory = parseMemory(line);
    if (memory && memory.kind !== 'copy') add(memory.pointer);
    todo.push(...valuesIn(line.slice(line.indexOf(' = ') + 3)));
  }
  return roots;
}
