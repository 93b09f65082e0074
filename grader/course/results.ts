import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { writeFileAtomic } from '../platform/files/index.ts';
import { CHECK_IDS, type GradeResult } from '../result/index.ts';
import { openExercise } from './folder.ts';

/** The file of an exercise's folder that has its results. */
export const RESULTS_FILE = 'grade-results.json';
/** The machine form that `grade submit` writes by default. */
const REPORT = join('grade-report', 'result.json');
/** Older results are removed, except the best one. */
const MOST = 100;

const keptSchema = z.object({
  at: z.string(),
  assignment: z.string(),
  file: z.string(),
  verdict: z.enum(['passed', 'failed']),
  score: z.number(),
  maxScore: z.number(),
  checks: z.partialRecord(z.enum(CHECK_IDS), z.string()),
});
const fileSchema = z.object({ schemaVersion: z.literal(1), results: z.array(keptSchema) });
const reportSchema = z.object({
  assignment: z.string(),
  submission: z.object({ file: z.string() }),
  verdict: z.enum(['passed', 'failed']),
  score: z.number(),
  maxScore: z.number(),
});

/** A result as a student's folder keeps it. */
export type KeptResult = z.infer<typeof keptSchema>;

/** Returns what a folder keeps of a result; null for an open grade, which says nothing about the program. */
export function keptOf(result: GradeResult, at: Date): KeptResult | null {
  const { assignment, submission, verdict, score, maxScore, checks } = result;
  if (verdict === 'error') return null;
  return {
    at: at.toISOString(),
    assignment,
    file: submission.file,
    verdict,
    score,
    maxScore,
    checks: Object.fromEntries(checks.map(({ id, status }) => [id, status])),
  };
}

/**
 * Adds a result to an exercise's folder. A results file that is damaged is replaced.
 * @throws the system's error if the file cannot be written
 */
export async function addResult(folder: string, result: GradeResult, at: Date): Promise<void> {
  const kept = keptOf(result, at);
  if (kept === null) return;
  const all = [...readResults(folder), kept];
  const best = bestOf(all);
  const results = all.filter((one, index) => one === best || index >= all.length - MOST);
  await writeFileAtomic(join(folder, RESULTS_FILE), `${JSON.stringify({ schemaVersion: 1, results }, null, 2)}\n`);
}

/** Returns the best of several results: a passed one, then the one with most points; of equal ones the first. */
export function bestOf(results: readonly KeptResult[]): KeptResult | null {
  const share = ({ score, maxScore }: KeptResult): number => (maxScore > 0 ? score / maxScore : 0);
  const isBetter = (a: KeptResult, b: KeptResult): boolean =>
    a.verdict === b.verdict ? share(a) > share(b) : a.verdict === 'passed';
  return results.reduce<KeptResult | null>((best, next) => (best === null || isBetter(next, best) ? next : best), null);
}

/** Returns the results of a folder and of the folders in it, by exercise, with the folders that `grade start` made. */
export function resultsNear(base: string): {
  readonly results: ReadonlyMap<string, readonly KeptResult[]>;
  readonly folders: ReadonlyMap<string, string>;
} {
  const results = new Map<string, KeptResult[]>();
  const folders = new Map<string, string>();
  for (const folder of [base, ...foldersIn(base)]) {
    const exercise = openExercise(folder);
    if (exercise !== null && !folders.has(exercise.assignment)) folders.set(exercise.assignment, folder);
    const kept = readResults(folder);
    const reported = readReport(folder);
    const isKept = kept.some(({ assignment }) => assignment === reported?.assignment);
    for (const one of reported === null || isKept ? kept : [...kept, reported]) {
      const of = results.get(one.assignment) ?? [];
      results.set(one.assignment, [...of, one]);
    }
  }
  return { results, folders };
}

function foldersIn(base: string): string[] {
  try {
    return readdirSync(base, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.') && entry.name !== 'node_modules')
      .map(({ name }) => join(base, name))
      .sort();
  } catch {
    return [];
  }
}

export function readResults(folder: string): readonly KeptResult[] {
  return fileSchema.safeParse(readJson(join(folder, RESULTS_FILE))).data?.results ?? [];
}

/** Returns the last report of a folder, for students who did not begin with `grade start`. */
function readReport(folder: string): KeptResult | null {
  const { data } = reportSchema.safeParse(readJson(join(folder, REPORT)));
  if (data === undefined) return null;
  const { submission, ...rest } = data;
  return { ...rest, at: '', file: submission.file, checks: {} };
}

function readJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return null;
  }
}
