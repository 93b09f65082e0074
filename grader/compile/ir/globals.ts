import type { DeviceVariable, SharedArray } from '../program.ts';
import { type IrModule, unquote } from './module.ts';
import { placeShared, SHARED_BYTES } from './raw.ts';
import { endOfType, layoutOf } from './types.ts';

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
  /** Static shared arrays and dynamic ones overflow the region. */
  readonly overflow: boolean;
}

export function readGlobals(module: IrModule): DeviceGlobals {
  const staticShared: { line: number; symbol: string; type: string; bytes: number }[] = [];
  const dynamicShared: { line: number; symbol: string; type: string }[] = [];
  const variables: DeviceVariable[] = [];
  const constants = new Map<string, number>();
  const edits = new Map<number, string>();
  for (const [i, line] of module.lines.entries()) {
    const global = /^(@(?:"[^"]*"|[-\w.$]+)) = ((?:[a-z_]+(?:\([^)]*\))? )*?)(global|constant) /.exec(line);
    if (!global?.[1]) continue;
    const symbol = global[1];
    const typeEnd = endOfType(line, global[0].length);
    const type = line.slice(global[0].length, typeEnd);
    const rest = line.slice(typeEnd);
    const bytes = () => layoutOf(type, module.types).bytes;
    if (/\bexternal\b/.test(global[2] ?? '')) {
      if (/^\[0 x /.test(type)) dynamicShared.push({ line: i, symbol, type });
    } else if (/^ undef\b/.test(rest)) {
      staticShared.push({ line: i, symbol, type, bytes: bytes() });
    } else if (/\bexternally_initialized\b/.test(global[2] ?? '')) {
      const name = unquote(symbol);
      variables.push({ name, bytes: bytes(), constant: false, export: name });
    } else if (global[3] === 'constant') constants.set(symbol, bytes());
  }
  const { offsets, next } = placeShared(staticShared.map((array) => array.bytes));
  const alias = (symbol: string, type: string, offset: number) =>
    `${symbol} = alias ${type}, ptr getelementptr (i8, ptr @__emu_shared, i32 ${offset})`;
  const shared = staticShared.map(({ line, symbol, type, bytes }, index): SharedArray => {
    const offset = offsets[index] ?? 0;
    edits.set(line, alias(symbol, type, offset));
    return { name: localName(unquote(symbol)), offset, bytes, position: null };
  });
  for (const { line, symbol, type } of dynamicShared) edits.set(line, alias(symbol, type, next));
  return {
    shared,
    sharedSymbols: new Set([...staticShared, ...dynamicShared].map(({ symbol }) => symbol)),
    sharedBytes: new Map(staticShared.map(({ symbol, bytes }) => [symbol, bytes])),
    variables,
    constants,
    edits,
    overflow: next > SHARED_BYTES,
  };
}

/** `_ZZ5tiledILi16EEvPKfS1_PfiiiE1a` to `a`: a variable's own name ends its Itanium name, with its length before it. */
export function localName(symbol: string): string {
  const nested = /E(\d+)([A-Za-z_]\w*?)(?:_\d+)?$/.exec(symbol);
  if (nested?.[1] && nested[2]) {
    const digits = nested[1];
    for (let from = 0; from < digits.length; from++) {
      const length = Number(digits.slice(from));
      if (nested[2].length >= length && length > 0) return nested[2].slice(0, length);
    }
  }
  return /^_ZL?\d+(\w+)$/.exec(symbol)?.[1] ?? symbol;
}
