import { dropChoices } from './choices.ts';
import { convertAll, NARROWING, type Rule, type Undone, undoBest, WIDENING } from './conversions.ts';
import { cutElements } from './cut-elements.ts';
import { evidence } from './evidence.ts';
import { layOut, type Part } from './lay-out.ts';
import { type Inverse, Library, type Width } from './library.ts';
import { agreement, agrees, Runs } from './runs.ts';
import { MARGIN_BITS, search } from './search.ts';
import type { Hint, Traced } from './traced.ts';

/** Sources of the same length that a content is compared with as a whole. */
const WHOLE_COMPARISONS = 8;
/** Bytes of a source up to which lossy conversions are tried at all places; beyond, at the same index only. */
const CONVERTED_BYTES = 2 ** 16;
/** Bytes of a content up to which converted elements are looked for at every place, not only at multiples of 4. */
const UNALIGNED_BYTES = 2 ** 14;

/** Finds out where host code moved bytes from, by what they have in common in several decoy runs. */
export class Tracer {
  readonly #library = new Library();
  readonly #byLength = new Map<number, number[]>();
  readonly #narrowed = new Map<Rule, { library: Library; sources: number[]; next: number }>();

  /**
   * Adds bytes that host code could read: an input or a download.
   * @param contents the bytes in each run, of equal lengths
   * @param elementBytes the bytes of an element; by default 4 if the length allows it
   * @param inverse finds an element by its values; with it the source needs no index
   * @returns the number of the source, from 0 on
   */
  add(contents: readonly Uint8Array[], elementBytes?: Width, inverse: Inverse | null = null): number {
    const runs = this.#runsOf(contents);
    const source = this.#library.add(runs, elementBytes ?? (runs.length % 4 === 0 ? 4 : 1), inverse);
    const same = this.#byLength.get(runs.length) ?? [];
    same.push(source);
    this.#byLength.set(runs.length, same);
    return source;
  }

