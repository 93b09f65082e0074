import type { Document } from './document.ts';
import { type Fingerprints, studentKey } from './fingerprints.ts';

/**
 * A submission counts as at least so many fingerprints: two that have ten left between starter code and common code, and
 * share all ten, are no copies.
 */
const LEAST_FINGERPRINTS = 40;
/** And as at least this share of its own number of fingerprints, however common they are. */
const LEAST_WEIGHT = 0.7;

/** Default of what is worth a look. */
export const DEFAULT_THRESHOLD = 0.57;

export interface Score {
  /** Numbers of documents; the first is of this term and comes before the other in the order of documents. */
  readonly left: number;
  readonly right: number;
  /** 0 to 1, see {@link scorePairs}. */
  readonly score: number;
}

/**
 * Scores of all pairs of two students of which at least one is of this term. Of two students' attempts the two that are
 * most alike count.
 *
 * A pair's score: of each submission, the weights of its fingerprints that the other one has, divided by the weights of
 * all its fingerprints, or 0.7 of their number, or 40, whichever is most. Half of the score is the larger of these two
 * shares and half is their mean, so that a copy within a longer program is seen as well.
 * @param least - lower scores are left out
 * @param asked - pairs of documents that are wanted whatever their score, as `left * documents.length + right`
 */
export function scorePairs(
  documents: readonly Document[],
  { postings, sizes, weights }: Fingerprints,
  least: number,
  asked: ReadonlySet<number>,
): Score[] {
  const count = documents.length;
  const keys = documents.map(studentKey);
  const whole = sizes.map((size, at) => Math.max(LEAST_FINGERPRINTS, LEAST_WEIGHT * size, weights[at] ?? 0));
  const byDocument = postingsOf(postings, count);
  const shared = new Float64Array(count);
  const sharedBack = new Float64Array(count);
  const best = new Map<string, Score>();
  for (let left = 0; left < count; left++) {
    if (documents[left]?.submission.term !== 'current') continue;
    shared.fill(0);
    sharedBack.fill(0);
    for (const { posting, at } of byDocument[left] ?? []) {
      const mine = posting.weight * (posting.counts[at] ?? 0);
      for (let other = at + 1; other < posting.documents.length; other++) {
        const right = posting.documents[other] ?? 0;
        shared[right]! += mine;
        sharedBack[right]! += posting.weight * (posting.counts[other] ?? 0);
      }
    }
    for (let right = left + 1; right < count; right++) {
      if (keys[left] === keys[right]) continue;
      const one = (shared[right] ?? 0) / (whole[left] ?? 1);
      const two = (sharedBack[right] ?? 0) / (whole[right] ?? 1);
      const score = (one + two) / 4 + Math.max(one, two) / 2;
      if (score < least && !asked.has(left * count + right)) continue;
      const students = `${keys[left]}\n${keys[right]}`;
      if (score > (best.get(students)?.score ?? -1)) best.set(students, { left, right, score });
    }
  }
  return [...best.values()].sort((a, b) => b.score - a.score || a.left - b.left || a.right - b.right);
}

/** By document, its postings and its place in each. */
function postingsOf(
  postings: Fingerprints['postings'],
  count: number,
): { readonly posting: Fingerprints['postings'][number]; readonly at: number }[][] {
  const lists = Array.from({ length: count }, () => [] as { posting: Fingerprints['postings'][number]; at: number }[]);
  for (const posting of postings) {
    if (posting.documents.length < 2) continue;
    for (const [at, member] of posting.documents.entries()) lists[member]?.push({ posting, at });
  }
  return lists;
}
