import type { FingerprintIndex } from '@dodona/dolos-core';
import type { Document } from './document.ts';
import { TOKENS_PER_FINGERPRINT } from './fingerprints.ts';

/** A run of tokens that two documents have in common: `length` of them from `left` here and from `right` there. */
export interface Match {
  readonly left: number;
  readonly right: number;
  readonly length: number;
}

/** What is left of a run once longer ones have taken their tokens is shown from this length on. */
const SHORTEST = 4;

/**
 * Common runs, longest first, each token in one of them at most: the library's fragments overlap, and a line that one
 * student has once may stand three times in another's. @returns in the order of the left document
 */
export function matchesOf(left: Document, right: Document, index: FingerprintIndex): Match[] {
  const fragments = index
    .getPair(left.tokenized, right.tokenized)
    .buildFragments()
    .map(({ leftkgrams, rightkgrams }) => ({
      left: leftkgrams.from,
      right: rightkgrams.from,
      // With a fingerprint at every token, its number is that of its first token.
      length: leftkgrams.length + TOKENS_PER_FINGERPRINT - 1,
    }))
    .sort((a, b) => b.length - a.length || a.left - b.left || a.right - b.right);
  const taken = { left: new Uint8Array(left.tokens.length), right: new Uint8Array(right.tokens.length) };
  const matches: Match[] = [];
  for (const fragment of fragments) {
    let run = 0;
    for (let at = 0; at <= fragment.length; at++) {
      const free = at < fragment.length && !taken.left[fragment.left + at] && !taken.right[fragment.right + at];
      if (free) run += 1;
      else {
        const start = at - run;
        if (run >= SHORTEST) {
          matches.push({ left: fragment.left + start, right: fragment.right + start, length: run });
          taken.left.fill(1, fragment.left + start, fragment.left + at);
          taken.right.fill(1, fragment.right + start, fragment.right + at);
        }
        run = 0;
      }
    }
  }
  return matches.sort((a, b) => a.left - b.left);
}