  /** Returns the origin of every byte that host code passes on. */
  trace(contents: readonly Uint8Array[], hint?: Hint): Traced {
    const content = this.#runsOf(contents);
    const whole = this.#whole(content, hint);
    if (whole) return layOut(content, [whole]);
    const taken = new Uint8Array(content.length);
    let parts: Part[] = [];
    if (hint) this.#followHint(content, hint, taken, parts);
    const isDone = () => !isUndecided(content, taken);
    // Narrow words come late: the digits of converted numbers can repeat bytes of their sources.
    const steps = [
      () => {
        parts = parts.concat(search(content, this.#library, taken, 'words'));
      },
      () => this.#widen(content, taken, parts),
      () => {
        parts = parts.concat(search(content, this.#library, taken, 'narrow'));
      },
      () => this.#narrow(content, taken, parts),
      () => {
        parts = parts.concat(cutElements(content, this.#library, taken, parts));
      },
    ];
    for (const step of steps) {
      if (isDone()) break;
      step();
    }
    return layOut(content, isDone() ? parts : dropChoices(content, this.#library, taken, parts));
  }

  #runsOf(contents: readonly Uint8Array[]): Runs {
    const known = this.#library.sources[0]?.runs.contents.length ?? contents.length;
    if (contents.length !== known) throw new Error(`bytes of ${contents.length} runs, and sources of ${known}`);
    return new Runs(contents);
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

  /** Takes the stretches that are where the hint says, in whole elements. */
  #followHint(content: Runs, hint: Hint, taken: Uint8Array, parts: Part[]): void {
    for (const place of hint.places) {
      const { source } = place;
      const runs = this.#library.runs(source);
      const width = this.#library.width(source);
      const end = Math.min(place.at + place.bytes, content.length);
      for (let at = place.at; at + width <= end; ) {
        const offset = place.offset + at - place.at;
        const stop = taken.indexOf(1, at);
        let bytes = agreement(runs, offset, content, at, (stop < 0 ? end : Math.min(stop, end)) - at);
        bytes -= bytes % width;
        if (bytes > 0 && evidence(content, at, bytes, width, this.#library.information(source)) >= MARGIN_BITS) {
          parts.push({ ...BLOCK, at, bytes, source, offset });
          taken.fill(1, at, at + bytes);
        }
        at += Math.max(bytes, width);
      }
    }
  }

  #has(width: Width): boolean {
    return this.#library.sources.some((source) => source.width === width);
  }

  #widen(content: Runs, taken: Uint8Array, parts: Part[]): void {
    for (const group of WIDENING) {
      const { from, to } = group[0]!;
      if (!this.#has(from.width)) continue;
      const step = content.length <= UNALIGNED_BYTES ? 1 : Math.min(4, to.width);
      for (let phase = 0; phase < to.width && phase + to.width <= content.length; phase += step) {
        const undone = undoBest(group, content, taken, phase);
        if (!undone) continue;
        for (const part of this.#searchUndone(undone)) {
          const { at, bytes, count, step: distance } = part;
          for (let k = 0; k < count; k++) taken.fill(1, at + k * distance, at + k * distance + bytes);
          parts.push(part);
        }
        if (!isUndecided(content, taken)) return;
      }
    }
  }

  /** Returns the parts of a content from what it was before a widening conversion. */
  #searchUndone({ rule, phase, contents, taken }: Undone): Part[] {
    const runs = new Runs(contents);
    let found = search(runs, this.#library, taken, 'words');
    if (rule.from.width < 4 && isUndecided(runs, taken))
      found = found.concat(search(runs, this.#library, taken, 'narrow'));
    const ratio = rule.to.width / rule.from.width;
    return found.map((part) => ({
      ...part,
      at: phase + ratio * part.at,
      bytes: ratio * part.bytes,
      step: ratio * part.step,
      conversion: rule.name,
    }));
  }

  #narrow(content: Runs, taken: Uint8Array, parts: Part[]): void {
    for (const rule of NARROWING) {
      if (!this.#has(rule.from.width) || content.length < rule.to.width) continue;
      const { library, sources } = this.#narrowedBy(rule, content);
      const ratio = rule.from.width / rule.to.width;
      const depth = rule.to.width < 4 ? 'narrow' : 'words';
      for (const part of search(content, library, taken, depth))
        parts.push({
          ...part,
          source: sources[part.source]!,
          offset: ratio * part.offset,
          sourceStep: ratio * part.sourceStep,
          conversion: rule.name,
        });
      if (!isUndecided(content, taken)) return;
    }
  }

  /** Returns the sources after a lossy conversion. Long ones take part if they begin as the content does. */
  #narrowedBy(rule: Rule, content: Runs): { library: Library; sources: number[] } {
    const narrowed = this.#narrowed.get(rule) ?? { library: new Library(), sources: [], next: 0 };
    this.#narrowed.set(rule, narrowed);
    const long: number[] = [];
    for (const [source, { runs, width }] of this.#library.sources.entries()) {
      if (width !== rule.from.width || runs.length <= CONVERTED_BYTES) continue;
      const start = new Runs(runs.contents.map((bytes) => convertAll(rule, bytes.subarray(0, 64))));
      if (agreement(start, 0, content, 0, start.length) === Math.min(start.length, content.length)) long.push(source);
    }
    for (; narrowed.next < this.#library.sources.length; narrowed.next++) {
      const { runs, width } = this.#library.sources[narrowed.next]!;
      if (width !== rule.from.width || runs.length > CONVERTED_BYTES) continue;
      narrowed.sources.push(narrowed.next);
      narrowed.library.add(new Runs(runs.contents.map((bytes) => convertAll(rule, bytes))), rule.to.width);
    }
    if (long.length === 0) return narrowed;
    const library = new Library();
    for (const source of long) {
      const contents = this.#library.runs(source).contents.map((bytes) => convertAll(rule, bytes));
      library.add(new Runs(contents), rule.to.width);
    }
    return { library, sources: long };
  }
}

const BLOCK = { count: 1, step: 0, sourceStep: 0, conversion: null };

/** Returns true if some bytes differ between runs and have no origin yet. */
function isUndecided({ varying }: Runs, taken: Uint8Array): boolean {
  for (let at = 0; at < varying.length; at++) if (varying[at] !== 0 && taken[at] === 0) return true;
  return false;
}
