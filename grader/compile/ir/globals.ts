import { CONSTANTS_GUARD } from '../../abi/index.ts';
import type { DeviceVariable, SharedArray, SourcePosition } from '../program.ts';
import { type IrModule, quote, unquote } from './module.ts';
import { placeShared } from './shared.ts';
import { endOfType, endOfValue, layoutOf } from './types.ts';

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
  /** Lines to replace, by index. */
  readonly edits: ReadonlyMap<number, string>;
  /** Lines to add. */
  readonly aliases: readonly string[];
}

interface Global {
  readonly line: number;
  readonly symbol: string;
  readonly type: string;
  readonly bytes: number;
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
  const edits = new Map<number, string>();
  const aliases: string[] = [];
  for (const [i, line] of module.lines.entries()) {
    const global = /^(@(?:"[^"]*"|[-\w.$]+)) = ((?:[a-z_]+(?:\([^)]*\))? )*?)(global|constant) /.exec(line);
    if (!global?.[1] || global[1].startsWith('@llvm.')) continue;
    const [head, symbol, linkage = ''] = global;
    const typeEnd = endOfType(line, head.length);
    const type = line.slice(head.length, typeEnd);
    const found: Global = { line: i, symbol, type, bytes: layoutOf(type, module.types).bytes };
    if (/\bexternal\b/.test(linkage)) {
      if (/^\[0 x /.test(type)) dynamicShared.push(found);
    } else if (/\bweak\b/.test(linkage) && /^ undef\b/.test(line.slice(typeEnd))) staticShared.push(found);
    else if (global[3] === 'constant') {
      constants.set(symbol, found.bytes);
      edits.set(i, inConstants(line));
    } else {
      // Under a name of its own, so that no variable can take the place of one of the runtime's.
      const name = `emu_variable_${variables.length}`;
      variables.push({
        name: unquote(symbol),
        bytes: found.bytes,
        constant: constantSymbols.has(symbol),
        export: name,
      });
      edits.set(i, `${symbol} = internal global ${apart(line.slice(head.length), found)}`);
      aliases.push(`@${name} = alias ${type}, ptr ${symbol}`);
    }
  }
  const { offsets, next } = placeShared(staticShared.map(({ symbol, bytes }) => ({ bytes, users: usersOf(symbol) })));
  const alias = ({ symbol, type }: Global, offset: number) =>
    `${symbol} = internal alias ${type}, ptr getelementptr (i8, ptr @__emu_shared, i32 ${offset})`;
  const shared = staticShared.map((global, index): SharedArray => {
    const offset = offsets[index] ?? 0;
    edits.set(global.line, alias(global, offset));
    const name = localName(unquote(global.symbol));
    return { name, offset, bytes: global.bytes, position: declaredAt(name) };
  });
  for (const global of dynamicShared) edits.set(global.line, alias(global, next));
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

/**
 * Returns a variable with unused bytes after it, which belong to no variable: an index past its end is out of bounds, and
 * does not reach the next variable.
 * @param definition - type, initial value, and what follows
 */
function apart(definition: string, { type, bytes }: Global): string {
  const valueEnd = endOfValue(definition, type.length + 1);
  const gap = `[${Math.min(Math.max(bytes, LEAST_GAP), MOST_GAP)} x i8]`;
  const value = `<{ ${type} ${definition.slice(type.length + 1, valueEnd)}, ${gap} zeroinitializer }>`;
  const rest = definition.slice(valueEnd).replace(/, comdat(?:\([^)]*\))?/, '');
  return `<{ ${type}, ${gap} }> ${value}${rest}`;
}

/** Unused bytes after a variable: as many as it has, within these bounds. */
const LEAST_GAP = 256;
const MOST_GAP = 16_384;

/** Constants of the compiler lie side by side, so that the runtime knows what may be read through any pointer. */
function inConstants(line: string): string {
  return line.replace(/, comdat(?:\([^)]*\))?/, '').replace(/(?=, align \d+(?:, !.*)?$)/, `, section "${CONSTANTS}"`);
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
    ...variables.map((variable) => `ptr ${quote(variable.export)}`),
    ...['first', 'last'].map((end) => `ptr @emu_constants_${end}`),
  ];
  return [`@llvm.used = appending global [${names.length} x ptr] [${names.join(', ')}], section "llvm.metadata"`];
}

/** `_ZZ5tiledILi16EEvPKfS1_PfiiiE1a` to `a`: a variable's own name ends its Itanium name, with its length before it. */
export function localName(symbol: string): string {
  for (const { 0: before, index } of symbol.matchAll(/E(?=\d)/g)) {
    const [digits = ''] = /^\d+/.exec(symbol.slice(index + before.length)) ?? [];
    const rest = symbol.slice(index + before.length + digits.length);
    for (let from = 0; from < digits.length; from++) {
      const length = Number(digits.slice(from));
      // What follows tells apart variables of one name in one function.
      if (length > 0 && length <= rest.length && /^(?:_\d+|__\d+_)?$/.test(rest.slice(length)))
        return rest.slice(0, length);
    }
  }
  return /^_ZL?\d+(\w+)$/.exec(symbol)?.[1] ?? symbol;
}
