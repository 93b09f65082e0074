import { convertAll, NARROWING, type Rule, undoBest, WIDENING } from './conversions.ts';
import { evidence } from './evidence.ts';
import { layOut, type Part } from './lay-out.ts';
import { Library, type Width } from './library.ts';
import type { Pieces } from './pieces.ts';
import { agreement, agrees, Runs } from './runs.ts';
import { Scan } from './scan.ts';
import type { Hint, Traced } from './traced.ts';

/** The bits by which a match must be less likely by accident than one among all words. */
const MARGIN_BITS = 8;
/** Sources of the same length that a content is compared with as a whole. */
const WHOLE_COMPARISONS = 8;
/** Bytes of sources up to which lossy conversions are tried. */
const CONVERTED_BYTES = 2 ** 23;

/** The way in which a library is searched. */
interface Search {
  readonly conversion?: Rule | null;
  /** The numbers of the sources by those of the library, if they differ. */
  readonly sources?: readonly number[] | null;
  readonly narrowest?: Width;
}

/** Finds out where host code moved bytes from, by what they have in common in several decoy runs. */
export class Tracer {
  readonly #library = new Library();
  readonly #byLength = new Map<number, number[]>();
  readonly #narrowed = new Map<Rule, { library: Library; sources: number[]; next: number }>();

  /**
   * Adds bytes that host code could read: an input or a download.
   * @param contents the bytes in each run, of equal lengths
   * @param elementBytes the bytes of an element; by default 4 if the length allows it
   * @returns the number of the source, from 0 on
   */
  add(contents: readonly Uint8Array[], elementBytes?: Width): number {
    const runs = new Runs(contents);
    const source = this.#library.add(runs, elementBytes ?? (runs.length % 4 === 0 ? 4 : 1));
    const same = this.#byLength.get(runs.length) ?? [];
    same.push(source);
    this.#byLength.set(runs.length, same);
    return source;
  }

  /** Returns the origin of every byte that host code passes on. */
  trace(contents: readonly Uint8Array[], hint?: Hint): Traced {
    const content = new Runs(contents);
    const { length } = content;
    const whole = this.#whole(content, hint);
    if (whole) return layOut(content, [whole]);
    const taken = new Uint8Array(length);
    const parts: Part[] = [];
    for (const part of hint ? this.#hinted(content, hint) : []) {
      if (taken.subarray(part.at, part.at + part.bytes).includes(1)) continue;
      taken.fill(1, part.at, part.at + part.bytes);
      parts.push(part);
    }
    // Narrow words come last: the digits of converted numbers can repeat bytes of their sources.
    this.#search(content, this.#library, taken, parts, { narrowest: 4 });
    if (undecided(content, taken) > 0) this.#widen(content, taken, parts);
    if (undecided(content, taken) > 0) this.#search(content, this.#library, taken, parts, { narrowest: 1 });
    if (undecided(content, taken) > 0) this.#narrow(content, taken, parts);
    return layOut(content, parts);
  }

