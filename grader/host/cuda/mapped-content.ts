import { BYTE_STATE } from '../../abi/index.ts';
import type { RunDevice } from '../device.ts';
import type { MappedRange } from './mapped.ts';

/** Flag of a byte's state: it was written. */
const INITIALISED = BYTE_STATE.initialised;
/** The same of four bytes. */
const ALL_INITIALISED = 0x0101_0101 * INITIALISED;

/** Bytes of a range, from the first to before the last. */
export interface Stretch {
  readonly from: number;
  to: number;
}

/**
 * Returns the device's content of a part of a range, and the content of both sides for bytes that were never written.
 * @param part - default: all of it
 * @returns null where the context is lost: its memory stays as it was
 */
export function contentOf(
  device: RunDevice,
  range: MappedRange,
  { from, to }: Stretch = { from: 0, to: range.bytes },
): Uint8Array | null {
  const now = new Uint8Array(to - from);
  if (device.read(range.device + from, now) !== 0) return null;
  if (range.whole) return now;
  const isWhole = keepUninitialised(
    device.state(range.device + from, now.length),
    range.agreed.subarray(from, to),
    now,
  );
  if (now.length === range.bytes) range.whole = isWhole;
  return now;
}

// These loops run over all managed memory whenever host code waits: with indexes, and by words where they can.

/** What nobody has written on the device stays as it was. @returns whether there is none of it */
function keepUninitialised(states: Uint8Array, before: Uint8Array, now: Uint8Array): boolean {
  let whole = true;
  const words = new Uint32Array(states.buffer, states.byteOffset, states.length >> 2);
  for (let at = 0; at < states.length; at++) {
    if ((at & 3) === 0 && ((words[at >> 2] ?? 0) & ALL_INITIALISED) === ALL_INITIALISED) {
      at += 3;
      continue;
    }
    if (((states[at] ?? 0) & INITIALISED) !== 0) continue;
    now[at] = before[at] ?? 0;
    whole = false;
  }
  return whole;
}

/** Where two contents of the same length differ in a part, which begins at a granule, in whole granules. */
export function changesOf(
  before: Uint8Array,
  now: Uint8Array,
  granule: number,
  { from: start, to: end }: Stretch = { from: 0, to: now.length },
): Stretch[] {
  const changes: Stretch[] = [];
  const isAligned = (before.byteOffset | now.byteOffset) % 4 === 0;
  const words = isAligned ? Math.floor(now.length / 4) : 0;
  const wordsOf = (bytes: Uint8Array) => new Int32Array(bytes.buffer, words ? bytes.byteOffset : 0, words);
  const [oldWords, newWords] = [wordsOf(before), wordsOf(now)];
  let last: Stretch | undefined;
  for (let at = start; at < end; ) {
    const word = at >> 2;
    if ((at & 3) === 0 && word < words && oldWords[word] === newWords[word]) at += 4;
    else if (before[at] === now[at]) at += 1;
    else {
      const from = at - (at % granule);
      const to = Math.min(end, from + granule);
      if (last && last.to === from) last.to = to;
      else {
        last = { from, to };
        changes.push(last);
      }
      at = to;
    }
  }
  return changes;
}
