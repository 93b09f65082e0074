import { Reader } from './reader.ts';

export const SECTION = { custom: 0, type: 1, import: 2, function: 3, element: 9, code: 10 } as const;
const KIND = { function: 0, table: 1, memory: 2, global: 3, tag: 4 } as const;
const SYMBOL = { function: 0, data: 1, global: 2, section: 3, tag: 4, table: 5 } as const;
const UNDEFINED = 0x10;
const EXPLICIT_NAME = 0x40;

/** A function type: value types as their bytes in the file. */
export interface FunctionType {
  readonly parameters: readonly number[];
  readonly results: readonly number[];
}

export interface WasmSymbol {
  readonly kind: 'function' | 'data' | 'global' | 'table' | 'other';
  readonly name: string;
  readonly isUndefined: boolean;
  /** The index of a function or a global; -1 for data. */
  readonly index: number;
  /** Of data: the number of its segment, where it starts there, and its size in bytes. */
  readonly segment: number;
  readonly offset: number;
  readonly bytes: number;
}

/** What the linker fills in, at a place of the code section; types as in LLVM's `WasmRelocs.def`. */
export interface Relocation {
  readonly type: number;
  readonly symbol: number;
  readonly addend: number;
}

/** The first and the next byte of a function's body, from the start of the file. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

export interface WasmModule {
  readonly bytes: Uint8Array;
  readonly sections: readonly (Span & { readonly id: number; readonly at: number })[];
  readonly types: readonly FunctionType[];
  readonly imports: readonly { readonly module: string; readonly name: string; readonly kind: number }[];
  /** The type of each function, imported ones first. */
  readonly functionTypes: readonly number[];
  readonly importedFunctions: number;
  readonly bodies: readonly Span[];
  /** Functions in the table; `null` if a segment has a form that is not understood. */
  readonly table: readonly number[] | null;
  /** Names of functions, of a linked module. */
  readonly names: ReadonlyMap<number, string>;
  readonly symbols: readonly WasmSymbol[];
  readonly segments: readonly string[];
  /** Functions that run before all others. */
  readonly initializers: number;
  /** By their place in the file. */
  readonly codeRelocations: ReadonlyMap<number, Relocation>;
  /** Of all other sections. */
  readonly dataRelocations: readonly Relocation[];
}

/** Relocations that have an addend. */
const WITH_ADDEND = new Set([3, 4, 5, 8, 9, 11, 14, 15, 16, 17, 21, 22, 23, 25]);

/** Reads a WebAssembly object or a linked module. @throws Error if it is malformed */
export function readModule(bytes: Uint8Array): WasmModule {
  const r = new Reader(bytes, 8);
  const sections: (Span & { id: number; at: number })[] = [];
  const types: FunctionType[] = [];
  const imports: { module: string; name: string; kind: number }[] = [];
  const functionTypes: number[] = [];
  const bodies: Span[] = [];
  const names = new Map<number, string>();
  const symbols: WasmSymbol[] = [];
  const segments: string[] = [];
  const codeRelocations = new Map<number, Relocation>();
  const dataRelocations: Relocation[] = [];
  let table: number[] | null = [];
  let importedFunctions = 0;
  let initializers = 0;
  while (r.at < bytes.length) {
    const at = r.at;
    const id = r.u8();
    const size = r.unsigned();
    const start = r.at;
    const end = start + size;
    if (end > bytes.length) throw new Error('a section of a WebAssembly file is too long');
    sections.push({ id, at, start, end });
    if (id === SECTION.type) {
      for (let n = r.unsigned(); n > 0; n--) types.push(functionType(r));
    } else if (id === SECTION.import) {
      for (let n = r.unsigned(); n > 0; n--) {
        const entry = { module: r.name(), name: r.name(), kind: r.u8() };
        imports.push(entry);
        if (entry.kind === KIND.function) {
          functionTypes.push(r.unsigned());
          importedFunctions++;
        } else skipImport(r, entry.kind);
      }
    } else if (id === SECTION.function) {
      for (let n = r.unsigned(); n > 0; n--) functionTypes.push(r.unsigned());
    } else if (id === SECTION.element) table = elements(r);
    else if (id === SECTION.code) {
      for (let n = r.unsigned(); n > 0; n--) {
        const length = r.unsigned();
        bodies.push({ start: r.at, end: r.at + length });
        r.at += length;
      }
    } else if (id === SECTION.custom) {
      const name = r.name();
      if (name === 'name') readNames(r, end, names);
      else if (name === 'linking') initializers += readLinking(r, end, imports, symbols, segments);
      else if (name.startsWith('reloc.')) {
        const target = sections[r.unsigned()];
        for (let n = r.unsigned(); n > 0; n--) {
          const type = r.u8();
          const offset = r.unsigned();
          const relocation = { type, symbol: r.unsigned(), addend: WITH_ADDEND.has(type) ? r.signed() : 0 };
          if (target?.id === SECTION.code) codeRelocations.set(target.start + offset, relocation);
          else if (!name.startsWith('reloc..debug_')) dataRelocations.push(relocation);
        }
      }
    }
    r.at = end;
  }
  return {
    ...{ bytes, sections, types, imports, functionTypes, importedFunctions, bodies, table, names },
    ...{ symbols, segments, initializers, codeRelocations, dataRelocations },
  };
}

