import { hooksOf } from './inline.ts';
import { accessOf, arithmetic, type Body, decode, type Instruction, OP } from './instructions.ts';
import { readModule, type WasmModule } from './module.ts';

const MEMORY_GROW = 0x40;

/**
 * Checks the module that runs against the object that was proven: no function of the submission has an access that the
 * object, or a hook in the place of its call, does not have; the table has functions of the submission only.
 * @param wasm - linked, with hooks in their places
 * @param isUnwound - Asyncify has added accesses to its own save area, which are not counted
 * @throws Error if that is not so, which is a fault of the grader
 */
export function checkLinked(wasm: Uint8Array, object: Uint8Array, isUnwound: boolean): void {
  const linked = readModule(wasm);
  const proven = readModule(object);
  const own = new Map<string, number>();
  const callees = new Map<number, string>();
  for (const { kind, name, index, isUndefined } of proven.symbols) {
    if (kind !== 'function') continue;
    if (isUndefined) callees.set(index, name);
    else own.set(name, index);
  }
  const hooks = new Map([...hooksOf(linked)].map(([index, { body }]) => [linked.names.get(index) ?? '', count(body)]));
  for (const index of linked.table ?? [-1])
    if (!own.has(linked.names.get(index) ?? '')) fail(`the table has ${linked.names.get(index)}`);
  let known = 0;
  for (const [i, span] of linked.bodies.entries()) {
    const name = linked.names.get(i + linked.importedFunctions) ?? '';
    const index = own.get(name);
    if (index === undefined) continue;
    known++;
    const allowed = bodyOf(proven, index);
    let accesses = count(allowed);
    for (const { op, value } of allowed.instructions)
      if (op === OP.call) accesses += hooks.get(callees.get(value) ?? '') ?? 0;
    const body = decode(linked, span);
    const all = count(body) - (isUnwound ? saves(linked, body) : 0);
    if (all > accesses) fail(`${name} has ${all} accesses to memory instead of ${accesses}`);
    if (body.instructions.some(({ op }) => op === MEMORY_GROW)) fail(`${name} asks for memory`);
  }
  if (known === 0) fail('it has no function of the submission');
}

/** Accesses to memory in a function: a copy reads and writes. */
export function count({ instructions }: Body): number {
  let accesses = 0;
  for (const { op } of instructions) if (accessOf(op) || op === OP.memoryCopy || op === OP.memoryFill) accesses++;
  return accesses;
}

/** What is on the stack of operands, as far as Asyncify's save area is concerned. */
type Origin = 'global' | 'area' | 'number' | 'other';

/**
 * Asyncify's own accesses: through the pointer in its global variable, or through what is loaded there. It computes
 * each address right where it uses it, so the order of the code is enough.
 */
function saves(module: WasmModule, { instructions }: Body): number {
  const stack: Origin[] = [];
  const locals = new Map<number, Origin>();
  let found = 0;
  const pop = () => stack.pop() ?? 'other';
  for (const instruction of instructions) {
    const { op, value } = instruction;
    const access = accessOf(op);
    if (access) {
      if (access.stores) pop();
      const pointer = pop();
      const isSave = pointer === 'global' || pointer === 'area';
      if (isSave) found++;
      if (!access.stores) stack.push(isSave ? 'area' : 'other');
    } else if (op === OP.globalGet) stack.push('global');
    else if (op === OP.i32Const) stack.push('number');
    else if (op === OP.localGet) stack.push(locals.get(value) ?? 'other');
    else if (op === OP.localSet) locals.set(value, pop());
    else if (op === OP.localTee) locals.set(value, stack.at(-1) ?? 'other');
    else if (op === OP.i32Add || op === OP.i32Sub) {
      const [b, a] = [pop(), pop()];
      stack.push(a === 'area' && b === 'number' ? 'area' : 'other');
    } else settle(module, instruction, stack);
  }
  return found;
}

/** Any other instruction: what it leaves is not of the save area. */
function settle(module: WasmModule, { op, value }: Instruction, stack: Origin[]): void {
  const type =
    op === OP.call
      ? module.types[module.functionTypes[value] ?? -1]
      : op === OP.callIndirect
        ? module.types[value]
        : undefined;
  if (type) {
    stack.length = Math.max(0, stack.length - type.parameters.length - (op === OP.callIndirect ? 1 : 0));
    for (const _ of type.results) stack.push('other');
    return;
  }
  const pops = POPS.get(op) ?? arithmetic(op)?.pops ?? null;
  // Where blocks begin and end nothing of the save area is on the stack.
  if (pops === null) stack.length = 0;
  else stack.length = Math.max(0, stack.length - pops);
  if (arithmetic(op) || op === OP.select || op === 0x42 || op === 0x43 || op === 0x44) stack.push('other');
}

const POPS: ReadonlyMap<number, number> = new Map([
  [OP.nop, 0],
  [OP.drop, 1],
  [OP.globalSet, 1],
  [OP.select, 3],
  [OP.memoryCopy, 3],
  [OP.memoryFill, 3],
  [0x42, 0],
  [0x43, 0],
  [0x44, 0],
]);

function bodyOf(module: WasmModule, index: number): Body {
  const span = module.bodies[index - module.importedFunctions];
  if (!span) throw new Error('a function of a WebAssembly file has no body');
  return decode(module, span);
}

function fail(reason: string): never {
  throw new Error(`the linked device module is not the proven one: ${reason}`);
}
