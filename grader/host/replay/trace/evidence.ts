import { type Runs, sameWord } from './runs.ts';

/** The bits above which a match is certain, and counting stops. */
const CERTAIN = 96;

/** Returns the significant bits of an integer with a sign. */
function integerBits(low: number): number {
  return 33 - Math.clz32(low ^ (low >> 31));
}

/** Returns how many of `width` low bits are left above the zeros at the end. */
function fractionBits(value: number, width: number): number {
  return value === 0 ? 0 : width - (31 - Math.clz32(value & -value));
}

/** Returns the bits needed to write a word down as an integer or as a floating-point number, the shorter of both. */
export function wordBits(view: DataView, at: number, width: number): number {
  if (width === 1) return Math.max(1, 32 - Math.clz32(view.getUint8(at)));
  if (width === 2) return Math.min(integerBits(view.getInt16(at, true)), 17);
  const low = view.getInt32(at, true);
  if (width === 4) return Math.min(integerBits(low), 3 + fractionBits(low & 0x7fffff, 23));
  const high = view.getInt32(at + 4, true);
  const fraction = low === 0 ? fractionBits(high & 0xfffff, 20) : 20 + fractionBits(low, 32);
  const integer = high === 0 || high === -1 ? integerBits(low) : 32 + integerBits(high);
  return Math.min(integer, 3 + fraction);
}

/** Elements of a source that are compared with each other to learn how much one of them tells. */
const SAMPLES = 256;
/** Equal pairs below this number are no measure. */
const FEW_PAIRS = 4;

/** Returns how many bits a word of a source tells at most: few, if many words have equal values in all runs. */
export function informationOf(runs: Runs, width: number): number {
  const counts = new Map<number, number>();
  const step = Math.max(1, Math.floor(runs.length / width / SAMPLES)) * width;
  let words = 0;
  let pairs = 0;
  for (let at = 0; at + width <= runs.length; at += step) {
    if (runs.isConstant(at, width)) continue;
    const hash = runs.hash(at, width);
    const count = counts.get(hash) ?? 0;
    pairs += count;
    words++;
    counts.set(hash, count + 1);
  }
  return pairs < FEW_PAIRS ? CERTAIN : Math.log2((words * (words - 1)) / 2 / pairs);
}

/**
 * Returns how unlikely it is, in bits, that computed bytes agree with these in all runs by accident. A number with few
 * digits tells little; a constant, or the same word again, tells nothing.
 * @param most what a word can tell
 */
export function evidence(runs: Runs, at: number, bytes: number, width: number, most: number): number {
  let bits = 0;
  for (let i = at; i + width <= at + bytes && bits < CERTAIN; i += width)
    if (i === at || !sameWord(runs, i, runs, i - width, width)) bits += Math.min(most, evidenceOfWord(runs, i, width));
  return bits;
}

function evidenceOfWord(runs: Runs, at: number, width: number): number {
  if (runs.isConstant(at, width)) return 0;
  let bits = 0;
  for (const view of runs.views) bits += wordBits(view, at, width);
  return bits;
}
