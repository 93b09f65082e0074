import { createHmac } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { z } from 'zod';
import { writeFileAtomic } from '../../platform/files/index.ts';
import { readOverrides } from '../course.ts';
import type { JournalKey } from '../state/chain.ts';
import {
  attemptOf,
  differences,
  type FileHashes,
  isEditedByStaff,
  presentFiles,
  type RecordedFiles,
  readHash,
  recordedFiles,
} from '../state/files.ts';
import { type JournalHead, journalLines, readJournal } from '../state/journal.ts';
import {
  BATCH_FILE,
  HEAD_FILE,
  HEADERS,
  HISTORY,
  JOURNAL_FILE,
  OVERRIDES_FILE,
  RESULT_FILE,
  SECRET_FILE,
  STAFF,
  SUBMISSION_FILE,
} from '../state/layout.ts';
import type { BatchStore } from '../state/store.ts';
import { type ChainReport, verifyChain } from '../state/verify.ts';
import { identityOf } from './overrides.ts';

/** The result of verifying the record of a batch. */
export interface Proof {
  readonly chain: ChainReport;
  /** A sentence per thing that was changed beside the commands of `grade`. */
  readonly problems: readonly string[];
  /** A sentence per thing that is not on record yet. */
  readonly notes: readonly string[];
}

const headSchema = z.object({ lines: z.int(), mac: z.string().nullable(), proof: z.string() });

/** Writes the last signature beside the journal, so that a removed end is found. */
export async function writeHead(store: BatchStore, head: JournalHead, key: JournalKey): Promise<void> {
  const content = { schemaVersion: 1, ...head, proof: proofOf(head, key) };
  await writeFileAtomic(store.path(HEAD_FILE), `${JSON.stringify(content)}\n`);
}

/**
 * Verifies the journal, and that results, submissions and decisions are those of its events.
 * @param heads - signatures that exports printed
 * @param hashOf - returns the hash of a file; `null` if it is not there; default: each file is read
 */
