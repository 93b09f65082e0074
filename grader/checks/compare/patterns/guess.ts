import type { ValuePattern } from './pattern.ts';
import { fewer, type Sample } from './sample.ts';
import { EXPLAINED, type Sight } from './sight.ts';

/** A guess at what the output holds instead. */
export interface Guess {
  readonly pattern: ValuePattern;
  /** Value of element i under this guess, in real numbers; NaN where it says nothing of this element. */
  readonly predict: (i: number) => number;
  /** The output has exactly this value, not one that was computed from it. */
  readonly exact?: boolean;
  /** Elements of either kind that are tested, where a prediction is costly. */
  readonly tests?: number;
}

/** Fewer elements than this prove no guess. */
const FEWEST = 4;
/** Rounding of float32 arithmetic, relative. */
const ROUNDING = 1e-5;

/**
 * Does the guess hold? At least 95 % of the wrong elements have the value that it gives, few right ones contradict it,
 * and its values are different enough from each other for this to be no accident.
 */
export function holds(guess: Guess, sight: Sight, sample: Sample): boolean {
  const tests = guess.tests ?? Infinity;
  const wrong = fewer(sample.wrong, tests);
  const agreed = count(guess, sight, wrong);
  if (agreed.predicted < FEWEST || 2 * agreed.predicted < wrong.length) return false;
  if (agreed.matching < EXPLAINED * agreed.predicted) return false;
  if (agreed.greatest - agreed.least <= 4 * slack(guess, sight, agreed.greatest)) return false;
  const right = fewer(sample.right, tests);
  const others = count(guess, sight, right);
  return others.matching >= EXPLAINED * others.predicted;
}

function count(guess: Guess, sight: Sight, indexes: readonly number[]) {
  let predicted = 0;
  let matching = 0;
  let least = Infinity;
  let greatest = -Infinity;
  for (const i of indexes) {
    const value = guess.predict(i);
    if (Number.isNaN(value)) continue;
    predicted++;
    least = Math.min(least, value);
    greatest = Math.max(greatest, value);
    if (Math.abs((sight.got[i] as number) - value) <= slack(guess, sight, value)) matching++;
  }
  return { predicted, matching, least, greatest };
}

/** How far an output may be from a prediction. */
function slack({ exact }: Guess, { request }: Sight, value: number): number {
  if (exact) return 0;
  const { type, tolerance } = request;
  // An integer output may have rounded either way, and a guess that was fitted to integers is a little off.
  return type.startsWith('float') ? tolerance + ROUNDING * Math.abs(value) : Math.max(tolerance, 1.5);
}
