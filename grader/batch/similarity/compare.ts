import { setImmediate } from 'node:timers/promises';
import type { FileEntry } from '@dodona/dolos-core';
import { UsageError } from '../../platform/index.ts';
import { type Cluster, clustersOf } from './clusters.ts';
import { type Document, readDocument, readGiven, TOO_MUCH } from './document.ts';
import { fingerprint, leftOut } from './fingerprints.ts';
import { type IdenticalFiles, identicalFiles } from './identical.ts';
import { type Match, matchesOf } from './matches.ts';
import { loadParser } from './parser.ts';
import { type Score, scorePairs } from './score.ts';
import { indexSignals, type Signals } from './signals.ts';
import type { Skipped, Submission } from './submissions.ts';

export interface CompareRequest {
  readonly assignment: { readonly id: string; readonly title: string };
  readonly submissions: readonly Submission[];
  /** What could not be read. */
  readonly skipped: readonly Skipped[];
  /** What everybody was given, see `givenSources`. */
  readonly given: readonly string[];
  /** The accepted solutions, see `acceptedSources`: their tokens are not counted; their comments are. None by default. */
  readonly accepted?: readonly string[];
  /** 0 to 1: pairs from this score on are worth a look. */
  readonly threshold: number;
  /** At most so many pairs are told of for their score, and as many more for their comments. */
  readonly top: number;
  readonly onProgress?: (done: number, total: number) => void;
  readonly signal?: AbortSignal;
}

/** One side of a pair. */
export interface Side {
  readonly document: Document;
  /** By token: 1 where it is in starter code or in what most of the class has, and was not counted. */
  readonly leftOut: Uint8Array;
}

export interface Pair {
  /** 0 to 1. */
  readonly score: number;
  /** Below the threshold, a pair is here for its comments. */
  readonly because: 'score' | 'comments';
  readonly left: Side;
  readonly right: Side;
  readonly matches: readonly Match[];
  /** Tokens in matches, and in the longest one. */
  readonly matched: number;
  readonly longest: number;
  readonly signals: Signals;
}

export interface Comparison {
  readonly assignment: CompareRequest['assignment'];
  readonly threshold: number;
  /** Students with a submission that was compared. */
  readonly students: { readonly current: number; readonly previous: number };
  readonly submissions: number;
  /** The number of accepted solutions whose tokens are not counted. */
  readonly accepted: number;
  readonly skipped: readonly Skipped[];
  /** Highest score first. */
  readonly pairs: readonly Pair[];
  /** Pairs that `top` left out. */
  readonly more: number;
  readonly clusters: readonly Cluster[];
  /** Files that several students handed in with the same bytes, whatever the score of these students. */
  readonly identical: readonly IdenticalFiles[];
}

/** How a student is shown: another term's may have the same name. */
export function label({ student, term }: Pick<Submission, 'student' | 'term'>): string {
  return term === 'previous' ? `${student} (earlier term)` : student;
}

/**
 * Compares every submission with those of other students.
 * @throws UsageError where there are fewer than two students
 */
export async function compare(request: CompareRequest): Promise<Comparison> {
  const { documents, given, accepted, skipped } = await readAll(request);
  const students = (term: Submission['term']): number =>
    new Set(documents.filter(({ submission }) => submission.term === term).map(({ submission }) => submission.student))
      .size;
  const counted = { current: students('current'), previous: students('previous') };
  if (counted.current === 0 || counted.current + counted.previous < 2) {
    throw new UsageError('There are fewer than two students to compare.', {
      details: skipped.slice(0, 20).map(({ file, reason }) => `${file}: ${reason}`),
    });
  }
  const signals = indexSignals(documents, given);
  const prints = fingerprint(
    documents,
    [...given, ...accepted].map(({ tokenized }) => tokenized),
  );
  const scores = scorePairs(documents, prints, request.threshold, signals.telling);
  const entries = new Map<number, FileEntry>(prints.index.entries().map((entry) => [entry.file.id, entry]));
  const side = (number: number): Side => {
    const document = documents[number] as Document;
    return { document, leftOut: leftOut(document, entries) };
  };
  const tells = ({ left, right }: Score): boolean => signals.telling.has(left * documents.length + right);
  const shown = scores.filter((score, place) => place < request.top || tells(score)).slice(0, 2 * request.top);
  const pairs = shown.map(({ left, right, score }): Pair => {
    const sides = { left: side(left), right: side(right) };
    const matches = matchesOf(sides.left.document, sides.right.document, prints.index);
    return {
      ...sides,
      score,
      because: score >= request.threshold ? 'score' : 'comments',
      matches,
      matched: matches.reduce((sum, { length }) => sum + length, 0),
      longest: Math.max(0, ...matches.map(({ length }) => length)),
      signals: signals.between(left, right),
    };
  });
  return {
    assignment: request.assignment,
    threshold: request.threshold,
    students: counted,
    submissions: documents.length,
    accepted: accepted.length,
    skipped,
    identical: identicalFiles(request.submissions, request.given, label),
    pairs,
    more: scores.length - pairs.length,
    // Of the pairs that are shown: in a class of a thousand, pairs of all kinds hang everybody together.
    clusters: clustersOf(
      pairs
        .filter(({ because }) => because === 'score')
        .map(({ left, right, score }) => ({ left: studentOf(left), right: studentOf(right), score })),
    ),
  };
}

function studentOf({ document }: Side): string {
  return label(document.submission);
}

/** What is to be compared, this term's first, each term by student and attempt. */
async function readAll({ submissions, skipped, given, accepted = [], onProgress, signal }: CompareRequest) {
  const parser = await loadParser();
  const order = (a: Submission, b: Submission): number =>
    compareText(a.term, b.term) || compareText(a.student, b.student) || compareText(a.attempt ?? '', b.attempt ?? '');
  const documents: Document[] = [];
  const left: Skipped[] = [...skipped];
  for (const [done, submission] of [...submissions].sort(order).entries()) {
    // Parsing never waits: let an interrupt through.
    if (done % 32 === 0) await setImmediate();
    signal?.throwIfAborted();
    onProgress?.(done, submissions.length);
    const document = readDocument(submission, parser);
    if (document) documents.push(document);
    else {
      const file = submission.files.map(({ name }) => name).join(', ');
      left.push({ student: label(submission), file, reason: `${file} ${TOO_MUCH}` });
    }
  }
  const readAs = (sources: readonly string[]) =>
    sources.flatMap((source) => {
      const read = readGiven(source, parser);
      return read ? [{ source, ...read }] : [];
    });
  return { documents, given: readAs(given), accepted: readAs(accepted), skipped: left };
}

function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