export async function proveRecord(
  store: BatchStore,
  keys: readonly JournalKey[],
  heads: readonly string[] = [],
  hashOf: (path: string) => string | null = readHash,
): Promise<Proof> {
  const lines = await journalLines(store.path(JOURNAL_FILE));
  const known = readHead(store, keys);
  const last = known === null || known === 'damaged' || known.mac === null ? [] : [known.mac];
  const chain = verifyChain(lines, keys, [...new Set([...heads, ...last])]);
  // With another secret, each line and each file would seem to be changed.
  if (chain.signed > 0 && chain.keys.length === 0) {
    const text = `${JOURNAL_FILE}: no line has a signature of this secret, so nothing is proved. Restore the secret from a backup: the file ${SECRET_FILE} of the batch, or the secretFile of the course.`;
    return { chain, problems: [text], notes: [] };
  }
  const problems = chain.problems.map((problem) => `${JOURNAL_FILE}: ${problem}`);
  if (known === 'damaged') problems.push(`${HEAD_FILE} was changed: none of the keys signed it.`);
  const notes = chain.torn.map((line) => `${JOURNAL_FILE}:${line} is no event: a crash or an edit left it.`);
  if (chain.unsigned > 0)
    notes.push(
      `${chain.unsigned} ${chain.unsigned === 1 ? 'line' : 'lines'} of ${JOURNAL_FILE} from an earlier version of grade ${chain.unsigned === 1 ? 'is' : 'are'} not signed.`,
    );
  const { events } = await readJournal(store.path(JOURNAL_FILE));
  const record = recordedFiles(events);
  if (known === null && chain.signed > 0) {
    const missing = `${HEAD_FILE} is missing, so a removed end of the journal would not be found.`;
    // The first command of a batch can be interrupted before it writes the file.
    if (record.endedAt === null && record.interrupted !== null) notes.push(missing);
    else problems.push(missing);
  }
  const files = new Map<string, Set<string>>();
  const results = new Map<string, string | null>();
  for (const event of events) {
    if ('sha256' in event && 'attempt' in event) {
      files.set(event.attempt, (files.get(event.attempt) ?? new Set()).add(event.sha256));
      results.delete(event.attempt);
    }
    if (event.event === 'given' && event.to !== null) {
      files.delete(event.attempt);
      results.delete(event.attempt);
    }
    if (event.event === 'graded' || event.event === 'applied' || event.event === 'found') {
      results.set(event.attempt, event.result ?? null);
    }
  }
  const attempts = await store.attempts();
  const now = differences(record.files, await presentFiles(store.out, record.files, hashOf));
  // A command that is at work, or was interrupted, can have changed what is not on record: a note lists these files.
  const isUnclear = (folder: string): boolean =>
    record.interrupted !== null && Object.keys(now).some((path) => attemptOf(path) === folder);
  const present = new Set(attempts.map(({ folder }) => folder));
  for (const folder of files.keys()) {
    if (!present.has(folder) && !isUnclear(folder)) problems.push(`${folder} was removed.`);
  }
  if (lines.every((line) => line === '') && attempts.length > 0) {
    problems.push(`${JOURNAL_FILE} is empty or missing, so nothing is proved.`);
    return { chain, problems, notes };
  }
  if (chain.signed === 0 && attempts.length > 0) {
    problems.push(
      `No line of ${JOURNAL_FILE} is signed, so nothing is proved. If an earlier version of grade made this batch, the next command that changes it signs the journal.`,
    );
  }
  for (const attempt of attempts) {
    const { folder, file, sha256 } = attempt;
    if (isUnclear(folder)) continue;
    const known = files.get(folder);
    // Without a source, the event has the digest of all files.
    const source = attempt.problem === null ? [{ name: file, sha256 }] : [];
    const further = attempt.further.map(({ name, sha256: own }) => ({ name: `${HEADERS}/${name}`, sha256: own }));
    const changed = [...source, ...further, ...attempt.handedIn].find((one) => {
      return hashOf(store.path(folder, one.name)) !== one.sha256;
    });
    if (changed || (known !== undefined && !known.has(sha256))) {
      problems.push(
        `${folder}/${changed?.name ?? file} is not the file that was handed in. Restore it: import the same hand-in again, or take it from a backup.`,
      );
    } else if (known === undefined && record.endedAt === null)
      notes.push(`${folder}/${file} has no event in the journal.`);
    const result = await store.resultHash(attempt);
    const recorded = results.get(folder);
    if (result === null && recorded) problems.push(`${folder}/${RESULT_FILE} was removed.`);
    if (result !== null && recorded === undefined && record.endedAt === null) {
      notes.push(
        `${folder}/${RESULT_FILE} is not on record: the command that made it was interrupted. Run grade batch run --resume.`,
      );
    }
    if (result !== null && recorded && recorded !== result)
      problems.push(`${folder}/${RESULT_FILE} was changed. ${RESULT_ADVICE}`);
  }
  const named = new Set(problems.map((problem) => problem.split(/ (?:was|is) /)[0]));
  const changes = changedFiles(record, now);
  const isNamed = (path: string): boolean => named.has(path) || named.has(attemptOf(path) ?? '');
  problems.push(...changes.problems.filter(({ path }) => !isNamed(path)).map(({ text }) => text));
  notes.push(...changes.notes, ...unrecorded(store, events));
  return { chain, problems, notes };
}

const RESULT_ADVICE =
  'Restore it from a backup, or run grade batch regrade and apply. grade batch override changes points on record.';

const NOT_IMPORTED = 'no import wrote it. To add a hand-in, run grade batch run with it and --resume.';

/**
 * Compares the files of a batch with the record of them.
 * @param now - the files that differ from the record
 */
