import type { Width } from './library.ts';
import type { Runs } from './runs.ts';
import type { Conversion } from './traced.ts';

/** An element type of a conversion. */
interface Element {
  readonly width: Width;
  read(view: DataView, at: number): number;
  /** Writes a value as C converts it to this type. */
  write(view: DataView, at: number, value: number): void;
}

/** Returns the nearest half of a number, as bits; ties go to even. */
export function toHalf(value: number): number {
  const sign = value < 0 || Object.is(value, -0) ? 0x8000 : 0;
  const size = Math.abs(value);
  if (Number.isNaN(value)) return 0x7e00;
  if (size >= 65520) return sign | 0x7c00;
  const exponent = Math.max(-14, Math.floor(Math.log2(size)));
  if (size === 0) return sign;
  const unit = 2 ** (Math.max(-14, size < 2 ** exponent ? exponent - 1 : exponent) - 10);
  const steps = size / unit;
  let whole = Math.floor(steps);
  const rest = steps - whole;
  if (rest > 0.5 || (rest === 0.5 && whole % 2 === 1)) whole++;
  const rounded = whole * unit;
  if (rounded < 2 ** -14) return sign | (rounded / 2 ** -24);
  const high = rounded >= 2 * 2 ** exponent ? exponent + 1 : exponent;
  return sign | ((high + 15) << 10) | ((rounded / 2 ** high - 1) * 1024);
}

/** Returns the number that the bits of a half stand for. */
export function fromHalf(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 31;
  const fraction = bits & 1023;
  if (exponent === 31) return fraction ? Number.NaN : sign * Number.POSITIVE_INFINITY;
  if (exponent === 0) return sign * fraction * 2 ** -24;
  return sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
}

const ELEMENTS = {
  u8: { width: 1, read: (view, at) => view.getUint8(at), write: (view, at, value) => view.setUint8(at, value) },
  i8: { width: 1, read: (view, at) => view.getInt8(at), write: (view, at, value) => view.setInt8(at, value) },
  u16: {
    width: 2,
    read: (view, at) => view.getUint16(at, true),
    write: (view, at, value) => view.setUint16(at, value, true),
  },
  i16: {
    width: 2,
    read: (view, at) => view.getInt16(at, true),
    write: (view, at, value) => view.setInt16(at, value, true),
  },
  u32: {
    width: 4,
    read: (view, at) => view.getUint32(at, true),
    write: (view, at, value) => view.setUint32(at, value, true),
  },
  i32: {
    width: 4,
    read: (view, at) => view.getInt32(at, true),
    write: (view, at, value) => view.setInt32(at, value, true),
  },
  f16: {
    width: 2,
    read: (view, at) => fromHalf(view.getUint16(at, true)),
    write: (view, at, value) => view.setUint16(at, toHalf(value), true),
  },
  f32: {
    width: 4,
    read: (view, at) => view.getFloat32(at, true),
    write: (view, at, value) => view.setFloat32(at, value, true),
  },
  f64: {
    width: 8,
    read: (view, at) => view.getFloat64(at, true),
    write: (view, at, value) => view.setFloat64(at, value, true),
  },
} as const satisfies Record<string, Element>;

type ElementName = keyof typeof ELEMENTS;

/** A conversion of one element. */
export interface Rule {
  readonly name: Conversion;
  readonly from: Element;
  readonly to: Element;
  /** Converts a value of `from`; the writer of `to` rounds or truncates. */
  readonly scale: 1 | 255;
}

function rule(name: Conversion, from: ElementName, to: ElementName, scale: 1 | 255 = 1): Rule {
  return { name, from: ELEMENTS[from], to: ELEMENTS[to], scale };
}

/**
 * Conversions that lose nothing, so that the content tells the element of the source. Of each group the one that fits
 * most elements applies, and the first of several that fit equally.
 */
export const WIDENING: readonly (readonly Rule[])[] = [
  [rule('f32-f64', 'f32', 'f64')],
  [rule('f16-f32', 'f16', 'f32')],
  [rule('u8-f32', 'u8', 'f32'), rule('i8-f32', 'i8', 'f32'), rule('u8/255-f32', 'u8', 'f32', 255)],
  [rule('u16-f32', 'u16', 'f32'), rule('i16-f32', 'i16', 'f32')],
  [rule('i32-f32', 'i32', 'f32'), rule('u32-f32', 'u32', 'f32')],
  [rule('u8-f64', 'u8', 'f64'), rule('i8-f64', 'i8', 'f64')],
  [rule('u16-f64', 'u16', 'f64'), rule('i16-f64', 'i16', 'f64')],
  [rule('i32-f64', 'i32', 'f64'), rule('u32-f64', 'u32', 'f64')],
];

