import type { Runs } from './runs.ts';
import type { Conversion, Extent, Traced } from './traced.ts';

/** Shorter stretches of equal bytes beside bytes that differ are parts of computed words. */
const CONSTANT_BYTES = 4;

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
function layOutGap(content: Runs, from: number, to: number, report: Report): void {
  let untracedFrom = -1;
  for (let at = from; at < to; ) {
    let end = at;
    while (end < to && content.varying[end] === 0) end++;
    const isWord = end - at >= CONSTANT_BYTES || (at === from && end === to);
    if (end > at && isWord) {
      if (untracedFrom >= 0) report('untraced', untracedFrom, at);
      untracedFrom = -1;
      report('constant', at, end);
    } else if (untracedFrom < 0) untracedFrom = at;
    at = end;
    while (at < to && content.varying[at] !== 0) {
      if (untracedFrom < 0) untracedFrom = at;
      at++;
    }
  }
  if (untracedFrom >= 0) report('untraced', untracedFrom, to);
}
