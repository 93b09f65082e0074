import { readFileSync, statSync } from 'node:fs';
import { utimes } from 'node:fs/promises';
import { z } from 'zod';
import { wordDecisions, wordOpenGrade, wordOtherAttempt, wordWaiting } from '../../explain/index.ts';
import { makeFolders, writeFileAtomic } from '../../platform/files/index.ts';
import { withGrade } from '../../report/index.ts';
import type { Grade, GradeBook, GradedAttempt } from '../model.ts';
import { STAFF } from '../state/layout.ts';
import type { BatchStore } from '../state/store.ts';

/** The folders of attempts whose reports say what staff decided. */
const NOTICES_FILE = 'notices.json';

const REPORTS = { 'report.html': 'html', 'report.md': 'markdown' } as const;

/** Writes into the reports of students what staff decided about their grades, and removes what no longer holds. */
export async function writeNotices(store: BatchStore, book: GradeBook): Promise<void> {
  const path = store.path(STAFF, NOTICES_FILE);
  const before = readBefore(path);
  const notices = new Map<string, readonly string[]>([...before].map((folder) => [folder, []]));
  for (const grade of book.grades) {
    for (const attempt of grade.attempts) {
      const sentences = noticesOf(grade, attempt);
      if (sentences.length > 0) notices.set(attempt.folder, sentences);
    }
  }
  if (notices.size === 0) return;
  makeFolders(store.path(STAFF));
  const save = (folders: readonly string[]): Promise<void> =>
    writeFileAtomic(path, `${JSON.stringify({ schemaVersion: 1, folders })}\n`);
  // First all: after a kill in between, each report with a notice has been listed.
  if ([...notices.keys()].some((folder) => !before.has(folder))) await save([...notices.keys()]);
  for (const [folder, sentences] of notices) {
    store.touched.add(folder);
    for (const [name, format] of Object.entries(REPORTS)) await rewrite(store.path(folder), name, format, sentences);
  }
  const now = [...notices].filter(([, sentences]) => sentences.length > 0).map(([folder]) => folder);
  await save(now);
}

/** Returns what the student reads in the report of an attempt; none if there is nothing to add. */
export function noticesOf(grade: Grade, attempt: GradedAttempt): readonly string[] {
  const decided = wordDecisions(grade);
  const main = grade.counted ?? grade.attempts.at(-1);
  if (attempt.folder === main?.folder && decided.length > 0) return decided;
  if (decided.length > 0 && grade.counted) return [wordOtherAttempt(grade.counted.attempt)];
  if (grade.open === null) return [];
  const cause = grade.openCause ?? 'infrastructure';
  // Reports say themselves what failed.
  if (grade.open.startsWith(`attempt ${attempt.attempt}: `)) {
    return [cause === 'infrastructure' || cause === 'assignment' ? wordWaiting() : wordOpenGrade(cause)];
  }
  return cause === 'owner' && attempt.folder === main?.folder ? [wordOpenGrade(cause)] : [];
}

/** The times of a report and of its folder stay: they would show when hidden cases were graded. */
async function rewrite(
  folder: string,
  name: string,
  format: 'html' | 'markdown',
  sentences: readonly string[],
): Promise<void> {
  const path = `${folder}/${name}`;
  let report: string;
  let times: { readonly file: Date; readonly folder: Date };
  try {
    report = readFileSync(path, 'utf8');
    times = { file: statSync(path).mtime, folder: statSync(folder).mtime };
  } catch {
    return;
  }
  const changed = withGrade(report, format, sentences);
  if (changed === report) return;
  await writeFileAtomic(path, changed, times.file);
  await utimes(folder, times.folder, times.folder);
}

/** Removes folders from the list. */
export async function forgetNotices(store: BatchStore, folders: ReadonlySet<string>): Promise<void> {
  const path = store.path(STAFF, NOTICES_FILE);
  const before = [...readBefore(path)];
  const kept = before.filter((folder) => !folders.has(folder));
  if (kept.length < before.length) {
    await writeFileAtomic(path, `${JSON.stringify({ schemaVersion: 1, folders: kept })}\n`);
  }
}

function readBefore(path: string): ReadonlySet<string> {
  try {
    const { folders } = z.object({ folders: z.array(z.string()) }).parse(JSON.parse(readFileSync(path, 'utf8')));
    return new Set(folders);
  } catch {
    return new Set();
  }
}