/** Conversions that lose digits, so that sources are converted before they are compared. */
export const NARROWING: readonly Rule[] = [
  rule('f64-f32', 'f64', 'f32'),
  rule('f32-f16', 'f32', 'f16'),
  rule('f32-u8', 'f32', 'u8'),
];

export const RULES = new Map([...WIDENING.flat(), ...NARROWING].map((each) => [each.name, each]));

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
}

/** Returns the value after a conversion, before it is stored. */
function converted(value: number, scale: 1 | 255): number {
  return scale === 1 ? value : Math.fround(value) / 255;
}

/** Converts `count` elements of a source into a content. */
export function convert(
  { from, to, scale }: Rule,
  source: DataView,
  offset: number,
  content: DataView,
  at: number,
  count: number,
): void {
  for (let i = 0; i < count; i++)
    to.write(content, at + i * to.width, converted(from.read(source, offset + i * from.width), scale));
}

/** Returns all whole elements of a source, converted. */
export function convertAll(conversion: Rule, bytes: Uint8Array): Uint8Array {
  const count = Math.floor(bytes.length / conversion.from.width);
  const out = new Uint8Array(count * conversion.to.width);
  convert(conversion, viewOf(bytes), 0, viewOf(out), 0, count);
  return out;
}

/** The elements of sources that a content would have been converted from. */
export interface Undone {
  readonly rule: Rule;
  /** The place in the content at which its elements begin. */
  readonly phase: number;
  readonly contents: readonly Uint8Array[];
  /** By byte of these contents: 1 if no element of the source becomes this one in every run. */
  readonly taken: Uint8Array;
  /** The number of elements that are not taken and differ between runs. */
  readonly elements: number;
}

/** Returns the elements that become those of a content by a widening conversion. `taken` marks bytes to leave out. */
function undo(conversion: Rule, contents: readonly Uint8Array[], taken: Uint8Array, phase: number): Undone {
  const { from, to, scale } = conversion;
  const count = Math.floor((taken.length - phase) / to.width);
  const undone = contents.map(() => new Uint8Array(count * from.width));
  const narrow = undone.map(viewOf);
  const wide = contents.map(viewOf);
  const left = new Uint8Array(count * from.width);
  const check = new DataView(new ArrayBuffer(8));
  let elements = 0;
  for (let i = 0; i < count; i++) {
    const at = phase + i * to.width;
    let fits = true;
    for (let byte = 0; byte < to.width; byte++) fits = fits && taken[at + byte] === 0;
    let first = 0;
    let varies = false;
    for (let run = 0; run < wide.length && fits; run++) {
      const value = to.read(wide[run]!, at);
      if (run === 0) first = value;
      else if (value !== first) varies = true;
      const element = scale === 1 ? value : Math.round(value * scale);
      from.write(narrow[run]!, i * from.width, element);
      to.write(check, 0, converted(from.read(narrow[run]!, i * from.width), scale));
      fits = Object.is(to.read(check, 0), value) && !Number.isNaN(value);
    }
    if (!fits) left.fill(1, i * from.width, (i + 1) * from.width);
    else if (varies) elements++;
  }
  return { rule: conversion, phase, contents: undone, taken: left, elements };
}

/** Elements of a long content that are tried before all of them are. */
const SAMPLES = 256;

/** Returns what the best conversion of a group makes of a content, or null if nothing fits. */
export function undoBest(group: readonly Rule[], content: Runs, taken: Uint8Array, phase: number): Undone | null {
  const width = group[0]!.to.width;
  const sample = sampleOf(content, taken, width, phase);
  let best: Rule | null = null;
  let most = 0;
  for (const each of group) {
    const { elements } = undo(each, sample.contents, sample.taken, 0);
    if (elements > most) best = each;
    most = Math.max(most, elements);
  }
  return best && undo(best, content.contents, taken, phase);
}

/** Returns elements of a content that are free and differ between runs. */
function sampleOf(
  content: Runs,
  taken: Uint8Array,
  width: Width,
  phase: number,
): { contents: Uint8Array[]; taken: Uint8Array } {
  const places: number[] = [];
  const step = Math.max(1, Math.floor(content.length / width / (4 * SAMPLES))) * width;
  for (let at = phase; at + width <= content.length; at += step)
    if (taken[at] === 0 && taken[at + width - 1] === 0 && !content.isConstant(at, width)) places.push(at);
  const contents = content.contents.map((bytes) => {
    const some = new Uint8Array(places.length * width);
    for (const [i, at] of places.entries()) some.set(bytes.subarray(at, at + width), i * width);
    return some;
  });
  return { contents, taken: new Uint8Array(places.length * width) };
}
