import type { Part } from './lay-out.ts';
import type { Library } from './library.ts';
import { agreement, agreementBefore, type Runs } from './runs.ts';

/**
 * Returns the parts of elements that moved blocks continue with, and marks their bytes as taken: a copy can begin or end
 * in the middle of an element. The other bytes of the element must not depend on data.
 */
export function cutElements(content: Runs, library: Library, taken: Uint8Array, parts: readonly Part[]): Part[] {
  const { varying, length } = content;
  const found: Part[] = [];
  for (const part of parts) {
    if (part.count !== 1 || part.conversion !== null) continue;
    const runs = library.runs(part.source);
    const width = library.width(part.source);
    const end = part.at + part.bytes;
    const take = (at: number, bytes: number, step: 1 | -1) => {
      let explained = 0;
      const first = step > 0 ? at : at + bytes - 1;
      for (let k = 0; k < width; k++) {
        const place = first + k * step;
        if (place < 0 || place >= length || taken[place] !== 0) break;
        if (varying[place] === 0) continue;
        if (k >= bytes) return;
        explained++;
      }
      if (explained === 0) return;
      found.push({ ...part, at, bytes, offset: part.offset + at - part.at });
      taken.fill(1, at, at + bytes);
    };
    let room = 0;
    while (room < width && end + room < length && taken[end + room] === 0) room++;
    const after = agreement(runs, part.offset + part.bytes, content, end, room);
    if (after > 0 && after < width) take(end, after, 1);
    room = 0;
    while (room < width && room < part.at && taken[part.at - 1 - room] === 0) room++;
    const before = agreementBefore(runs, part.offset, content, part.at, room);
    if (before > 0 && before < width) take(part.at - before, before, -1);
  }
  return found;
}
