import { wordBits } from './evidence.ts';
import type { Part } from './lay-out.ts';
import type { Library } from './library.ts';
import type { Runs } from './runs.ts';

/** Bits that a word must tell in a run before an agreement in this run counts. */
const TELLING_BITS = 5;
/** Choices below this number can be accidents. */
const FEW_CHOICES = 4;
/** Words after a block that are compared with the words after its source. */
const COMPARED_WORDS = 64;

/** Returns a number for the source and the distance of a part from it, or null if its blocks have several. */
function distanceOf({ at, source, offset, step, sourceStep, conversion }: Part): number | null {
  return step === sourceStep && conversion === null ? source * 2 ** 32 + (offset - at) + 2 ** 31 : null;
}

/**
 * Removes blocks that are the outcome of a choice by host code, as in max(0, x): there, words that are not moved equal
 * their source in some runs, but not in all.
 */
export function dropChoices(content: Runs, library: Library, taken: Uint8Array, parts: readonly Part[]): Part[] {
  const words = new Map<number, { compared: number; chosen: number }>();
  for (const part of parts) {
    const distance = distanceOf(part);
    if (distance === null) continue;
    const runs = library.runs(part.source);
    const width = library.width(part.source);
    const tally = words.get(distance) ?? { compared: 0, chosen: 0 };
    words.set(distance, tally);
    let at = part.at + part.bytes;
    for (let i = 0; i < COMPARED_WORDS && at + width <= content.length && taken[at] === 0; i++, at += width) {
      const offset = part.offset + at - part.at;
      if (offset + width > runs.length) break;
      if (content.isConstant(at, width)) continue;
      tally.compared++;
      if (agreesInSome(runs, offset, content, at, width)) tally.chosen++;
    }
  }
  return parts.filter((part) => {
    const distance = distanceOf(part);
    const tally = distance === null ? undefined : words.get(distance);
    if (!tally || tally.chosen < FEW_CHOICES || 8 * tally.chosen < tally.compared) return true;
    for (let k = 0; k < part.count; k++) taken.fill(0, part.at + k * part.step, part.at + k * part.step + part.bytes);
    return false;
  });
}

/** Returns true if a word that tells enough agrees in a run. */
function agreesInSome(source: Runs, offset: number, content: Runs, at: number, width: number): boolean {
  for (const [run, view] of content.views.entries()) {
    if (wordBits(view, at, width) < TELLING_BITS) continue;
    const bytes = source.contents[run]!;
    const other = content.contents[run]!;
    let same = true;
    for (let i = 0; i < width && same; i++) same = bytes[offset + i] === other[at + i];
    if (same) return true;
  }
  return false;
}
