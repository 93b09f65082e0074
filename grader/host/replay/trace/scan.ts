import type { Depth, Library } from './library.ts';
import { Pieces } from './pieces.ts';
import { agreement, agreementBefore, agrees, type Runs, sameWord } from './runs.ts';
import type { WordTable } from './table.ts';

/** Places of one word that are compared by their neighborhood. */
const CANDIDATES = 16;
/** Bytes of neighborhood that decide between candidates. */
const NEIGHBORHOOD = 64;
/** Blocks that can take turns in an interleaved content. */
const INTERLEAVED = 8;
/** Comparisons of neighborhoods per byte of content; beyond that, only single candidates are taken. */
const COMPARISONS_PER_BYTE = 0.5;
/** Bytes without a find after which a sparse scan looks at a quarter of the places only. */
const PATIENCE_BYTES = 4096;

/** Finds the blocks of a content that equal places of a library in all runs. */
export class Scan {
  readonly pieces = new Pieces();
  readonly #content: Runs;
  readonly #library: Library;
  /** By byte: 1 if the byte belongs to a piece or is not to be traced. */
  readonly #taken: Uint8Array;
  readonly #tables: readonly WordTable[];
  /** The latest single blocks, the latest last. */
  readonly #singles: number[] = [];
  /** Pieces with a stride that can go on. */
  #strided: number[] = [];
  #comparisons: number;
  /** The look-ups that found a word. */
  hits = 0;
  readonly #found: { source: number; offset: number }[] = [];
  readonly #inverted: readonly number[];
  readonly #isSparse: boolean;
  /** The end of the bytes before here that are taken. */
  #end = 0;

  constructor(content: Runs, library: Library, taken: Uint8Array, depth: Depth) {
    this.#content = content;
    this.#library = library;
    this.#taken = taken;
    this.#tables = library.tables(depth);
    this.#isSparse = depth === 'sparse';
    this.#inverted = depth === 'sparse' ? [] : library.inverted;
    this.#comparisons = 4096 + COMPARISONS_PER_BYTE * content.length;
  }

