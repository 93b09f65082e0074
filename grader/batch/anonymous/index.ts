/** A class under pseudonyms, for grading and for comparing without names. */

import { createHmac } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { chmod, readdir, rm } from 'node:fs/promises';
import { dirname, extname, join, relative, sep } from 'node:path';
import { stringify } from 'csv-stringify/sync';
import { makeFolders, writeFileAtomic } from '../../platform/files/index.ts';
import { forHtml } from '../../report/index.ts';
import type { GradeResult } from '../../result/index.ts';
import type { LoadedCourse } from '../course.ts';
import type { Grade, GradeBook, GradedAttempt, RosterEntry } from '../model.ts';
import type { JournalKey } from '../state/chain.ts';
import { ANONYMOUS, HANDED_IN, HEADERS, keptNames, PSEUDONYMS_FILE, RESULT_FILE, STUDENTS } from '../state/layout.ts';
import { type BatchStore, type StoredAttempt, staffFolder } from '../state/store.ts';
import { type Mask, mapStrings, maskOf, type Secret } from './mask.ts';
import { VOCABULARY } from './vocabulary.ts';

/** The masked copies, which similarity reads too. */
export { ANONYMOUS };

/** A word that at least so many students use, and half of the class, identifies no student. */
const COMMON = 3;
/** The name of a source: students name files after themselves. */
const SOURCE_NAME = 'submission';

/** A book under pseudonyms, and the sources that belong to it. */
export interface Anonymous {
  readonly book: GradeBook;
  readonly readSource: (attempt: Pick<GradedAttempt, 'folder'>) => string | null;
}

/**
 * Writes masked copies of all submissions, results and reports of staff, and the file that says whose they are.
 * @param report - the file that the class page links, e.g. `report.html`
 */
export async function anonymize(
  store: BatchStore,
  book: GradeBook,
  { roster }: LoadedCourse,
  key: JournalKey,
  report: string,
): Promise<Anonymous> {
  const attempts = await store.attempts();
  const students = [
    ...new Set([...(roster?.keys() ?? []), ...[...book.grades, ...attempts].map(({ student }) => student)]),
  ].sort();
  const pseudonyms = pseudonymsOf(students, key);
  await writeKey(store, pseudonyms, roster);
  const sources = new Map(
    attempts.map((attempt) => [attempt.folder, textOf(store.path(attempt.folder, attempt.file))]),
  );
  const mask = maskOf(
    students.flatMap((student) => secretsOf(student, roster?.get(student) ?? null, pseudonyms.get(student) ?? '')),
    new Set([...VOCABULARY, ...commonWords(attempts, sources)]),
  );
  const masked = new Map<string, string>();
  const kept = new Set<string>();
  for (const attempt of attempts) {
    const folder = folderOf(attempt, pseudonyms);
    kept.add(folder);
    const source = sources.get(attempt.folder) ?? null;
    const text = source === null ? null : mask.text(source);
    if (text !== null) masked.set(folder, text);
    await copyAttempt(store, attempt, folder, text, mask, report);
  }
  await removeOthers(store, kept);
  // Similarity takes the folder for one that a batch wrote.
  await writeIfOther(store.path(ANONYMOUS, 'batch.json'), '{"anonymous":true}\n');
  const stored = new Map(attempts.map((attempt) => [attempt.folder, attempt]));
  const change = (attempt: GradedAttempt): GradedAttempt => {
    const own = stored.get(attempt.folder);
    const within = own ? withoutName(mask, own.file) : mask;
    return {
      ...attempt,
      student: pseudonyms.get(attempt.student) ?? '',
      folder: own ? folderOf(own, pseudonyms) : '',
      result: attempt.result && within.value<GradeResult>(attempt.result),
      ...(attempt.problem && { problem: within.value(attempt.problem) }),
    };
  };
  const grades = book.grades.map(
    (grade): Grade => ({
      ...grade,
      student: pseudonyms.get(grade.student) ?? '',
      roster: null,
      attempts: grade.attempts.map(change),
      counted: grade.counted && change(grade.counted),
      decisions: mask.value(grade.decisions),
      open: grade.open && mask.text(grade.open),
    }),
  );
  const ordered = [...grades].sort((a, b) => (a.student < b.student ? -1 : a.student > b.student ? 1 : 0));
  return { book: { ...book, grades: ordered, held: [] }, readSource: ({ folder }) => masked.get(folder) ?? null };
}

