import type { Kernel, KernelParameter } from '../program.ts';
import { type CallGraph, reaching } from './calls.ts';
import type { DebugInfo } from './debug.ts';
import type { DeviceGlobals } from './globals.ts';
import type { HollowParameter } from './hollow.ts';
import type { LaunchAttributes } from './launch-bounds.ts';
import { LAUNCH } from './launches.ts';
import { localMemory } from './local-memory.ts';
import { kernelNames } from './module.ts';
import {
  attached,
  attribute,
  type FunctionHeader,
  type IrModule,
  layoutOf,
  type NamedTypes,
  type Parameter,
  roundUp,
  symbolOf,
  type Type,
} from './read/index.ts';
import { waits } from './runtime.ts';
import { structFields } from './struct-fields.ts';

interface IrParameter extends KernelParameter {
  /** Null where the function has no such parameter, because its type is empty. */
  readonly irType: Type | null;
  readonly byValue: boolean;
  /** How the callee expects a type smaller than a register: `zeroext `, `signext ` or nothing. */
  readonly extension: string;
}

export interface KernelTable {
  readonly kernels: readonly Kernel[];
  /**
   * IR of the dispatcher `__emu_call`.
   * @param before - what comes before the call of a kernel, by its symbol
   */
  readonly dispatcher: (before: ReadonlyMap<string, string>) => string;
}

/**
 * @param symbols - what each kernel mentions, itself or in what it calls
 * @param coroutines - kernels that wait are coroutines, which answer their frame
 * @param hollow - of each kernel, the parameters that its definition does not show
 * @param attributes - what attributes say about the launches of kernels
 */
export function readKernels(
  module: IrModule,
  globals: DeviceGlobals,
  graph: CallGraph,
  debug: DebugInfo,
  symbols: ReadonlyMap<string, ReadonlySet<string>>,
  coroutines: boolean,
  hollow: ReadonlyMap<string, readonly HollowParameter[]>,
  attributes: ReadonlyMap<string, LaunchAttributes>,
): KernelTable {
  const names = kernelNames(module);
  const suspending = reaching(graph, waits);
  const launching = reaching(graph, (callee) => callee === LAUNCH);
  const localBytes = localMemory(module, graph);
  const kernels: Kernel[] = [];
  const parameters: IrParameter[][] = [];
  for (const fn of module.functions) {
    if (!names.has(fn.name)) continue;
    const { header } = fn;
    const own = readParameters(header, module.types, hollow.get(fn.name) ?? []);
    const last = own.at(-1);
    const shared = sharedUse(symbols.get(fn.name) ?? new Set(), globals);
    const subprogram = debug.subprogram(attached(header, 'dbg'));
    parameters.push(own);
    kernels.push({
      index: kernels.length,
      mangled: fn.name,
      name: subprogram?.name ?? fn.name,
      parameters: own.map(({ irType: _irType, byValue: _byValue, extension: _extension, ...parameter }) => parameter),
      argumentBytes: last ? last.offset + last.bytes : 0,
      suspends: suspending.has(fn.name),
      ...(launching.has(fn.name) && { launches: true }),
      staticSharedBytes: shared.bytes,
      usesDynamicShared: shared.dynamic,
      localBytes: localBytes(fn.name),
      ...attributes.get(fn.name),
      position: subprogram?.position ?? null,
    });
  }
  return { kernels, dispatcher: (before) => dispatcher(kernels, parameters, coroutines, before) };
}

function readParameters(
  { parameters }: FunctionHeader,
  types: NamedTypes,
  hollow: readonly HollowParameter[],
): IrParameter[] {
  const shown = parameters.map((parameter) => readParameter(parameter, types));
  for (const { at, bytes, align } of hollow) {
    shown.splice(at, 0, { type: 'struct', bytes, align, irType: null, byValue: true, extension: '', fields: [] });
  }
  let end = 0;
  return shown.map((parameter) => {
    const offset = roundUp(end, parameter.align);
    end = offset + parameter.bytes;
    return { ...parameter, offset };
  });
}

function readParameter({ type: irType, attributes }: Parameter, types: NamedTypes): Omit<IrParameter, 'offset'> {
  const struct = attribute(attributes, 'byval')?.type;
  if (struct) {
    const { bytes, align } = layoutOf(struct, types);
    const stated = Number(attribute(attributes, 'align')?.argument ?? align);
    const fields = structFields(struct, types);
    return { type: 'struct', bytes, align: stated, irType: struct, byValue: true, extension: '', fields };
  }
  const { bytes, align } = layoutOf(irType, types);
  const extended = attributes.find(({ name }) => name === 'zeroext' || name === 'signext');
  const extension = extended ? `${extended.name} ` : '';
  return { type: scalarType(irType, bytes), bytes, align, irType, byValue: false, extension };
}

function scalarType(irType: Type, bytes: number): KernelParameter['type'] {
  if (irType.kind === 'pointer') return 'pointer';
  if (irType.text === 'float') return 'f32';
  if (irType.text === 'double') return 'f64';
  if (bytes === 1) return 'i8';
  if (bytes === 2) return 'i16';
  return bytes === 4 ? 'i32' : bytes === 8 ? 'i64' : 'struct';
}

/** Static shared memory as CUDA counts it, and whether there is dynamic. */
function sharedUse(symbols: ReadonlySet<string>, globals: DeviceGlobals): { bytes: number; dynamic: boolean } {
  const used = [...globals.sharedSymbols].filter((symbol) => symbols.has(symbol));
  return {
    bytes: used.reduce((sum, symbol) => roundUp(sum, 16) + (globals.sharedBytes.get(symbol) ?? 0), 0),
    dynamic: used.some((symbol) => !globals.sharedBytes.has(symbol)),
  };
}

function dispatcher(
  kernels: readonly Kernel[],
  parameters: readonly (readonly IrParameter[])[],
  coroutines: boolean,
  before: ReadonlyMap<string, string>,
): string {
  const cases = kernels.map(({ index }) => `i32 ${index}, label %k${index}`).join(' ');
  const bodies = kernels.map(({ index, mangled, suspends }) => {
    const lines = [`k${index}:`];
    const args = (parameters[index] ?? []).flatMap(({ irType, byValue, align, offset, extension }, at) => {
      if (irType === null) return [];
      const name = `%a${index}.${at}`;
      lines.push(`  ${name}.p = getelementptr i8, ptr %args, i32 ${offset}`);
      if (byValue) return `ptr byval(${irType.text}) align ${align} ${name}.p`;
      const isBit = irType.text === 'i1';
      const loaded = isBit ? 'i8' : irType.text;
      lines.push(`  ${name}${isBit ? '.b' : ''} = load ${loaded}, ptr ${name}.p, align 1`);
      if (isBit) lines.push(`  ${name} = trunc i8 ${name}.b to i1`);
      return `${irType.text} ${extension}${name}`;
    });
    const operands = `${symbolOf(mangled)}(${args.join(', ')})`;
    const call =
      coroutines && suspends
        ? [`  %frame${index} = call ptr ${operands}`, `  ret ptr %frame${index}`]
        : [`  call void ${operands}`, '  ret ptr null'];
    const room = before.get(mangled);
    return [...lines, ...(room ? [`  ${room}`] : []), ...call].join('\n');
  });
  return `define ptr @__emu_call(i32 %kernel, ptr %args) noinline {\n  switch i32 %kernel, label %none [ ${cases} ]\n${bodies.join('\n')}\nnone:\n  ret ptr null\n}`;
}
