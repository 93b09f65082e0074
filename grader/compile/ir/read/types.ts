import { POINTER_BYTES } from '../../../abi/index.ts';
import type { Lexer } from './lexer.ts';

/** A type of LLVM IR. */
export type Type = {
  /** The type as it stands in IR. */
  readonly text: string;
} & (
  | { readonly kind: 'integer'; readonly bits: number }
  | { readonly kind: 'float'; readonly bytes: number }
  | { readonly kind: 'pointer'; readonly space: number }
  | { readonly kind: 'array'; readonly count: number; readonly element: Type }
  | { readonly kind: 'vector'; readonly count: number; readonly element: Type; readonly scalable: boolean }
  | { readonly kind: 'struct'; readonly fields: readonly Type[]; readonly packed: boolean }
  | { readonly kind: 'named' }
  | { readonly kind: 'function'; readonly result: Type; readonly parameters: readonly Type[] }
  /** Void, labels, tokens, metadata, types of other machines, and named types without a body. */
  | { readonly kind: 'other' }
);

/** Named types of a module, by their name with its sigil. */
export type NamedTypes = ReadonlyMap<string, Type>;

const FLOATS: Readonly<Record<string, number>> = { half: 2, bfloat: 2, float: 4, double: 8, fp128: 16 };
const OTHERS = ['void', 'label', 'token', 'metadata', 'opaque', 'x86_fp80', 'ppc_fp128', 'x86_amx', 'x86_mmx'];
const WORDS = new Map<string, Type>([
  ...Object.entries(FLOATS).map(([text, bytes]) => [text, { kind: 'float', bytes, text } as Type] as const),
  ...OTHERS.map((text) => [text, { kind: 'other', text } as Type] as const),
  ['ptr', { kind: 'pointer', space: 0, text: 'ptr' }],
]);
const INTEGER = /^i[1-9]\d*$/;

/** Returns the type that is one word; `null` for other words. */
function typeOfWord(word: string): Type | null {
  const known = WORDS.get(word);
  if (known) return known;
  if (!INTEGER.test(word)) return null;
  const type: Type = { kind: 'integer', bits: Number(word.slice(1)), text: word };
  WORDS.set(word, type);
  return type;
}

/** True if a type begins at the token. */
export function atType(lexer: Lexer): boolean {
  if (lexer.kind === 'word') return typeOfWord(lexer.word) !== null || lexer.isWord('target');
  return lexer.kind === 'local' || lexer.is('[') || lexer.is('{') || lexer.is('<');
}

/** Reads a type, also that of a function. @throws UnreadIr if no type begins at the token */
export function readType(lexer: Lexer): Type {
  const { start } = lexer;
  const type = readFirst(lexer);
  if (!lexer.is('(') || lexer.start === start) return type;
  const parameters: Type[] = [];
  lexer.next();
  while (!lexer.takes(')')) {
    if (!lexer.takesWord('...')) parameters.push(readType(lexer));
    if (!lexer.is(')')) lexer.mark(',');
  }
  return { kind: 'function', result: type, parameters, text: textFrom(lexer, start) };
}

/** Reads a type that is not a function's. */
export function readFirst(lexer: Lexer): Type {
  const { start } = lexer;
  if (lexer.kind === 'local') return { kind: 'named', text: lexer.take('local') };
  if (lexer.kind === 'word') return readWord(lexer, start);
  if (lexer.takes('[')) {
    const [count, element] = [Number(lexer.take('number')), readElement(lexer)];
    lexer.mark(']');
    return { kind: 'array', count, element, text: textFrom(lexer, start) };
  }
  if (lexer.is('{')) return { kind: 'struct', packed: false, fields: readFields(lexer), text: textFrom(lexer, start) };
  if (!lexer.takes('<')) throw lexer.unread('a type');
  if (lexer.is('{')) {
    const fields = readFields(lexer);
    lexer.mark('>');
    return { kind: 'struct', packed: true, fields, text: textFrom(lexer, start) };
  }
  const scalable = lexer.takesWord('vscale') && lexer.takesWord('x');
  const [count, element] = [Number(lexer.take('number')), readElement(lexer)];
  lexer.mark('>');
  return { kind: 'vector', count, element, scalable, text: textFrom(lexer, start) };
}

function readWord(lexer: Lexer, start: number): Type {
  if (lexer.takesWord('target')) {
    lexer.skipBrackets();
    return { kind: 'other', text: textFrom(lexer, start) };
  }
  const type = typeOfWord(lexer.word);
  if (type === null) throw lexer.unread('a type');
  lexer.next();
  if (type.kind !== 'pointer' || !lexer.takesWord('addrspace')) return type;
  lexer.mark('(');
  const space = Number(lexer.take('number'));
  lexer.mark(')');
  return { kind: 'pointer', space, text: textFrom(lexer, start) };
}

