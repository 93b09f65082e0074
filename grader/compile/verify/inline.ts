import { HOOK_FUNCTIONS, RUNTIME_FUNCTIONS } from '../../abi/index.ts';
import { type Body, decode, OP } from './instructions.ts';
import { readModule, SECTION, type WasmModule } from './module.ts';

/** Hooks that are put in the place of their calls. */
const INLINED: ReadonlySet<string> = new Set(
  Object.entries({ ...HOOK_FUNCTIONS, ...RUNTIME_FUNCTIONS }).flatMap(([name, { tags }]) =>
    tags.includes('inlined') ? [name] : [],
  ),
);

interface Hook {
  readonly body: Body;
  readonly parameters: readonly number[];
  readonly result: number;
}

/** Which functions of a linked module are hooks to inline, by index. */
export function hooksOf(module: WasmModule): Map<number, Hook> {
  const hooks = new Map<number, Hook>();
  const seen = new Set<string>();
  for (const [index, name] of module.names) {
    if (!INLINED.has(name)) continue;
    const span = module.bodies[index - module.importedFunctions];
    const type = module.types[module.functionTypes[index] ?? -1];
    if (!span || !type || seen.has(name))
      throw new Error(`the hook ${name} is not in the linked module as it should be`);
    seen.add(name);
    hooks.set(index, { body: decode(module, span), parameters: type.parameters, result: type.results[0] ?? 0x40 });
  }
  return hooks;
}

/**
 * Puts the hooks of a linked module in the place of their calls: a block with the hook's body, whose parameters and
 * locals are further locals of the caller.
 */
export function inlineHooks(wasm: Uint8Array): Uint8Array {
  const module = readModule(wasm);
  const hooks = hooksOf(module);
  const parts: Uint8Array[] = [wasm.subarray(0, 8)];
  for (const { id, at, start, end } of module.sections) {
    if (id !== SECTION.code) {
      parts.push(wasm.subarray(at, end));
      continue;
    }
    const bodies = module.bodies.map((span, i) => {
      const index = i + module.importedFunctions;
      return (hooks.has(index) ? null : withHooks(module, index, hooks)) ?? wasm.subarray(span.start, span.end);
    });
    const content: Uint8Array[] = [new Uint8Array(unsigned(bodies.length))];
    for (const body of bodies) content.push(new Uint8Array(unsigned(body.length)), body);
    const size = content.reduce((sum, part) => sum + part.length, 0);
    parts.push(new Uint8Array([SECTION.code, ...unsigned(size)]), ...content);
    if (start > end) throw new Error('a section of a WebAssembly file is too long');
  }
  return joined(parts);
}

/** A function's new body; `null` if it calls no hook. */
function withHooks(module: WasmModule, index: number, hooks: ReadonlyMap<number, Hook>): Uint8Array | null {
  const span = module.bodies[index - module.importedFunctions];
  if (!span) return null;
  const { locals, instructions } = decode(module, span);
  if (!instructions.some(({ op, value }) => op === OP.call && hooks.has(value))) return null;
  const type = module.types[module.functionTypes[index] ?? -1];
  const first = (type?.parameters.length ?? 0) + locals.length;
  const added: number[] = [];
  const localsOf = new Map<number, number>();
  const out: number[] = [];
  for (const { op, value, at, end } of instructions) {
    const hook = op === OP.call ? hooks.get(value) : undefined;
    if (!hook) {
      for (let i = at; i < end; i++) out.push(module.bytes[i] ?? 0);
      continue;
    }
    let base = localsOf.get(value);
    if (base === undefined) {
      base = first + added.length;
      localsOf.set(value, base);
      added.push(...hook.parameters, ...hook.body.locals);
    }
    call(module, hook, base, out);
  }
  return new Uint8Array([...groups([...locals, ...added]), ...out]);
}

/** Writes a hook's body into the place of its call. */
function call({ bytes }: WasmModule, { body, parameters, result }: Hook, base: number, out: number[]): void {
  for (let i = parameters.length - 1; i >= 0; i--) out.push(OP.localSet, ...unsigned(base + i));
  // Locals begin at zero in each call.
  for (const [i, type] of body.locals.entries())
    out.push(...zero(type), OP.localSet, ...unsigned(base + parameters.length + i));
  out.push(OP.block, result);
  let depth = 0;
  for (const { op, value, at, end } of body.instructions) {
    if (op >= OP.localGet && op <= OP.localTee) out.push(op, ...unsigned(base + value));
    else if (op === OP.return) out.push(OP.br, ...unsigned(depth));
    else for (let i = at; i < end; i++) out.push(bytes[i] ?? 0);
    if (op === OP.block || op === OP.loop || op === OP.if) depth++;
    else if (op === OP.end) depth--;
  }
}

function zero(type: number): number[] {
  if (type === 0x7f) return [0x41, 0];
  if (type === 0x7e) return [0x42, 0];
  if (type === 0x7d) return [0x43, 0, 0, 0, 0];
  if (type === 0x7c) return [0x44, 0, 0, 0, 0, 0, 0, 0, 0];
  throw new Error(`a hook with a local of type ${type}`);
}

/** Declarations of locals: runs of one type. */
function groups(types: readonly number[]): number[] {
  const runs: [count: number, type: number][] = [];
  for (const type of types) {
    const last = runs.at(-1);
    if (last?.[1] === type) last[0]++;
    else runs.push([1, type]);
  }
  return [...unsigned(runs.length), ...runs.flatMap(([count, type]) => [...unsigned(count), type])];
}

function unsigned(value: number): number[] {
  const bytes: number[] = [];
  for (let rest = value; ; ) {
    const byte = rest & 0x7f;
    rest >>>= 7;
    if (rest === 0) return [...bytes, byte];
    bytes.push(byte | 0x80);
  }
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
