import type { Kernel, KernelParameter } from '../program.ts';
import { type CallGraph, reaching } from './calls.ts';
import type { DebugInfo } from './debug.ts';
import type { DeviceGlobals } from './globals.ts';
import { attributeGroups, type IrFunction, type IrModule, quote } from './module.ts';
import { closeOf, endOfType, layoutOf, type NamedTypes, roundUp, splitList } from './types.ts';

/** Runtime functions that may wait for other threads: a kernel that reaches one needs the coroutine scheduler. */
export const SUSPENDING = new Set([
  '__emu_barrier',
  '__emu_barrier_reduce',
  '__emu_syncwarp',
  '__emu_shfl',
  '__emu_vote',
  '__emu_activemask',
]);

/** Clang marks `__global__` functions, and only them, with this attribute. */
const KERNEL_ATTRIBUTE = '"uniform-work-group-size"';

interface IrParameter extends KernelParameter {
  readonly irType: string;
  readonly byValue: boolean;
}

export interface KernelTable {
  readonly kernels: readonly Kernel[];
  /** IR of the dispatcher `__emu_call`. */
  readonly dispatcher: string;
}

export function readKernels(module: IrModule, globals: DeviceGlobals, graph: CallGraph, debug: DebugInfo): KernelTable {
  const groups = attributeGroups(module.lines);
  const suspending = reaching(graph, (callee) => SUSPENDING.has(callee));
  const kernels: Kernel[] = [];
  const parameters: IrParameter[][] = [];
  for (const fn of module.functions) {
    if (!groups.get(fn.attributes ?? '')?.includes(KERNEL_ATTRIBUTE)) continue;
    const header = module.lines[fn.start] ?? '';
    const own = readParameters(header, module.types);
    const last = own.at(-1);
    const shared = sharedUse(fn, module, globals, graph);
    const subprogram = debug.subprogram(/!dbg !(\d+)/.exec(header)?.[1] ?? null);
    parameters.push(own);
    kernels.push({
      index: kernels.length,
      mangled: fn.name,
      name: subprogram?.name ?? fn.name,
      parameters: own.map(({ type, bytes, align, offset }) => ({ type, bytes, align, offset })),
      argumentBytes: last ? last.offset + last.bytes : 0,
      suspends: suspending.has(fn.name),
      staticSharedBytes: shared.bytes,
      usesDynamicShared: shared.dynamic,
      position: subprogram?.position ?? null,
    });
  }
  return { kernels, dispatcher: dispatcher(kernels, parameters) };
}

function readParameters(header: string, types: NamedTypes): IrParameter[] {
  const open = header.indexOf('(', header.search(/@(?:"[^"]*"|[-\w.$]+)\(/));
  let offset = 0;
  return splitList(header.slice(open + 1, closeOf(header, open) - 1)).map((text): IrParameter => {
    const irType = text.slice(0, endOfType(text, 0));
    const byval = text.indexOf('byval(');
    if (byval >= 0) {
      const start = byval + 'byval('.length;
      const struct = text.slice(start, endOfType(text, start));
      const { bytes, align } = layoutOf(struct, types);
      const stated = Number(/\) align (\d+)/.exec(text)?.[1] ?? align);
      offset = roundUp(offset, stated);
      const parameter: IrParameter = { type: 'struct', bytes, align: stated, offset, irType: struct, byValue: true };
      offset += bytes;
      return parameter;
    }
    const { bytes, align } = layoutOf(irType, types);
    offset = roundUp(offset, align);
    const parameter: IrParameter = { type: scalarType(irType, bytes), bytes, align, offset, irType, byValue: false };
    offset += bytes;
    return parameter;
  });
}

function scalarType(irType: string, bytes: number): KernelParameter['type'] {
  if (irType === 'ptr') return 'pointer';
  if (irType === 'float') return 'f32';
  if (irType === 'double') return 'f64';
  if (bytes === 1) return 'i8';
  if (bytes === 2) return 'i16';
  return bytes === 4 ? 'i32' : bytes === 8 ? 'i64' : 'struct';
}

/** Shared arrays that a kernel or what it calls names. */
function sharedUse(fn: IrFunction, module: IrModule, globals: DeviceGlobals, graph: CallGraph): { bytes: number; dynamic: boolean } {
  const functions = new Map(module.functions.map((candidate) => [candidate.name, candidate]));
  const seen = new Set<string>();
  const used = new Set<string>();
  const todo = graph.indirect.size > 0 ? [...functions.keys()] : [fn.name];
  for (let name = todo.pop(); name !== undefined; name = todo.pop()) {
    const found = functions.get(name);
    if (seen.has(name) || !found) continue;
    seen.add(name);
    todo.push(...(graph.callees.get(name) ?? []));
    const text = module.lines.slice(found.start, found.end).join('\n');
    for (const match of text.matchAll(/@(?:"[^"]*"|[-\w.$]+)/g)) if (globals.sharedSymbols.has(match[0])) used.add(match[0]);
  }
  const bytes = globals.sharedBytes;
  return {
    bytes: [...used].reduce((sum, symbol) => roundUp(sum, 16) + (bytes.get(symbol) ?? 0), 0),
    dynamic: [...used].some((symbol) => !bytes.has(symbol)),
  };
}

function dispatcher(kernels: readonly Kernel[], parameters: readonly (readonly IrParameter[])[]): string {
  const cases = kernels.map(({ index }) => `i32 ${index}, label %k${index}`).join(' ');
  const bodies = kernels.map(({ index, mangled }) => {
    const lines = [`k${index}:`];
    const args = (parameters[index] ?? []).map(({ irType, byValue, align, offset }, at) => {
      const name = `%a${index}.${at}`;
      lines.push(`  ${name}.p = getelementptr i8, ptr %args, i32 ${offset}`);
      if (byValue) return `ptr byval(${irType}) align ${align} ${name}.p`;
      const loaded = irType === 'i1' ? 'i8' : irType;
      lines.push(`  ${name}${irType === 'i1' ? '.b' : ''} = load ${loaded}, ptr ${name}.p, align 1`);
      if (irType === 'i1') lines.push(`  ${name} = trunc i8 ${name}.b to i1`);
      return `${irType} ${name}`;
    });
    return [...lines, `  call void ${quote(mangled)}(${args.join(', ')})`, '  ret void'].join('\n');
  });
  return `define void @__emu_call(i32 %kernel, ptr %args) noinline {\n  switch i32 %kernel, label %none [ ${cases} ]\n${bodies.join('\n')}\nnone:\n  ret void\n}`;
}