/** Returns a pseudonym for each student, which follows from the key, so that it stays. */
export function pseudonymsOf(students: readonly string[], { key }: JournalKey): ReadonlyMap<string, string> {
  const taken = new Set<string>();
  return new Map(
    students.map((student) => {
      const digest = createHmac('sha256', key).update(`pseudonym\n${student}`).digest('hex');
      let length = 6;
      while (taken.has(digest.slice(0, length))) length += 1;
      taken.add(digest.slice(0, length));
      return [student, `student-${digest.slice(0, length)}`];
    }),
  );
}

function sourceName(file: string): string {
  return `${SOURCE_NAME}${extname(file)}`;
}

/** Returns a mask that also has another name for the source. */
function withoutName(mask: Mask, file: string): Mask {
  if (file === '') return mask;
  const names = [...new Set([file, forHtml(file)])].map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  const named = new RegExp(`(?<![\\p{L}\\p{N}._-])(?:${names.join('|')})(?![\\p{L}\\p{N}_-])`, 'gu');
  const rename = (text: string): string => text.replace(named, sourceName(file));
  return {
    text: (text) => mask.text(rename(text)),
    html: (page) => mask.html(rename(page)),
    value: <Value>(value: Value) => mask.value(mapStrings(value, rename) as Value),
  };
}

/** Returns what names a student: ids, the address and its local part, the name and its parts. */
function secretsOf(student: string, entry: RosterEntry | null, shown: string): Secret[] {
  const name = entry?.name ?? '';
  const [last = '', first = ''] = name.split(',').map((part) => part.trim());
  const parts = name.split(/[\s,]+/).filter((part) => part !== '');
  const texts = [
    student,
    name,
    ...(first === '' ? [] : [`${first} ${last}`]),
    ...parts,
    entry?.email,
    entry?.email?.split('@')[0],
    ...[entry?.canvasId, entry?.sisUserId, entry?.sisLoginId, entry?.idNumber, entry?.github],
  ];
  return texts.flatMap((text) => (text ? spellingsOf(text).map((spelling) => ({ text: spelling, shown })) : []));
}

const LETTERS: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', å: 'aa', ø: 'oe', æ: 'ae', ß: 'ss' };

/** Returns a name as it is written with the letters of ASCII as well. */
function spellingsOf(name: string): readonly string[] {
  const spelled = name.normalize('NFC').replace(/[äöüåøæß]/gi, (letter) => {
    const two = LETTERS[letter.toLowerCase()] ?? letter;
    return letter === letter.toLowerCase() ? two : `${two.charAt(0).toUpperCase()}${two.slice(1)}`;
  });
  const bare = name.normalize('NFD').replace(/\p{M}/gu, '');
  return [...new Set([name, spelled, bare])];
}

/** Returns the words that several students use, in lower case. */
function commonWords(attempts: readonly StoredAttempt[], sources: ReadonlyMap<string, string | null>): string[] {
  const users = new Map<string, Set<string>>();
  for (const { student, folder } of attempts) {
    for (const [word] of (sources.get(folder) ?? '').toLowerCase().matchAll(/[\p{L}\p{N}]+/gu)) {
      users.set(word, (users.get(word) ?? new Set()).add(student));
    }
  }
  const most = Math.max(COMMON, new Set(attempts.map(({ student }) => student)).size / 2);
  return [...users].filter(([, { size }]) => size >= most).map(([word]) => word);
}

function folderOf({ student, folder }: StoredAttempt, pseudonyms: ReadonlyMap<string, string>): string {
  return [ANONYMOUS, STUDENTS, pseudonyms.get(student), folder.split('/').at(-1)].join('/');
}

/** The file that says what was handed in, if there is no source, or none that is text. */
const LIST_FILE = 'handed-in.txt';

