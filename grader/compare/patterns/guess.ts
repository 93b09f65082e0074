import { isFloatType } from '../../spec/index.ts';
import { allowedAt } from '../elements.ts';
import type { ValuePattern } from '../pattern.ts';
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
 * Returns true if every wrong element has the value that the guess gives, few right ones contradict it, and its values
 * are different enough from each other for this to be no accident. A costly guess is tested on a part of them.
 */
export function holds(guess: Guess, sight: Sight, sample: Sample): boolean {
  const tests = guess.tests ?? Infinity;
  const wrong = fewer(sample.wrong, tests);
  const agreed = count(guess, sight, wrong);
  if (agreed.predicted < FEWEST || 2 * agreed.predicted < wrong.length) return false;
  if (agreed.matching < agreed.predicted) return false;
  if (agreed.greatest - agreed.least <= 4 * slack(guess, sight, agreed.greatest)) return false;
  const right = fewer(sample.right, tests);
  const others = count(guess, sight, right);
  return (
    others.matching >= EXPLAINED * others.predicted && (guess.tests !== undefined || holdsThroughout(guess, sight))
  );
}

/** A sentence about a pattern is about all wrong elements, so that a sample does not prove it. */
function holdsThroughout(guess: Guess, sight: Sight): boolean {
  return sight.marks.every((mark, i) => {
    if (mark !== sight.failing) return true;
    const value = guess.predict(i);
    return Number.isNaN(value) || isNear(guess, sight, i, value);
  });
}

function isNear(guess: Guess, sight: Sight, i: number, value: number): boolean {
  return Math.abs((sight.got[i] as number) - value) <= slack(guess, sight, value);
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
    if (isNear(guess, sight, i, value)) matching++;
  }
  return { predicted, matching, least, greatest };
}

/** Returns how far an output may be from a prediction. */
function slack({ exact }: Guess, { request }: Sight, value: number): number {
  if (exact) return 0;
  const { type } = request;
  const tolerance = allowedAt(request, value);
  // An integer output may have rounded either way, and a guess that was fitted to integers is a little off.
  return isFloatType(type) ? tolerance + ROUNDING * Math.abs(value) : Math.max(tolerance, 1.5);
}
