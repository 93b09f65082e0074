import type { Runs } from './runs.ts';
import type { Conversion, Extent, Traced } from './traced.ts';

/** Equal bytes at most this far from bytes that differ can be parts of the same word. */
const BESIDE_BYTES = 7;

/** Moved blocks of a content. */
export interface Part {
  readonly at: number;
  readonly bytes: number;
  readonly source: number;
  readonly offset: number;
  readonly count: number;
  readonly step: number;
  readonly sourceStep: number;
  readonly conversion: Conversion | null;
}

/** Returns the trace of a content of which these parts are moved, in the order of places. */
export function layOut(content: Runs, parts: readonly Part[]): Traced {
  const extents: Extent[] = [];
  if (parts.length === 1 && parts[0]!.bytes === content.length) {
    const [{ source, offset, conversion }] = parts as [Part];
    extents.push({ at: 0, bytes: content.length, origin: { kind: 'moved', source, offset, conversion } });
    return { length: content.length, extents, moved: content.length, constant: 0, untraced: 0 };
  }
  const taken = new Uint8Array(content.length);
  let moved = 0;
  for (const { at, bytes, source, offset, count, step, sourceStep, conversion } of parts) {
    const origin = { kind: 'moved', source, offset, conversion } as const;
    extents.push(count === 1 ? { at, bytes, origin } : { at, bytes, origin, repeat: { count, step, sourceStep } });
    for (let k = 0; k < count; k++) taken.fill(1, at + k * step, at + k * step + bytes);
    moved += count * bytes;
  }
  const { constant, untraced } = layOutRest(content, taken, extents);
  extents.sort((a, b) => a.at - b.at);
  return { length: content.length, extents, moved, constant, untraced };
}

function layOutRest(content: Runs, taken: Uint8Array, extents: Extent[]): { constant: number; untraced: number } {
  const { length } = content;
  const sums = { constant: 0, untraced: 0 };
  for (let at = 0; at < length; ) {
    at = taken.indexOf(0, at);
    if (at < 0) break;
    let end = taken.indexOf(1, at);
    if (end < 0) end = length;
    layOutGap(content, at, end, (kind, from, to) => {
      extents.push({ at: from, bytes: to - from, origin: { kind } });
      sums[kind] += to - from;
    });
    at = end;
  }
  return sums;
}

type Report = (kind: 'constant' | 'untraced', from: number, to: number) => void;

/** Divides bytes that are not moved into constant and untraced ones. */
function layOutGap({ varying }: Runs, from: number, to: number, report: Report): void {
  let constantFrom = from;
  for (let at = next(varying, from, to); at < to; ) {
    // A word that differs between runs can have equal bytes on either side.
    const untracedFrom = Math.max(constantFrom, at - BESIDE_BYTES);
    let end = at + 1;
    let following = next(varying, end, to);
    while (following < to && following - end <= 2 * BESIDE_BYTES) {
      end = following + 1;
      following = next(varying, end, to);
    }
    end = Math.min(to, end + BESIDE_BYTES);
    if (untracedFrom > constantFrom) report('constant', constantFrom, untracedFrom);
    report('untraced', untracedFrom, end);
    constantFrom = end;
    at = following;
  }
  if (constantFrom < to) report('constant', constantFrom, to);
}

/** Returns the next byte that differs between runs, or `to`. */
function next(varying: Uint8Array, from: number, to: number): number {
  let at = from;
  while (at < to && varying[at] === 0) at++;
  return at;
}