function readElement(lexer: Lexer): Type {
  if (!lexer.takesWord('x')) throw lexer.unread('"x"');
  return readType(lexer);
}

function readFields(lexer: Lexer): Type[] {
  lexer.mark('{');
  const fields: Type[] = [];
  while (!lexer.takes('}')) {
    fields.push(readType(lexer));
    if (!lexer.is('}')) lexer.mark(',');
  }
  return fields;
}

/** Returns what was read since a place: up to the end of the token before the current one. */
export function textFrom(lexer: Lexer, start: number): string {
  return lexer.text.slice(start, lexer.before);
}

/** A type that has no size on the emulator's machine: a program with one is refused. */
export class UnsizedType extends Error {
  override readonly name = 'UnsizedType';

  constructor({ text }: Type) {
    super(`a type without a size in IR: ${text}`);
  }
}

export interface Layout {
  /** The distance between two in an array, which includes padding. */
  readonly bytes: number;
  readonly align: number;
  /** The bytes that a load or a store touches. */
  readonly stored: number;
}

/**
 * Returns size and alignment of a type for the target (data layout `e-p:32:32-i64:64-i128:128-n32:64`, or `p:64:64`;
 * https://llvm.org/docs/LangRef.html#data-layout).
 * @throws UnsizedType if it has none
 */
export function layoutOf(type: Type, named: NamedTypes): Layout {
  switch (type.kind) {
    case 'integer': {
      const stored = Math.max(1, Math.ceil(type.bits / 8));
      const bytes = 2 ** Math.ceil(Math.log2(stored));
      return { bytes, align: Math.min(bytes, 16), stored };
    }
    case 'float':
      return { bytes: type.bytes, align: type.bytes, stored: type.bytes };
    case 'pointer':
      if (type.space !== 0) break;
      return { bytes: POINTER_BYTES, align: POINTER_BYTES, stored: POINTER_BYTES };
    case 'array': {
      const element = layoutOf(type.element, named);
      const bytes = type.count * element.bytes;
      return { bytes, align: element.align, stored: bytes };
    }
    case 'vector': {
      if (type.scalable) break;
      const element = layoutOf(type.element, named);
      const stored = Math.max(1, Math.ceil((type.count * bitsOf(type.element, element)) / 8));
      const bytes = 2 ** Math.ceil(Math.log2(stored));
      return { bytes, align: bytes, stored };
    }
    case 'struct':
      return structLayout(type, named).layout;
    case 'named': {
      const definition = named.get(type.text);
      if (definition) return layoutOf(definition, named);
    }
  }
  throw new UnsizedType(type);
}

/** The elements of a vector lie bit by bit. */
function bitsOf(type: Type, layout: Layout): number {
  return type.kind === 'integer' ? type.bits : layout.bytes * 8;
}

/** Returns the offsets of a struct's fields, and the layout of the whole. */
export function structLayout(
  { fields, packed }: Pick<Extract<Type, { kind: 'struct' }>, 'fields' | 'packed'>,
  named: NamedTypes,
): { readonly offsets: readonly number[]; readonly layout: Layout } {
  let offset = 0;
  let align = 1;
  const offsets = fields.map((field) => {
    const layout = layoutOf(field, named);
    const fieldAlign = packed ? 1 : layout.align;
    align = Math.max(align, fieldAlign);
    const at = roundUp(offset, fieldAlign);
    offset = at + layout.bytes;
    return at;
  });
  const bytes = roundUp(offset, align);
  return { offsets, layout: { bytes, align, stored: bytes } };
}

/** Returns the body of a named type, and other types as they are. */
export function bodyOf(type: Type, named: NamedTypes): Type {
  return (type.kind === 'named' && named.get(type.text)) || type;
}

export function roundUp(value: number, to: number): number {
  return Math.ceil(value / to) * to;
}

/** True if a pointer is in the type. */
export function hasPointer(type: Type): boolean {
  switch (type.kind) {
    case 'pointer':
      return true;
    case 'array':
    case 'vector':
      return hasPointer(type.element);
    case 'struct':
      return type.fields.some(hasPointer);
    case 'function':
      return hasPointer(type.result) || type.parameters.some(hasPointer);
    default:
      return false;
  }
}

export const POINTER: Type = { kind: 'pointer', space: 0, text: 'ptr' };

export function integerOf(bits: number): Type {
  return { kind: 'integer', bits, text: `i${bits}` };
}

export function arrayOf(count: number, element: Type): Type {
  return { kind: 'array', count, element, text: `[${count} x ${element.text}]` };
}

export function structOf(fields: readonly Type[]): Type {
  return { kind: 'struct', fields, packed: false, text: `{ ${fields.map(({ text }) => text).join(', ')} }` };
}
