import { z } from 'zod';
import type { Comparison, Pair, Side } from './compare.ts';
import { placeOf } from './places.ts';
import { NOTICE } from './words.ts';

const placeSchema = z.strictObject({
  file: z.string().describe("From the submission's folder, with / on every platform"),
  startLine: z.int().min(1),
  endLine: z.int().min(1).describe('The last line of it'),
});

const sideSchema = z.strictObject({
  student: z.string(),
  attempt: z.string().nullable().describe('null where the student has one only'),
  term: z.enum(['current', 'previous']),
  files: z.array(z.string()),
  tokens: z.int().min(0).describe('Of all files'),
});

/** What `grade similarity --json` prints. */
export const similaritySchema = z.strictObject({
  schemaVersion: z.literal(1),
  notice: z.string().describe('How to read this: a score is a reason to look, never a verdict'),
  assignment: z.string(),
  threshold: z.number().min(0).max(1),
  students: z.strictObject({ current: z.int().min(0), previous: z.int().min(0) }),
  submissions: z.int().min(0).describe('That were compared'),
  acceptedSolutions: z.int().min(0).describe('The number of accepted solutions whose tokens are not counted'),
  skipped: z.array(z.strictObject({ student: z.string(), file: z.string(), reason: z.string() })),
  pairs: z.array(
    z.strictObject({
      score: z.number().min(0).max(1).describe('How much of what is rare in the class these two share'),
      because: z.enum(['score', 'comments']).describe('Why it is here: the threshold, or comments in common'),
      left: sideSchema,
      right: sideSchema,
      matchedTokens: z.int().min(0),
      longestRun: z.int().min(0).describe('Tokens in a row'),
      matches: z.array(z.strictObject({ tokens: z.int().min(1), left: placeSchema, right: placeSchema })),
      signals: z
        .strictObject({
          comments: z.array(z.string()),
          names: z.array(z.string()),
          texts: z.array(z.string()),
          lines: z.array(z.string()).describe('With the same oddity of white space'),
        })
        .describe('What both have and hardly anyone else; takes no part in the score'),
    }),
  ),
  morePairs: z.int().min(0).describe('Pairs that --top left out'),
  clusters: z.array(
    z.strictObject({
      students: z.array(z.string()).describe('Each two of them are a pair'),
      score: z.number().min(0).max(1).describe('The highest of its pairs'),
      least: z.number().min(0).max(1).describe('The lowest of its pairs'),
    }),
  ),
  identicalFiles: z
    .array(
      z.strictObject({
        students: z.array(z.string()),
        file: z.string().describe('A name of it'),
        ownLines: z.int().min(1).describe('The lines that are not in the starter or the handout'),
      }),
    )
    .describe('Files that several students handed in with the same bytes, whatever their score'),
});

export type SimilarityReport = z.infer<typeof similaritySchema>;

/** The machine form. Equal submissions give equal bytes. */
export function similarityReport(comparison: Comparison): SimilarityReport {
  const { assignment, threshold, students, submissions, accepted, skipped, pairs, more, clusters, identical } =
    comparison;
  return {
    schemaVersion: 1,
    notice: NOTICE,
    assignment: assignment.id,
    threshold,
    students,
    submissions,
    acceptedSolutions: accepted,
    skipped: [...skipped],
    pairs: pairs.map(pairReport),
    morePairs: more,
    clusters: clusters.map(({ students, score, least }) => ({
      students: [...students],
      score: rounded(score),
      least: rounded(least),
    })),
    identicalFiles: identical.map(({ students, file, ownLines }) => ({ students: [...students], file, ownLines })),
  };
}

function pairReport({
  score,
  because,
  left,
  right,
  matched,
  longest,
  matches,
  signals,
}: Pair): SimilarityReport['pairs'][number] {
  return {
    score: rounded(score),
    because,
    left: sideReport(left),
    right: sideReport(right),
    matchedTokens: matched,
    longestRun: longest,
    matches: matches.map((match) => ({
      tokens: match.length,
      left: placeOf(left, match.left, match.length),
      right: placeOf(right, match.right, match.length),
    })),
    signals: {
      comments: [...signals.comments],
      names: [...signals.names],
      texts: [...signals.texts],
      lines: [...signals.lines],
    },
  };
}

function sideReport({ document: { submission, size } }: Side): SimilarityReport['pairs'][number]['left'] {
  const { student, attempt, term, files } = submission;
  return { student, attempt, term, files: files.map(({ name }) => name), tokens: size };
}

function rounded(score: number): number {
  return Math.round(score * 1e4) / 1e4;
}
