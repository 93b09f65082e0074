import { createHmac } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import { parseDocument } from 'yaml';
import { writeFileAtomic } from '../../platform/files/index.ts';
import { UsageError } from '../../platform/index.ts';
import { type JournalKey, readLine } from '../state/chain.ts';
import { type Journal, type JournalLine, journalLines, REMOVED } from '../state/journal.ts';
import {
  COURSE_FILE,
  HISTORY,
  JOURNAL_FILE,
  OVERRIDES_FILE,
  PROPOSED,
  REQUESTS_FILE,
  ROSTER_FILE,
} from '../state/layout.ts';
import { type BatchStore, staffFolder } from '../state/store.ts';
import { canonicalName, delimiterOf } from '../table.ts';

/** Folders of jobs, which name submissions. */
const SLURM = 'slurm';

/**
 * Removes all that a batch has of a student: files, results, decisions, requests, the row of the roster, and the text of
 * the journal's lines. A signed note stays, and the signatures of the lines, so that the chain can still be verified.
 * @throws UsageError if the batch does not know the student
 */
export async function forgetStudent(
  store: BatchStore,
  journal: Journal,
  key: JournalKey,
  student: string,
  reason: string,
): Promise<void> {
  const attempts = (await store.attempts()).filter((attempt) => attempt.student === student);
  if (attempts.length === 0 && !(await withoutRows(store, ROSTER_FILE, 'id', student, true))) {
    throw new UsageError(
      `There is no student ${JSON.stringify(student)} in this batch. Give the id of the roster or manifest.`,
    );
  }
  const folders = new Set(attempts.map(({ folder }) => folder));
  const lines = (await journalLines(store.path(JOURNAL_FILE))).flatMap((line, index) =>
    concerns(line, student, folders) ? index + 1 : [],
  );
  const pseudonym = createHmac('sha256', key.key).update(`student\n${student}`).digest('hex').slice(0, 16);
  // First: a line without text is a forgery unless the journal says why.
  await journal.write({ event: 'forgotten', student: pseudonym, reason, lines });
  const removed = new Set(lines);
  await journal.rewrite((all) => all.map((line, index) => (removed.has(index + 1) ? withoutText(line) : line)));
  await withoutRows(store, ROSTER_FILE, 'id', student);
  await withoutRows(store, OVERRIDES_FILE, 'student', student);
  await withoutRows(store, REQUESTS_FILE, 'student', student);
  await withoutExtensions(store, student);
  await store.forgetNotes(student);
  for (const { folder } of attempts) {
    const rest = folder.split('/').slice(1).join('/');
    // The attempt itself comes last: while it is there, all of this can be done again.
    for (const path of [`${HISTORY}/${rest}`, `${PROPOSED}/${rest}`, folder]) {
      for (const one of [staffFolder(path), path]) {
        await rm(store.path(one), { recursive: true, force: true });
        await removeIfEmpty(store, one);
      }
    }
  }
  // Plans and logs of jobs name the submissions that they graded; results are in the batch by now.
  if (attempts.length > 0) await rm(store.path(SLURM), { recursive: true, force: true });
}

async function removeIfEmpty(store: BatchStore, path: string): Promise<void> {
  const parent = store.path(path, '..');
  const left = await readdir(parent).catch(() => ['unknown']);
  if (left.length === 0) await rm(parent, { recursive: true, force: true });
}

/** True if a line of the journal is about a student. */
function concerns(line: string, student: string, folders: ReadonlySet<string>): boolean {
  const event = eventOf(readLine(line).body);
  if (event === null) return false;
  return (
    ('attempt' in event && event.attempt !== undefined && folders.has(event.attempt)) ||
    ('student' in event && event.student === student)
  );
}

/** Returns a line with its time and its signature only. */
function withoutText(line: string): string {
  const { body, mac } = readLine(line);
  const left = JSON.stringify({ at: eventOf(body)?.at, event: REMOVED });
  return mac === null ? left : `${left.slice(0, -1)},"mac":"${mac}"}`;
}

function eventOf(body: string): JournalLine | null {
  try {
    return JSON.parse(body) as JournalLine;
  } catch {
    return null;
  }
}

/** Removes a student's rows from a table. @returns true if it has any */
async function withoutRows(
  store: BatchStore,
  file: string,
  column: string,
  student: string,
  look = false,
): Promise<boolean> {
  const path = store.path(file);
  if (!existsSync(path)) return false;
  const [head = [], ...rows] = parse(readFileSync(path, 'utf8'), {
    bom: true,
    delimiter: delimiterOf(readFileSync(path, 'utf8').replace(/^\ufeff/, '')),
    relax_column_count: true,
    skip_empty_lines: true,
  }) as string[][];
  const names = head.map((cell) =>
    canonicalName(cell, { id: column, student: column, student_id: column, sid: column }),
  );
  const at = names.indexOf(column);
  const kept = rows.filter((row) => row[at]?.trim() !== student);
  if (kept.length === rows.length) return false;
  if (!look) await writeFileAtomic(path, stringify([head, ...kept]));
  return true;
}

async function withoutExtensions(store: BatchStore, student: string): Promise<void> {
  const path = store.path(COURSE_FILE);
  if (!existsSync(path)) return;
  const document = parseDocument(readFileSync(path, 'utf8'));
  const extensions = (document.toJS() as { extensions?: { student: string }[] }).extensions ?? [];
  const kept = extensions.filter((extension) => extension.student !== student);
  if (kept.length === extensions.length) return;
  document.set('extensions', kept);
  await writeFileAtomic(path, String(document));
}