  /** Scans from one place to another; a later call goes on where this one ends. Returns that place. */
  run(from: number, to: number): number {
    const { length } = this.#content;
    const widest = Math.max(this.#tables[0]?.width ?? 0, ...this.#inverted.map((each) => this.#library.width(each)));
    if (widest === 0) return length;
    let room = 0;
    let at = from;
    while (at < to) {
      if (this.#taken[at]) {
        this.#end = ++at;
        continue;
      }
      if (room <= at) {
        room = this.#taken.indexOf(1, at);
        if (room < 0) room = length;
      }
      const moved = this.#goOn(at, room - at) || this.#lookUp(at, room - at);
      if (moved > 0) this.#end = at += moved;
      else at = this.#next(at, widest);
    }
    return at;
  }

  /** Returns the next place to look at after one that was not found. */
  #next(at: number, widest: number): number {
    if (this.#isSparse && at - this.#end > PATIENCE_BYTES && at % 16 >= 3 && this.#strided.length === 0)
      return at + 16 - (at % 16);
    if (widest > 4 || at + 8 > this.#content.length || !this.#content.isConstant(at, 8)) return at + 1;
    let next = at + 9 - widest;
    for (const piece of this.#strided) next = Math.min(next, Math.max(at + 1, this.#expected(piece)));
    return next;
  }

  #expected(piece: number): number {
    const { at, count, step } = this.pieces;
    return at[piece]! + count[piece]! * step[piece]!;
  }

  /** Returns the bytes by which a piece with a stride goes on here, 0 if none does. */
  #goOn(at: number, room: number): number {
    const { pieces } = this;
    for (let i = 0; i < this.#strided.length; i++) {
      const piece = this.#strided[i]!;
      const expected = this.#expected(piece);
      if (expected > at) continue;
      const bytes = pieces.bytes[piece]!;
      const count = pieces.count[piece]!;
      const source = pieces.source[piece]!;
      const offset = pieces.offset[piece]! + count * pieces.sourceStep[piece]!;
      if (expected === at && bytes <= room && agrees(this.#library.runs(source), offset, this.#content, at, bytes)) {
        pieces.count[piece] = count + 1;
        this.#take(at, bytes);
        return bytes;
      }
      this.#strided.splice(i--, 1);
    }
    return 0;
  }

  /** Returns the bytes from here on that a look-up explains, 0 if it finds nothing. */
  #lookUp(at: number, room: number): number {
    for (const table of this.#tables) {
      const { width } = table;
      if (width > room) continue;
      const count = table.find(this.#content, at, CANDIDATES);
      if (count === 0) continue;
      this.hits++;
      let place: { source: number; offset: number } | null = { source: table.sources[0]!, offset: table.offsets[0]! };
      if (count > 1) {
        this.#found.length = 0;
        for (let i = 0; i < count; i++) this.#found.push({ source: table.sources[i]!, offset: table.offsets[i]! });
        place = this.#choose(at, room, width);
      }
      const moved = place ? this.#extend(at, room, width, place.source, place.offset) : 0;
      if (moved > 0) return moved;
    }
    for (const source of this.#inverted) {
      const { runs, width, inverse } = this.#library.sources[source]!;
      if (width > room || !inverse) continue;
      const offset = inverse(this.#content.views, at);
      if (offset < 0 || offset + width > runs.length || !sameWord(runs, offset, this.#content, at, width)) continue;
      this.hits++;
      const moved = this.#extend(at, room, width, source, offset);
      if (moved > 0) return moved;
    }
    return 0;
  }

  /** Returns the candidate with the longest agreement around a word, or null if several are equally good. */
  #choose(at: number, room: number, width: number): { source: number; offset: number } | null {
    const before = Math.min(at - this.#end, NEIGHBORHOOD);
    let best: { source: number; offset: number } | null = null;
    let longest = 0;
    let ties = 0;
    for (const place of this.#found) {
      if (--this.#comparisons < 0) break;
      const runs = this.#library.runs(place.source);
      const content = this.#content;
      const length =
        agreement(runs, place.offset, content, at, Math.min(room, NEIGHBORHOOD)) +
        agreementBefore(runs, place.offset, content, at, before);
      if (length > longest) {
        best = place;
        longest = length;
        ties = 0;
      } else if (length === longest) {
        ties++;
        if (best && this.#follows(at, place) && !this.#follows(at, best)) best = place;
      }
    }
    if (ties === 0 || longest > width || (best && this.#follows(at, best))) return best;
    return null;
  }

  /** Returns true if a place goes on where one of the latest pieces ends, or lies as one of them does. */
  #follows(at: number, { source, offset }: { source: number; offset: number }): boolean {
    const { pieces } = this;
    for (let i = this.#singles.length - 1; i >= 0 && i >= this.#singles.length - INTERLEAVED; i--) {
      const piece = this.#singles[i]!;
      if (pieces.source[piece] !== source || pieces.count[piece] !== 1) continue;
      if (pieces.offset[piece]! + pieces.bytes[piece]! === offset) return true;
      if (pieces.offset[piece]! - pieces.at[piece]! === offset - at) return true;
    }
    return false;
  }

  /** Adds the piece around a found word. Returns the bytes that it explains from here on. */
  #extend(at: number, room: number, width: number, source: number, offset: number): number {
    const runs = this.#library.runs(source);
    const element = Math.min(this.#library.width(source), width);
    let after = agreement(runs, offset, this.#content, at, room);
    const before = agreementBefore(runs, offset, this.#content, at, at - this.#end);
    after -= (offset + after) % element;
    if (after < width) return 0;
    let start = before - ((((before - offset) % element) + element) % element);
    if (start < 0) start = 0;
    // Earlier blocks that this one explains as well were found in the wrong place.
    const { pieces } = this;
    for (let last = this.#singles.at(-1); last !== undefined; last = this.#singles.at(-1)) {
      const bytes = pieces.bytes[last]!;
      if (pieces.count[last] !== 1 || pieces.end(last) !== at - start) break;
      if (!agrees(runs, offset - start - bytes, this.#content, at - start - bytes, bytes)) break;
      pieces.count[last] = 0;
      this.#singles.pop();
      start += bytes;
    }
    this.#take(at - start, start + after);
    this.#singles.push(pieces.add(at - start, start + after, source, offset - start));
    if (this.#singles.length > 4 * INTERLEAVED) this.#singles.splice(0, this.#singles.length - 2 * INTERLEAVED - 1);
    this.#findStride();
    return after;
  }

  #take(at: number, bytes: number): void {
    if (bytes > 32) this.#taken.fill(1, at, at + bytes);
    else for (let i = at; i < at + bytes; i++) this.#taken[i] = 1;
  }

  /** Returns true if one of the bytes is taken. */
  #isTaken(at: number, bytes: number): boolean {
    for (let i = at; i < at + bytes; i++) if (this.#taken[i]) return true;
    return false;
  }

  /** Joins the latest block with two earlier ones at equal distances. */
  #findStride(): void {
    const { pieces } = this;
    const { at, bytes, source, offset, count } = pieces;
    const singles = this.#singles;
    const last = singles.length - 1;
    const third = singles[last]!;
    for (let turn = 1; turn <= INTERLEAVED && last - 2 * turn >= 0; turn++) {
      const second = singles[last - turn]!;
      const first = singles[last - 2 * turn]!;
      if (count[first] !== 1 || count[second] !== 1) continue;
      if (bytes[first] !== bytes[third] || bytes[second] !== bytes[third]) continue;
      if (source[first] !== source[third] || source[second] !== source[third]) continue;
      const step = at[third]! - at[second]!;
      const sourceStep = offset[third]! - offset[second]!;
      if (at[second]! - at[first]! !== step || offset[second]! - offset[first]! !== sourceStep) continue;
      pieces.count[first] = 3;
      pieces.step[first] = step;
      pieces.sourceStep[first] = sourceStep;
      pieces.count[second] = 0;
      pieces.count[third] = 0;
      this.#goBack(first);
      this.#strided.push(first);
      if (this.#strided.length > 2 * INTERLEAVED) this.#strided.shift();
      return;
    }
  }

  /** Extends a piece with a stride to earlier blocks that nothing else explains. */
  #goBack(piece: number): void {
    const { pieces } = this;
    const bytes = pieces.bytes[piece]!;
    const step = pieces.step[piece]!;
    const sourceStep = pieces.sourceStep[piece]!;
    const runs = this.#library.runs(pieces.source[piece]!);
    for (;;) {
      const at = pieces.at[piece]! - step;
      const offset = pieces.offset[piece]! - sourceStep;
      if (at < 0 || this.#isTaken(at, bytes)) return;
      if (!agrees(runs, offset, this.#content, at, bytes)) return;
      pieces.at[piece] = at;
      pieces.offset[piece] = offset;
      pieces.count[piece] = pieces.count[piece]! + 1;
      this.#take(at, bytes);
    }
  }
}