  /** Returns the source that the whole content equals, the hinted or the latest one. */
  #whole(content: Runs, hint: Hint | undefined): Part | null {
    const { length } = content;
    if (length === 0) return null;
    const part = (source: number, offset: number): Part => ({ ...BLOCK, at: 0, bytes: length, source, offset });
    for (const { at, bytes, source, offset } of hint?.places ?? []) {
      if (at > 0 || at + bytes < length) continue;
      if (agrees(this.#library.runs(source), offset - at, content, 0, length)) return part(source, offset - at);
    }
    const same = this.#byLength.get(length) ?? [];
    for (let i = same.length - 1; i >= Math.max(0, same.length - WHOLE_COMPARISONS); i--)
      if (agrees(this.#library.runs(same[i]!), 0, content, 0, length)) return part(same[i]!, 0);
    return null;
  }

  /** Returns the stretches that are where the hint says, in whole elements. */
  #hinted(content: Runs, hint: Hint): Part[] {
    const parts: Part[] = [];
    for (const place of hint.places) {
      const { source } = place;
      const runs = this.#library.runs(source);
      const width = this.#library.width(source);
      const end = Math.min(place.at + place.bytes, content.length);
      for (let at = place.at; at + width <= end; ) {
        const offset = place.offset + at - place.at;
        let bytes = agreement(runs, offset, content, at, end - at);
        bytes -= bytes % width;
        if (evidence(content, at, bytes, width) >= MARGIN_BITS) parts.push({ ...BLOCK, at, bytes, source, offset });
        at += Math.max(bytes, width);
      }
    }
    return parts;
  }

  /** Scans a content and adds what is certain enough to the parts. */
  #search(
    content: Runs,
    library: Library,
    taken: Uint8Array,
    parts: Part[],
    { conversion = null, sources = null, narrowest = 1 }: Search,
  ): void {
    const scanned = taken.slice();
    const pieces = new Scan(content, library, scanned, narrowest).run();
    let words = 0;
    for (const { size } of library.tables()) words += size;
    const bits = Float64Array.from({ length: pieces.size }, (_, i) => evidenceOf(content, library, pieces, i));
    let unexplained = undecided(content, scanned) / 4;
    let needed = 0;
    for (let round = 0; round < 2; round++) {
      needed = Math.log2(1 + words) + Math.log2(1 + unexplained) + MARGIN_BITS;
      for (let i = 0; i < pieces.size; i++) {
        if (bits[i]! >= needed || pieces.count[i] === 0) continue;
        unexplained += (pieces.bytes[i]! * pieces.count[i]!) / 4;
        pieces.count[i] = 0;
      }
    }
    const wide = conversion?.to.width ?? 1;
    const narrow = conversion?.from.width ?? 1;
    const isWidened = conversion !== null && wide > narrow;
    const at = isWidened ? wide / narrow : 1;
    const from = conversion !== null && !isWidened ? narrow / wide : 1;
    for (let i = 0; i < pieces.size; i++) {
      const count = pieces.count[i]!;
      if (count === 0) continue;
      const source = pieces.source[i]!;
      parts.push({
        at: at * pieces.at[i]!,
        bytes: at * pieces.bytes[i]!,
        source: sources?.[source] ?? source,
        offset: from * pieces.offset[i]!,
        count,
        step: at * pieces.step[i]!,
        sourceStep: from * pieces.sourceStep[i]!,
        conversion: conversion?.name ?? null,
      });
      for (let k = 0; k < count; k++) {
        const start = pieces.at[i]! + k * pieces.step[i]!;
        taken.fill(1, start, start + pieces.bytes[i]!);
      }
    }
  }

  #has(width: Width): boolean {
    return this.#library.sources.some((source) => source.width === width);
  }

  #widen(content: Runs, taken: Uint8Array, parts: Part[]): void {
    for (const group of WIDENING) {
      const { from, to } = group[0]!;
      if (!this.#has(from.width) || content.length < to.width) continue;
      const undone = undoBest(group, content.contents, taken);
      if (!undone) continue;
      const first = parts.length;
      this.#search(new Runs(undone.contents), this.#library, undone.taken, parts, { conversion: undone.rule });
      for (const { at, bytes, count, step } of parts.slice(first))
        for (let k = 0; k < count; k++) taken.fill(1, at + k * step, at + k * step + bytes);
      if (undecided(content, taken) === 0) return;
    }
  }

  #narrow(content: Runs, taken: Uint8Array, parts: Part[]): void {
    for (const rule of NARROWING) {
      if (!this.#has(rule.from.width) || content.length < rule.to.width) continue;
      const { library, sources } = this.#narrowedBy(rule);
      this.#search(content, library, taken, parts, { conversion: rule, sources });
      if (undecided(content, taken) === 0) return;
    }
  }

  /** Returns the sources after a lossy conversion. */
  #narrowedBy(rule: Rule): { library: Library; sources: number[] } {
    const narrowed = this.#narrowed.get(rule) ?? { library: new Library(), sources: [], next: 0 };
    this.#narrowed.set(rule, narrowed);
    for (; narrowed.next < this.#library.sources.length; narrowed.next++) {
      const { runs, width } = this.#library.sources[narrowed.next]!;
      if (width !== rule.from.width || runs.length > CONVERTED_BYTES) continue;
      const contents = runs.contents.map((bytes) => convertAll(rule, bytes));
      narrowed.sources.push(narrowed.next);
      narrowed.library.add(new Runs(contents), rule.to.width);
    }
    return narrowed;
  }
}

const BLOCK = { count: 1, step: 0, sourceStep: 0, conversion: null };

function evidenceOf(content: Runs, library: Library, pieces: Pieces, index: number): number {
  const width = library.width(pieces.source[index]!);
  const bytes = pieces.bytes[index]!;
  const word = bytes % width === 0 ? width : 1;
  let bits = 0;
  for (let k = 0; k < pieces.count[index]! && bits < 128; k++)
    bits += evidence(content, pieces.at[index]! + k * pieces.step[index]!, bytes, word);
  return bits;
}

/** Returns the number of bytes that differ between runs and have no origin yet. */
function undecided(content: Runs, taken: Uint8Array): number {
  let bytes = 0;
  for (let at = 0; at < content.length; at++) if (taken[at] === 0 && !content.isConstant(at, 1)) bytes++;
  return bytes;
}
