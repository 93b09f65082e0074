/** What wrong elements have in common. */

import type { Pattern } from '../pattern.ts';
import { findPlace } from './place.ts';
import { amongAll, EXPLAINED, lookAt, type Sight } from './sight.ts';
import { findConstant, findRule } from './value.ts';

export { areAlike, isSame } from './alike.ts';

type Marked = Parameters<typeof lookAt>;

/**
 * Names what failing elements have in common; null where they have nothing that has a name. Guesses about values are
 * tested on at most 4,096 elements of either kind, spread evenly.
 */
export function findPatterns(
  request: Marked[0],
  got: Marked[1],
  marks: Marked[2],
  counts: Marked[3],
): { readonly pattern: Pattern | null; readonly unwrittenPattern: Pattern | null } {
  const unwrittenPattern = counts.unwritten > 0 ? ofUnwritten(lookAt(request, got, marks, counts, 'unwritten')) : null;
  const pattern = counts.wrong > 0 ? ofWrong(lookAt(request, got, marks, counts, 'wrong')) : unwrittenPattern;
  return { pattern, unwrittenPattern };
}

function ofUnwritten(sight: Sight): Pattern | null {
  return sight.count === sight.considered ? { kind: 'everywhere' } : findPlace(sight);
}

/** A rule for the whole output first; then, where nearly everything is wrong, its one value, else its places. */
function ofWrong(sight: Sight): Pattern | null {
  const nearlyAll = sight.count >= EXPLAINED * sight.considered;
  return (
    findRule(sight) ?? (nearlyAll ? (findConstant(sight) ?? placeOf(sight)) : (placeOf(sight) ?? findConstant(sight)))
  );
}

/** Places that are told by a rule for the index. The others are told as whole stretches: "the last 14 columns". */
const BY_RULE: ReadonlySet<Pattern['kind']> = new Set([
  'slice',
  'every-kth',
  'all-but-every-kth',
  'checkerboard',
  'every-other-block',
]);

/** Unwritten elements have a finding of their own: they must not be in a stretch that is said to be wrong. */
function placeOf(sight: Sight): Pattern | null {
  const place = findPlace(sight);
  return place && BY_RULE.has(place.kind) ? place : findPlace(amongAll(sight));
}
