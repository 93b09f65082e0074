import { evidence } from './evidence.ts';
import type { Part } from './lay-out.ts';
import type { Depth, Library } from './library.ts';
import type { Pieces } from './pieces.ts';
import { agreement, type Runs } from './runs.ts';
import { Scan } from './scan.ts';

/** The bits by which a match must be less likely by accident than one among all words. */
export const MARGIN_BITS = 8;
/** Shorter blocks are left to an index of all words, which finds the pattern that they follow. */
const LONG_BYTES = 64;
/** Free bytes up to which all words are looked up even if no sample was found. */
const FEW_BYTES = 4096;
/** A scan ends after this many bytes if it has found less than a sixteenth of them. */
const TRIAL_BYTES = 4096;

/** Returns the parts of a content that come from a library, and marks their bytes as taken. */
export function search(content: Runs, library: Library, taken: Uint8Array, depth: 'words' | 'narrow'): Part[] {
  if (depth === 'narrow') return searchAt(content, library, taken, 'narrow').parts;
  const { parts, hits } = searchAt(content, library, taken, 'sparse');
  const left = free(content, taken, content.length);
  if (left > 0 && (hits > parts.length || library.inverted.length > 0 || left <= FEW_BYTES))
    return parts.concat(searchAt(content, library, taken, 'words').parts);
  return parts;
}

function searchAt(content: Runs, library: Library, taken: Uint8Array, depth: Depth): { parts: Part[]; hits: number } {
  const scanned = taken.slice();
  const scan = new Scan(content, library, scanned, depth);
  let end = content.length;
  if (depth === 'sparse') scan.run(0, end);
  else {
    const at = scan.run(0, Math.min(end, TRIAL_BYTES));
    if (16 * (free(content, taken, at) - free(content, scanned, at)) >= free(content, taken, at)) scan.run(at, end);
    else end = at;
  }
  const { pieces, hits } = scan;
  if (depth === 'sparse') for (let i = 0; i < pieces.size; i++) if (pieces.bytes[i]! < LONG_BYTES) pieces.count[i] = 0;
  dropUncertain(content, library, pieces, free(content, scanned, end));
  return { parts: partsOf(pieces, taken), hits };
}

/** Returns the number of bytes before a place that differ between runs and are not taken. */
function free({ varying }: Runs, taken: Uint8Array, before: number): number {
  let bytes = 0;
  for (let at = 0; at < before; at++) bytes += varying[at]! & (taken[at]! ^ 1);
  return bytes;
}

/** Removes the pieces that computed words could equal by accident: the more words are unexplained, the more. */
function dropUncertain(content: Runs, library: Library, pieces: Pieces, unexplainedBytes: number): void {
  const bits = Float32Array.from({ length: pieces.size }, (_, i) => evidenceOf(content, library, pieces, i));
  let unexplained = unexplainedBytes / 4;
  for (let round = 0; round < 2; round++) {
    const needed = Math.log2(1 + library.elements) + Math.log2(1 + unexplained) + MARGIN_BITS;
    for (let i = 0; i < pieces.size; i++) {
      if (bits[i]! >= needed || pieces.count[i] === 0) continue;
      unexplained += (pieces.bytes[i]! * pieces.count[i]!) / 4;
      pieces.count[i] = 0;
    }
  }
}

/** Returns the evidence for a piece. A step in the source is one more thing to guess; equal neighbors count once. */
function evidenceOf(content: Runs, library: Library, pieces: Pieces, index: number): number {
  const width = library.width(pieces.source[index]!);
  const most = library.information(pieces.source[index]!);
  const bytes = pieces.bytes[index]!;
  const step = pieces.step[index]!;
  const count = pieces.count[index]!;
  const word = bytes % width === 0 ? width : 1;
  let bits = count > 1 ? -Math.log2(1 + library.elements) : 0;
  for (let k = 0; k < count && bits < 128; k++) {
    const at = pieces.at[index]! + k * step;
    if (k === 0 || agreement(content, at, content, at - step, bytes) < bytes)
      bits += evidence(content, at, bytes, word, most);
  }
  return bits;
}

function partsOf(pieces: Pieces, taken: Uint8Array): Part[] {
  const parts: Part[] = [];
  for (let i = 0; i < pieces.size; i++) {
    const count = pieces.count[i]!;
    if (count === 0) continue;
    const at = pieces.at[i]!;
    const bytes = pieces.bytes[i]!;
    const step = pieces.step[i]!;
    for (let k = 0; k < count; k++) taken.fill(1, at + k * step, at + k * step + bytes);
    parts.push({
      at,
      bytes,
      source: pieces.source[i]!,
      offset: pieces.offset[i]!,
      count,
      step,
      sourceStep: pieces.sourceStep[i]!,
      conversion: null,
    });
  }
  return parts;
}
