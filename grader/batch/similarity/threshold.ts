import { readDocument, readGiven } from './document.ts';
import { fingerprint } from './fingerprints.ts';
import { loadParser } from './parser.ts';
import { DEFAULT_THRESHOLD, scorePairs } from './score.ts';

/** The distance from the highest score of two independent solutions. */
const MARGIN = 0.02;
/** Bounds of a threshold that is computed. */
const [LOWEST, HIGHEST] = [0.5, 0.9];

/** A threshold, and where it comes from. */
export interface Threshold {
  readonly value: number;
  /** The highest score of two accepted solutions; `null` if there are fewer than two. */
  readonly highest: number | null;
}

/**
 * Computes the score from which a pair of an assignment is worth a look, from its own accepted solutions: they were
 * written independently, so two of them show how alike honest programs are. Each two are compared as a class compares
 * students, with the other solutions left out of the count.
 */
export async function thresholdOf(accepted: readonly string[], given: readonly string[]): Promise<Threshold> {
  if (accepted.length < 2) return { value: DEFAULT_THRESHOLD, highest: null };
  const parser = await loadParser();
  const tokenized = (source: string) => readGiven(source, parser)?.tokenized ?? [];
  const givens = given.flatMap(tokenized);
  const solutions = accepted.map((source, at) => ({
    document: readDocument(
      { student: String(at), attempt: null, term: 'current', files: [{ name: `${at}.cu`, source }] },
      parser,
    ),
    given: () => tokenized(source),
  }));
  let highest = 0;
  for (const [at, left] of solutions.entries()) {
    for (const right of solutions.slice(at + 1)) {
      if (!left.document || !right.document) continue;
      const others = solutions.filter((one) => one !== left && one !== right).flatMap((one) => one.given());
      const documents = [left.document, right.document];
      const [score] = scorePairs(documents, fingerprint(documents, [...givens, ...others]), 0, new Set());
      highest = Math.max(highest, score?.score ?? 0);
    }
  }
  return { value: Math.min(HIGHEST, Math.max(LOWEST, Math.ceil((highest + MARGIN) * 100) / 100)), highest };
}