function changedFiles(
  { files, everEdited, interrupted, endedAt }: RecordedFiles,
  now: FileHashes,
): { readonly problems: readonly { path: string; text: string }[]; readonly notes: readonly string[] } {
  if (endedAt === null && interrupted === null) {
    return {
      problems: [],
      notes: ['No command has recorded the other files yet: the next one that changes the batch does.'],
    };
  }
  const problems: { path: string; text: string }[] = [];
  const notes: string[] = [];
  const unclear: string[] = [];
  // A folder of which a command wrote no file was copied in.
  const ofCommands = new Set([...files].flatMap(([path, { original }]) => (original === null ? [] : attemptOf(path))));
  const copied = new Set<string>();
  const add = (path: string, verb: string, when: string): void => {
    const attempt = attemptOf(path);
    if (verb === 'added' && attempt !== null && !ofCommands.has(attempt)) {
      if (!copied.has(attempt)) {
        problems.push({
          path: attempt,
          text: `${attempt} was added by hand ${when}. Remove this folder: ${NOT_IMPORTED}`,
        });
      }
      copied.add(attempt);
    } else problems.push({ path, text: `${path} was ${verb} by hand ${when}. ${adviceFor(path, verb)}` });
  };
  const since = endedAt ?? interrupted?.at ?? '';
  for (const [path, sha256] of Object.entries(now)) {
    const verb = sha256 === null ? 'removed' : files.get(path)?.sha256 ? 'changed' : 'added';
    if (sha256 === (files.get(path)?.original ?? null)) {
      notes.push(`${path} was changed by hand, and is again as a command wrote it.`);
    } else if (isEditedByStaff(path)) {
      notes.push(`${path} was ${verb} since ${since}. Grades follow it as it is now.`);
    } else if (interrupted !== null) unclear.push(path);
    else add(path, verb, `since ${since}`);
  }
  for (const [path, { from, at, sha256, original }] of files) {
    if (path in now || isEditedByStaff(path)) continue;
    if (from === 'edited') {
      add(path, sha256 === null ? 'removed' : original === null ? 'added' : 'changed', `before ${at}`);
    } else if (everEdited.has(path)) {
      notes.push(`${path} was changed by hand before ${everEdited.get(path)}. It is as a command wrote it since then.`);
    }
  }
  if (interrupted !== null && unclear.length > 0) {
    const { command, at, by } = interrupted;
    const shown = unclear.slice(0, 10).join(', ');
    const more = unclear.length > 10 ? ` and ${unclear.length - 10} more` : '';
    notes.push(
      `${shown}${more}: not on record. grade ${command}${by === null ? '' : ` of ${by}`}, begun at ${at}, is at work or was interrupted. The next command records them.`,
    );
  }
  return { problems, notes };
}

/** Returns what staff can do about a file that was changed by hand. */
function adviceFor(path: string, verb: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1);
  if (verb === 'added' && attemptOf(path) !== null) return 'Remove it: no command of grade wrote it.';
  if (attemptOf(path) === null) {
    return path === BATCH_FILE
      ? 'It has the settings and seeds of the batch. Restore it from a backup.'
      : 'The next command that writes it replaces it.';
  }
  if (name === SUBMISSION_FILE) {
    return 'It has the times and files of the attempt. Restore it from a backup. A manifest with submitted_at changes a time on record.';
  }
  if (path.startsWith(`${HISTORY}/`) || path.startsWith(`${STAFF}/${HISTORY}/`)) return 'Restore it from a backup.';
  return RESULT_ADVICE;
}

function unrecorded(store: BatchStore, events: Awaited<ReturnType<typeof readJournal>>['events']): string[] {
  const path = store.path(OVERRIDES_FILE);
  const decided = new Set(events.flatMap((event) => (event.event === 'decided' ? [identityOf(event)] : [])));
  return (existsSync(path) ? readOverrides(path, null) : [])
    .filter((row) => !decided.has(identityOf(row)))
    .map(
      ({ line }) =>
        `${OVERRIDES_FILE}:${line} is not on record yet: the next command that changes the batch records it.`,
    );
}

function readHead(store: BatchStore, keys: readonly JournalKey[]): JournalHead | 'damaged' | null {
  const path = store.path(HEAD_FILE);
  if (!existsSync(path)) return null;
  try {
    const { lines, mac, proof } = headSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
    return keys.some((key) => proofOf({ lines, mac }, key) === proof) ? { lines, mac } : 'damaged';
  } catch {
    return 'damaged';
  }
}

function proofOf({ lines, mac }: JournalHead, { key }: JournalKey): string {
  return createHmac('sha256', key).update(`head\n${lines}\n${mac}`).digest('hex');
}