/** Writes all files of an attempt's copy, and removes others: a hand-in that was open can have a source by now. */
async function copyAttempt(
  store: BatchStore,
  attempt: StoredAttempt,
  into: string,
  source: string | null,
  everywhere: Mask,
  report: string,
): Promise<void> {
  const mask = withoutName(everywhere, attempt.file);
  const files = new Map<string, string>();
  if (source !== null) files.set(sourceName(attempt.file), source);
  for (const { name } of attempt.further) {
    const header = textOf(store.path(attempt.folder, HEADERS, name));
    if (header !== null) files.set(`${HEADERS}/${mask.text(name)}`, mask.text(header));
  }
  const handedIn = handedInCopies(store, attempt, mask);
  for (const [name, text] of handedIn.files) files.set(name, text);
  if (source === null) files.set(LIST_FILE, `${[...whyNoSource(attempt, mask), ...handedIn.list].join('\n')}\n`);
  // Of staff, with hidden cases, if there is one.
  const from = [staffFolder(attempt.folder), attempt.folder].find((folder) =>
    existsSync(store.path(folder, RESULT_FILE)),
  );
  if (from !== undefined) {
    const result = textOf(store.path(from, RESULT_FILE));
    if (result !== null) files.set(RESULT_FILE, `${JSON.stringify(mask.value(JSON.parse(result)), null, 2)}\n`);
    const page = report.endsWith('.html') ? textOf(store.path(from, report)) : null;
    if (page !== null) files.set(report, mask.html(page));
  }
  makeFolders(store.path(into));
  for (const [name, text] of files) await writeIfOther(store.path(into, name), text);
  const there = await readdir(store.path(into), { recursive: true, withFileTypes: true });
  for (const entry of there.filter((one) => one.isFile())) {
    const path = relative(store.path(into), join(entry.parentPath, entry.name)).split(sep).join('/');
    if (!files.has(path)) await rm(store.path(into, path), { force: true });
  }
}

function whyNoSource({ problem }: StoredAttempt, mask: Mask): string[] {
  return problem === null ? ['The source is not text.'] : [mask.text(problem.text)];
}

/** Returns masked copies of the files of a hand-in without a source that is known, and a line per file. */
function handedInCopies(
  store: BatchStore,
  { folder, handedIn }: StoredAttempt,
  mask: Mask,
): { readonly files: readonly (readonly [string, string])[]; readonly list: readonly string[] } {
  const names = keptNames(handedIn.map(({ name }) => mask.text(name)));
  const copies = handedIn.map(({ name }, at) => ({ own: `${HANDED_IN}/${names[at]}`, path: store.path(folder, name) }));
  const files = copies.flatMap(({ own, path }) => {
    const text = textOf(path);
    return text === null ? [] : [[own, mask.text(text)] as const];
  });
  const isText = new Set(files.map(([own]) => own));
  const list = copies.map(({ own, path }) => {
    const bytes = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
    return `${own}: ${bytes} bytes${isText.has(own) ? '' : '. It is not text, so there is no copy of it.'}`;
  });
  return { files, list };
}

async function removeOthers(store: BatchStore, kept: ReadonlySet<string>): Promise<void> {
  const root = `${ANONYMOUS}/${STUDENTS}`;
  for (const student of await readdir(store.path(root)).catch(() => [])) {
    for (const attempt of await readdir(store.path(root, student)).catch(() => [])) {
      const folder = `${root}/${student}/${attempt}`;
      if (!kept.has(folder)) await rm(store.path(folder), { recursive: true, force: true });
    }
    const left = await readdir(store.path(root, student)).catch(() => ['unknown']);
    if (left.length === 0) await rm(store.path(root, student), { recursive: true, force: true });
  }
}

async function writeKey(
  store: BatchStore,
  pseudonyms: ReadonlyMap<string, string>,
  roster: LoadedCourse['roster'],
): Promise<void> {
  const path = store.path(PSEUDONYMS_FILE);
  const rows = [...pseudonyms].map(([student, pseudonym]) => [pseudonym, student, roster?.get(student)?.name ?? '']);
  await writeIfOther(
    path,
    stringify([['pseudonym', 'student', 'name'], ...rows.sort(([a = ''], [b = '']) => (a < b ? -1 : 1))]),
  );
  await chmod(path, 0o600);
}

async function writeIfOther(path: string, content: string): Promise<void> {
  if (textOf(path) === content) return;
  makeFolders(dirname(path));
  await writeFileAtomic(path, content);
}

function textOf(path: string): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(path));
  } catch {
    return null;
  }
}