function functionType(r: Reader): FunctionType {
  if (r.u8() !== 0x60) throw new Error('a type of a WebAssembly file is not understood');
  const list = () => Array.from({ length: r.unsigned() }, () => r.u8());
  return { parameters: list(), results: list() };
}

function skipImport(r: Reader, kind: number): void {
  if (kind === KIND.table) r.u8();
  if (kind === KIND.table || kind === KIND.memory) {
    const hasMaximum = (r.u8() & 1) !== 0;
    r.skip();
    if (hasMaximum) r.skip();
  } else if (kind === KIND.global) r.at += 2;
  else {
    r.u8();
    r.unsigned();
  }
}

function elements(r: Reader): number[] | null {
  const functions: number[] = [];
  for (let n = r.unsigned(); n > 0; n--) {
    // An active segment of the first table, with functions by their numbers, at a constant.
    if (r.unsigned() !== 0 || ![0x41, 0x42].includes(r.u8())) return null;
    r.skip();
    if (r.u8() !== 0x0b) return null;
    for (let m = r.unsigned(); m > 0; m--) functions.push(r.unsigned());
  }
  return functions;
}

function readNames(r: Reader, end: number, names: Map<number, string>): void {
  while (r.at < end) {
    const kind = r.u8();
    const next = r.unsigned() + r.at;
    if (kind === 1) for (let n = r.unsigned(); n > 0; n--) names.set(r.unsigned(), r.name());
    r.at = next;
  }
}

/** @returns the number of initializers */
function readLinking(
  r: Reader,
  end: number,
  imports: WasmModule['imports'],
  symbols: WasmSymbol[],
  segments: string[],
): number {
  const functions = imports.filter(({ kind }) => kind === KIND.function);
  const globals = imports.filter(({ kind }) => kind === KIND.global);
  const tables = imports.filter(({ kind }) => kind === KIND.table);
  let initializers = 0;
  if (r.unsigned() !== 2) throw new Error('a version of WebAssembly objects that is not understood');
  while (r.at < end) {
    const kind = r.u8();
    const next = r.unsigned() + r.at;
    if (kind === 8) {
      for (let n = r.unsigned(); n > 0; n--) {
        const type = r.u8();
        const flags = r.unsigned();
        const isUndefined = (flags & UNDEFINED) !== 0;
        const named = { isUndefined, index: -1, segment: -1, offset: 0, bytes: 0 };
        if (type === SYMBOL.data) {
          const name = r.name();
          const place = isUndefined ? {} : { segment: r.unsigned(), offset: r.unsigned(), bytes: r.unsigned() };
          symbols.push({ ...named, ...place, kind: 'data', name });
        } else if (type === SYMBOL.section) {
          r.unsigned();
          symbols.push({ ...named, kind: 'other', name: '' });
        } else {
          const index = r.unsigned();
          const list = type === SYMBOL.function ? functions : type === SYMBOL.global ? globals : tables;
          const explicit = !isUndefined || (flags & EXPLICIT_NAME) !== 0;
          const name = explicit ? r.name() : (list[index]?.name ?? '');
          const kinds = { [SYMBOL.function]: 'function', [SYMBOL.global]: 'global', [SYMBOL.table]: 'table' } as const;
          symbols.push({ ...named, kind: kinds[type as 0 | 2 | 5] ?? 'other', name, index });
        }
      }
    } else if (kind === 5) {
      for (let n = r.unsigned(); n > 0; n--) {
        segments.push(r.name());
        r.unsigned();
        r.unsigned();
      }
    } else if (kind === 6) initializers = r.unsigned();
    r.at = next;
  }
  return initializers;
}
