import { type FileEntry, FingerprintIndex, type SharedFingerprint, type TokenizedFile } from '@dodona/dolos-core';
import type { Document } from './document.ts';

/**
 * Tokens of a fingerprint: short enough to survive a swap of two statements, long enough not to be in every kernel.
 * Chosen with the submissions that ship, see docs/similarity.md.
 */
export const TOKENS_PER_FINGERPRINT = 9;
/** Every fingerprint is kept, not one of a window: programs of twenty lines have few. */
const WINDOW = 1;
/** What more than this share of the students has in common is not counted. */
export const COMMON_SHARE = 0.5;
/** In a class of up to this many, nothing is common. */
const SMALL_CLASS = 3;
/** What no more than one in so many of the other students has is rare, and counts fully. */
export const RARE_ONE_IN = 16;
/** Tables and unrolled loops: a fingerprint that a submission repeats more often than this is no evidence. */
const MAX_REPEATS = 20;

/** A fingerprint that counts: `counts[i]` times in the document `documents[i]`, ascending. */
export interface Posting {
  /** 0 (excluded) to 1: how rare it is. */
  readonly weight: number;
  readonly documents: readonly number[];
  readonly counts: readonly number[];
}

export interface Fingerprints {
  readonly index: FingerprintIndex;
  readonly postings: readonly Posting[];
  /** By document: fingerprints that count, repeats included. */
  readonly sizes: Float64Array;
  /** By document: the sum of their weights. */
  readonly weights: Float64Array;
}

/** Fingerprints of all documents with what they weigh; what was given to everybody and what most have is left out. */
export function fingerprint(documents: readonly Document[], given: readonly TokenizedFile[]): Fingerprints {
  const index = new FingerprintIndex(TOKENS_PER_FINGERPRINT, WINDOW);
  const numbers = new Map(documents.map(({ tokenized }, number) => [tokenized.id, number]));
  index.addFiles(documents.map(({ tokenized }) => tokenized));
  // After the submissions: the library ignores what is there when it is told.
  for (const file of given) index.addIgnoredFile(file);
  const students = new Set(documents.map(studentKey)).size;
  const limit = Math.max(SMALL_CLASS, Math.floor(students * COMMON_SHARE));
  const common: number[] = [];
  const postings: Posting[] = [];
  const sizes = new Float64Array(documents.length);
  const weights = new Float64Array(documents.length);
  for (const shared of index.sharedFingerprints()) {
    if (shared.ignored) continue;
    const files = shared.files();
    const members = files.map(({ id }) => numbers.get(id) ?? 0);
    const counts = files.map((file) => shared.occurrencesOf(file).length);
    const owners = new Set(members.map((member) => studentKey(documents[member]!))).size;
    if (owners > limit || Math.max(...counts) > MAX_REPEATS) {
      common.push(shared.hash);
      continue;
    }
    const weight = rarity(owners, students);
    for (const [at, member] of members.entries()) {
      sizes[member]! += counts[at] ?? 0;
      weights[member]! += weight * (counts[at] ?? 0);
    }
    postings.push({ weight, documents: members, counts });
  }
  index.addIgnoredHashes(common);
  return { index, postings, sizes, weights };
}

/**
 * What a fingerprint weighs as evidence for a pair: 1 where at most one in sixteen of the other students has it, else the
 * information in sharing it, log(1/share), against that of one in sixteen.
 */
function rarity(owners: number, students: number): number {
  const share = students > 2 ? (owners - 2) / (students - 2) : 0;
  return share <= 1 / RARE_ONE_IN ? 1 : Math.log(1 / share) / Math.log(RARE_ONE_IN);
}

/** The same name in another term may be another student. */
export function studentKey({ submission }: Pick<Document, 'submission'>): string {
  return `${submission.term}/${submission.student}`;
}

/** Tokens of a document in fingerprints that are left out. */
export function leftOut({ tokenized, tokens }: Document, index: ReadonlyMap<number, FileEntry>): Uint8Array {
  const marks = new Uint8Array(tokens.length);
  const ignored: Iterable<SharedFingerprint> = index.get(tokenized.id)?.ignored ?? [];
  for (const shared of ignored) {
    for (const { side } of shared.occurrencesOf(tokenized)) marks.fill(1, side.start, side.stop + 1);
  }
  return marks;
}
