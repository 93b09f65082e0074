/**
 * Types of LLVM IR text: where one ends, and how many bytes it takes on wasm32
 * (data layout `e-p:32:32-i64:64-i128:128-n32:64`; https://llvm.org/docs/LangRef.html#data-layout).
 */

import { MalformedIr } from './malformed.ts';

const SCALARS: Readonly<Record<string, number>> = { half: 2, bfloat: 2, float: 4, double: 8, fp128: 16, ptr: 4 };
const OPENING = '([{<';
const CLOSING = ')]}>';

export interface Layout {
  /** Distance between two in an array, which includes padding. */
  readonly bytes: number;
  readonly align: number;
  /** Bytes that a load or a store touches. */
  readonly stored: number;
}

/** Named struct types of a module: `%struct.dim3` to its body `{ i32, i32, i32 }`. */
export type NamedTypes = ReadonlyMap<string, string>;

/** @returns the index just after the balanced bracket that opens at `start` */
export function closeOf(text: string, start: number): number {
  let depth = 0;
  for (let i = start; i < text.length; i++) {
    const char = text[i] ?? '';
    if (char === '"') i = text.indexOf('"', i + 1);
    else if (OPENING.includes(char)) depth++;
    else if (CLOSING.includes(char) && --depth === 0) return i + 1;
  }
  throw new MalformedIr(`unbalanced brackets in IR: ${text.slice(start, start + 80)}`);
}

/** @returns the index just after the type that starts at `start` */
export function endOfType(text: string, start: number): number {
  const first = text[start] ?? '';
  if (OPENING.includes(first)) return closeOf(text, start);
  const word = /^(?:%"[^"]*"|%[-\w.$]+|\w+)(?: addrspace\(\d+\))?/.exec(text.slice(start));
  if (!word) throw new MalformedIr(`expected a type in IR: ${text.slice(start, start + 80)}`);
  return start + word[0].length;
}

/** @returns the index just after the value (name, literal, or constant expression) that starts at `start` */
export function endOfValue(text: string, start: number): number {
  const first = text[start] ?? '';
  if (OPENING.includes(first)) return closeOf(text, start);
  // Metadata is a value too: that of a returned structure's scope, say (`metadata !185`).
  const word = /^(?:c"[^"]*"|[@%](?:"[^"]*"|[-\w.$]+)|!?[-\w.+]+)/.exec(text.slice(start));
  if (!word) throw new MalformedIr(`expected a value in IR: ${text.slice(start, start + 80)}`);
  const end = start + word[0].length;
  if (text[end] === '(') return closeOf(text, end);
  // `getelementptr inbounds nuw (...)`, `ptrtoint (...)`
  const flags = /^(?: (?:inbounds|nuw|nusw|nsw|exact|disjoint|inrange\([^)]*\)))* \(/.exec(text.slice(end));
  return flags && /^[a-z]+$/.test(word[0]) ? closeOf(text, end + flags[0].length - 1) : end;
}

/** Splits at commas that no bracket encloses. */
export function splitList(text: string): string[] {
  const parts: string[] = [];
  let start = 0;
  for (let i = 0; i < text.length; i++) {
    const char = text[i] ?? '';
    if (char === '"') i = text.indexOf('"', i + 1);
    else if (OPENING.includes(char)) i = closeOf(text, i) - 1;
    else if (char === ',') {
      parts.push(text.slice(start, i).trim());
      start = i + 1;
    }
  }
  const last = text.slice(start).trim();
  return last === '' ? parts : [...parts, last];
}

/** Size and alignment of a type. @throws MalformedIr for an opaque or unknown type */
export function layoutOf(type: string, named: NamedTypes): Layout {
  const integer = /^i(\d+)$/.exec(type);
  if (integer) {
    const stored = Math.max(1, Math.ceil(Number(integer[1]) / 8));
    const bytes = 2 ** Math.ceil(Math.log2(stored));
    return { bytes, align: Math.min(bytes, 16), stored };
  }
  const scalar = SCALARS[type];
  if (scalar !== undefined) return { bytes: scalar, align: scalar, stored: scalar };
  const sequence = /^([[<])(\d+) x (.*)[\]>]$/.exec(type);
  if (sequence) {
    const element = layoutOf(sequence[3] ?? '', named);
    const count = Number(sequence[2]);
    if (sequence[1] === '[')
      return { bytes: count * element.bytes, align: element.align, stored: count * element.bytes };
    const stored = Math.max(1, Math.ceil((count * bitsOf(sequence[3] ?? '', element)) / 8));
    const bytes = 2 ** Math.ceil(Math.log2(stored));
    return { bytes, align: bytes, stored };
  }
  const packed = /^<\{(.*)\}>$/.exec(type);
  const body = packed ?? /^\{(.*)\}$/.exec(type);
  if (body) return structLayout(splitList(body[1] ?? ''), packed !== null, named).layout;
  const definition = named.get(type);
  if (definition === undefined) throw new MalformedIr(`unknown type in IR: ${type}`);
  return layoutOf(definition, named);
}

/** The elements of a vector lie bit by bit. */
function bitsOf(type: string, layout: Layout): number {
  const integer = /^i(\d+)$/.exec(type);
  return integer ? Number(integer[1]) : layout.bytes * 8;
}

/** Field offsets of a struct, and the whole. */
export function structLayout(
  fields: readonly string[],
  packed: boolean,
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

export function roundUp(value: number, to: number): number {
  return Math.ceil(value / to) * to;
}
