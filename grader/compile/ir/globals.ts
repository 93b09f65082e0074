import { CONSTANTS_GUARD } from '../../abi/index.ts';
import { localName } from '../mangled.ts';
import type { DeviceVariable, SharedArray, SourcePosition } from '../program.ts';
import {
  attribute,
  type Entity,
  edited,
  type IrModule,
  layoutOf,
  type NamedTypes,
  nameOf,
  remove,
  symbolOf,
  type Type,
  type Variable,
} from './read/index.ts';
import { placeShared } from './shared.ts';

/** Global variables of device code, told apart by how Clang writes them. */
export interface DeviceGlobals {
  readonly shared: readonly SharedArray[];
  /** Symbols of shared arrays, dynamic ones included. */
  readonly sharedSymbols: ReadonlySet<string>;
  /** Bytes of each static shared array, by symbol. */
  readonly sharedBytes: ReadonlyMap<string, number>;
  readonly variables: readonly DeviceVariable[];
  /** Constants of the compiler (strings, tables): bytes by symbol. */
  readonly constants: ReadonlyMap<string, number>;
  /** The lines that take the place of variables. */
  readonly edits: ReadonlyMap<Entity, string>;
  /** Lines to add. */
  readonly aliases: readonly string[];
}

interface Global {
  readonly variable: Variable;
  readonly symbol: string;
  readonly type: Type;
  readonly bytes: number;
}

/** Returns the symbols of shared memory. */
export function sharedSymbolsOf(module: IrModule): ReadonlySet<string> {
  return new Set(module.variables.flatMap((variable) => (sharedKindOf(variable) ? [variable.symbol] : [])));
}

function sharedKindOf({ symbol, type, words, initializer }: Variable): 'static' | 'dynamic' | null {
  if (symbol.startsWith('@llvm.')) return null;
  if (attribute(words, 'external')) return type.kind === 'array' && type.count === 0 ? 'dynamic' : null;
  return attribute(words, 'weak') && initializer?.text === 'undef' ? 'static' : null;
}

/**
 * @param constantSymbols - `__constant__` variables, which the raw edits made writable
 * @param usersOf - kernels that can reach a shared array, by its symbol
 * @param declaredAt - line of the submission that declares a shared array, by name
 */
export function readGlobals(
  module: IrModule,
  constantSymbols: ReadonlySet<string>,
  usersOf: (symbol: string) => ReadonlySet<string>,
  declaredAt: (name: string) => SourcePosition | null,
): DeviceGlobals {
  const staticShared: Global[] = [];
  const dynamicShared: Global[] = [];
  const variables: DeviceVariable[] = [];
  const constants = new Map<string, number>();
  const edits = new Map<Entity, string>();
  const aliases: string[] = [];
  for (const variable of module.variables) {
    const { symbol, type, words } = variable;
    if (symbol.startsWith('@llvm.')) continue;
    const found: Global = { variable, symbol, type, bytes: layoutOf(type, module.types).bytes };
    const sharedKind = sharedKindOf(variable);
    if (sharedKind === 'dynamic') dynamicShared.push(found);
    else if (attribute(words, 'external')) continue;
    else if (sharedKind === 'static') staticShared.push(found);
    else if (variable.isConstant) {
      constants.set(symbol, found.bytes);
      edits.set(variable, inConstants(variable));
    } else {
      // Under a name of its own, so that no variable can take the place of one of the runtime's.
      const name = `emu_variable_${variables.length}`;
      variables.push({
        name: nameOf(symbol),
        bytes: found.bytes,
        constant: constantSymbols.has(symbol),
        ...(holdsPointer(type, module.types) && { pointers: type.kind === 'pointer' ? 'one' : 'some' }),
        export: name,
      });
      edits.set(variable, `${symbol} = internal global ${apart(found)}`);
      aliases.push(`@${name} = alias ${type.text}, ptr ${symbol}`);
    }
  }
  const { offsets, next } = placeShared(staticShared.map(({ symbol, bytes }) => ({ bytes, users: usersOf(symbol) })));
  const alias = ({ symbol, type }: Global, offset: number) =>
    `${symbol} = internal alias ${type.text}, ptr getelementptr (i8, ptr @__emu_shared, i32 ${offset})`;
  const shared = staticShared.map((global, index): SharedArray => {
    const offset = offsets[index] ?? 0;
    edits.set(global.variable, alias(global, offset));
    const name = localName(nameOf(global.symbol));
    return { name, offset, bytes: global.bytes, position: declaredAt(name) };
  });
  for (const global of dynamicShared) edits.set(global.variable, alias(global, next));
  return {
    shared,
    sharedSymbols: new Set([...staticShared, ...dynamicShared].map(({ symbol }) => symbol)),
    sharedBytes: new Map(staticShared.map(({ symbol, bytes }) => [symbol, bytes])),
    variables,
    constants,
    edits,
    aliases,
  };
}

function holdsPointer(type: Type, types: NamedTypes): boolean {
  if (type.kind === 'named') {
    const definition = types.get(type.text);
    return definition !== undefined && holdsPointer(definition, types);
  }
  if (type.kind === 'array') return holdsPointer(type.element, types);
  return type.kind === 'struct' ? type.fields.some((field) => holdsPointer(field, types)) : type.kind === 'pointer';
}

/**
 * Returns a variable with unused bytes after it, which belong to no variable: an index past its end is out of bounds, and
 * does not reach the next variable.
 */
function apart({ variable, type, bytes }: Global): string {
  const { text, end, initializer } = variable;
  const gap = `[${Math.min(Math.max(bytes, LEAST_GAP), MOST_GAP)} x i8]`;
  const value = `<{ ${type.text} ${initializer?.text ?? ''}, ${gap} zeroinitializer }>`;
  const rest = edited(text, withoutComdat(variable)).slice(end);
  return `<{ ${type.text}, ${gap} }> ${value}${rest}`;
}

/** Unused bytes after a variable: as many as it has, within these bounds. */
const LEAST_GAP = 256;
const MOST_GAP = 16_384;

/** Constants of the compiler lie side by side, so that the runtime knows what may be read through any pointer. */
function inConstants(variable: Variable): string {
  const align = attributeOf(variable, 'align');
  const section = align ? [{ at: align.at, end: align.at, text: `, section "${CONSTANTS}"` }] : [];
  return edited(variable.text, [...withoutComdat(variable), ...section]);
}

function withoutComdat(variable: Variable): ReturnType<typeof remove> {
  const comdat = attributeOf(variable, 'comdat');
  return comdat ? remove([comdat]) : [];
}

function attributeOf({ more }: Variable, name: string): Variable['more'][number] | undefined {
  return more.find((each) => each.name === name);
}

/** native/emulator/runtime/access.c knows its ends as `__start_` and `__stop_` this name. */
const CONSTANTS = 'emu_constants';

/** What lies first and last there may not be read: an access that leaves a variable beside it is still seen. */
export const CONSTANTS_FIRST: string = guard('first');
export const CONSTANTS_LAST: string = guard('last');

function guard(name: string): string {
  return `@emu_constants_${name} = internal constant [${CONSTANTS_GUARD} x i8] zeroinitializer, section "${CONSTANTS}", align 16`;
}

/** The exported names must survive the optimiser. */
export function usedVariables(variables: readonly DeviceVariable[]): string[] {
  const names = [
    ...variables.map((variable) => `ptr ${symbolOf(variable.export)}`),
    ...['first', 'last'].map((end) => `ptr @emu_constants_${end}`),
  ];
  return [`@llvm.used = appending global [${names.length} x ptr] [${names.join(', ')}], section "llvm.metadata"`];
}
