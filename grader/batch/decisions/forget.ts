import { createHmac } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import { parseDocument } from 'yaml';
import { z } from 'zod';
import { writeFileAtomic } from '../../platform/files/index.ts';
import { UsageError } from '../../platform/index.ts';
import { meantStudent } from '../meant.ts';
import { type JournalKey, readLine } from '../state/chain.ts';
import { type Journal, type JournalLine, journalLines, REMOVED, readJournal } from '../state/journal.ts';
import {
  ANONYMOUS,
  CLASS_PAGE,
  COURSE_FILE,
  EXPORT,
  FORGET_FILE,
  HISTORY,
  JOURNAL_FILE,
  JOURNAL_HEAD_FILE,
  OVERRIDES_FILE,
  PROPOSED,
  PSEUDONYMS_FILE,
  REQUESTS_FILE,
  ROSTER_FILE,
  SLURM,
} from '../state/layout.ts';
import { forgetOwner } from '../state/owners.ts';
import { readOrNull } from '../state/read.ts';
import { type BatchStore, staffFolder } from '../state/store.ts';
import { canonicalName, delimiterOf } from '../table.ts';
import { forgetNotices } from './notices.ts';

const intentSchema = z.strictObject({
  schemaVersion: z.literal(1),
  reason: z.string(),
  students: z.array(z.strictObject({ student: z.string(), folders: z.array(z.string()) })),
});

/**
 * Forgets students, or finishes what an interrupted command began. It writes the names to a file first, and removes this
 * file last. The class page and the exports of the batch are removed too.
 * @param given - the students and the reason; `null` to finish what was begun
 * @param also - `of` removes what other parts of the grader keep of a student; `pages` writes the class page again
 * @returns the students that were forgotten, and whether there were exports
 * @throws UsageError if the batch does not know one of them; then nothing is changed
 */
export async function forgetStudents(
  store: BatchStore,
  journal: Journal,
  key: JournalKey,
  given: { readonly students: readonly string[]; readonly reason: string } | null,
  also: { of: (student: string) => Promise<void>; pages?: () => Promise<void> },
): Promise<{ readonly students: readonly string[]; readonly hadExports: boolean }> {
  const text = await readOrNull(store.path(FORGET_FILE));
  if (text === null && given === null) return { students: [], hadExports: false };
  const intent = text === null ? null : intentSchema.parse(JSON.parse(text));
  const students = [...(intent?.students ?? [])];
  for (const student of given?.students ?? []) {
    if (!students.some((one) => one.student === student)) students.push(await foldersOf(store, student));
  }
  const reason = given?.reason ?? intent?.reason ?? '';
  await writeFileAtomic(store.path(FORGET_FILE), `${JSON.stringify({ schemaVersion: 1, reason, students })}\n`);
  for (const { student, folders } of students) {
    await also.of(student);
    await forgetOwner(store, student);
    await forgetStudent(store, journal, key, student, folders, reason);
  }
  // Copies with pseudonyms are made again with the class page.
  for (const name of [ANONYMOUS, PSEUDONYMS_FILE]) await rm(store.path(name), { recursive: true, force: true });
  await rm(store.path(CLASS_PAGE), { force: true });
  const exported = (await readdir(store.path(EXPORT)).catch(() => [])).filter((name) => name !== JOURNAL_HEAD_FILE);
  for (const name of exported) await rm(store.path(EXPORT, name), { recursive: true, force: true });
  await also.pages?.();
  await rm(store.path(FORGET_FILE), { force: true });
  return { students: students.map(({ student }) => student), hadExports: exported.length > 0 };
}

/** @throws UsageError if the batch does not know the student */
async function foldersOf(
  store: BatchStore,
  student: string,
): Promise<{ readonly student: string; readonly folders: string[] }> {
  const attempts = await store.attempts();
  const held = attempts.find(({ owners }) => owners?.includes(student));
  if (held) {
    throw new UsageError(
      `The hand-in ${held.folder} can be that of ${student}. Say whose it is first: grade batch review lists it.`,
    );
  }
  const { events } = await readJournal(store.path(JOURNAL_FILE));
  const given = events.flatMap((event) => (event.event === 'given' && event.student === student ? event.attempt : []));
  const folders = [...attempts.filter((one) => one.student === student).map(({ folder }) => folder), ...given];
  if (folders.length > 0 || (await withoutRows(store, ROSTER_FILE, 'id', student, true))) return { student, folders };
  throw new UsageError(
    `There is no student ${JSON.stringify(student)} in this batch. ${meantStudent(student, new Set(attempts.map((one) => one.student)))}`,
  );
}

/**
 * Removes all that a batch has of a student: files, results, decisions, requests, the row of the roster, and the text of
 * the journal's lines. A signed note stays, and the signatures of the lines, so that the chain can still be verified.
 */
async function forgetStudent(
  store: BatchStore,
  journal: Journal,
  key: JournalKey,
  student: string,
  attempts: readonly string[],
  reason: string,
): Promise<void> {
  const folders = new Set(attempts);
  const lines = (await journalLines(store.path(JOURNAL_FILE))).flatMap((line, index) =>
    concerns(line, student, folders) ? index + 1 : [],
  );
  const pseudonym = createHmac('sha256', key.key).update(`student\n${student}`).digest('hex').slice(0, 16);
  // First: a line without text is a forgery unless the journal says why.
  await journal.write({ event: 'forgotten', student: pseudonym, reason, lines });
  const removed = new Set(lines);
  await journal.rewrite((all) => all.map((line, index) => (removed.has(index + 1) ? withoutText(line) : line)));
  // First: an extension for a student who is not in the roster is a mistake.
  await withoutExtensions(store, student);
  await withoutRows(store, ROSTER_FILE, 'id', student);
  await withoutRows(store, OVERRIDES_FILE, 'student', student);
  await withoutRows(store, REQUESTS_FILE, 'student', student);
  await store.forgetNotes(student);
  await forgetNotices(store, folders);
  for (const folder of attempts) {
    const rest = folder.split('/').slice(1).join('/');
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
