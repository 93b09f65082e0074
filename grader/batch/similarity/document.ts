import { File, Region, TokenizedFile } from '@dodona/dolos-core';
import type { Token } from './order.ts';
import type { CudaParser } from './parser.ts';
import type { Submission } from './submissions.ts';
import { MAX_TOKENS, type Reading, readTokens } from './tokens.ts';

/** A token and the file of its submission that it stands in. */
export interface PlacedToken extends Token {
  /** Index in the submission's files. */
  readonly file: number;
}

/** A submission, read. */
export interface Document {
  readonly submission: Submission;
  /** Of all files; between two files stands a token of no width that no other submission has. */
  readonly tokens: readonly PlacedToken[];
  /** Tokens of the student's. */
  readonly size: number;
  readonly readings: readonly Reading[];
  readonly tokenized: TokenizedFile;
}

/** Why a submission is not compared, after its name. */
export const TOO_MUCH = `takes too much work to compare: it has more than ${MAX_TOKENS.toLocaleString('en-US')} tokens, or is no program.`;

/** @returns null where the source takes too much work */
export function readDocument(submission: Submission, parser: CudaParser): Document | null {
  const readings: Reading[] = [];
  const tokens: PlacedToken[] = [];
  for (const [file, { source }] of submission.files.entries()) {
    const reading = readTokens(source, parser);
    if (!reading || tokens.length + reading.tokens.length > MAX_TOKENS) return null;
    readings.push(reading);
    // A fingerprint must not reach from one file into the next.
    const kind = `file ${file} of ${submission.term}/${submission.student}/${submission.attempt}`;
    if (file > 0) tokens.push({ kind, start: 0, end: 0, file });
    for (const token of reading.tokens) tokens.push({ ...token, file });
  }
  const size = tokens.length - (submission.files.length - 1);
  return { submission, tokens, size, readings, tokenized: tokenize(tokens) };
}

/** Tokens of a text that is nobody's submission; null where it takes too much work. */
export function readGiven(source: string, parser: CudaParser): { tokenized: TokenizedFile; reading: Reading } | null {
  const reading = readTokens(source, parser);
  return reading && { tokenized: tokenize(reading.tokens), reading };
}

/** Positions are token numbers: the order of tokens is not always that of the text, which the library takes for granted. */
function tokenize(tokens: readonly Token[]): TokenizedFile {
  return new TokenizedFile(
    new File('', ''),
    tokens.map(({ kind }) => kind),
    tokens.map((_, index) => new Region(index, 0, index, 1)),
  );
}
