import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { isTemporaryName } from '../../platform/files/index.ts';
import { systemCode } from '../../platform/index.ts';
import type { Journal, JournalLine } from './journal.ts';
import { readJournal } from './journal.ts';
import {
  ANONYMOUS,
  COURSE_FILE,
  HISTORY,
  isOfNoRecord,
  JOURNAL_FILE,
  OVERRIDES_FILE,
  PROPOSED,
  REQUESTS_FILE,
  ROSTER_FILE,
  STAFF,
  STUDENTS,
} from './layout.ts';
import { FileMemo } from './stamp.ts';

/**
 * The record of a batch's files. Each file of the batch's folder is on record, unless `isOfNoRecord` names it. A command
 * that changes the batch writes the hash of each file that it changed into the journal, whose signatures cover it.
 */

/** SHA-256 by the path from the batch's folder, with `/`; `null` for a file that was removed. */
export type FileHashes = Readonly<Record<string, string | null>>;

/** The folders whose files are all records. At the top level, people can keep files of their own. */
const FOLDERS: readonly string[] = [STUDENTS, STAFF, HISTORY, PROPOSED, ANONYMOUS];

/** The files that staff edit. A change of them is an event, and never an accusation. */
const EDITED_BY_STAFF: ReadonlySet<string> = new Set([COURSE_FILE, ROSTER_FILE, OVERRIDES_FILE, REQUESTS_FILE]);

/** True if staff edit the file, so that a change is no reason for doubt. */
export function isEditedByStaff(path: string): boolean {
  return EDITED_BY_STAFF.has(path);
}

/** The last event about a file. */
export interface RecordedFile {
  /** `null` if the file was removed. */
  readonly sha256: string | null;
  /** The last content that a command wrote: with it, a file is restored. */
  readonly original: string | null;
  readonly at: string;
  readonly by: string | null;
  /** `edited` if the content is not from a command of grade; `unclear` if a command was interrupted. */
  readonly from: 'command' | 'edited' | 'unclear';
}

/** A command that changes a batch. */
export interface BegunCommand {
  readonly command: string;
  readonly at: string;
  readonly by: string | null;
}

/** The files of a batch as the journal knows them. */
export interface RecordedFiles {
  readonly files: ReadonlyMap<string, RecordedFile>;
  /** The paths that were changed beside the commands at any time. */
  readonly everEdited: ReadonlyMap<string, string>;
  /** The command that began last and did not end; `null` if each ended. */
  readonly interrupted: BegunCommand | null;
  /** The last time at which a command ended; `null` if none did, because an earlier version made the batch. */
  readonly endedAt: string | null;
}

/** Returns what the events of a journal say about files. */
export function recordedFiles(events: readonly JournalLine[]): RecordedFiles {
  const files = new Map<string, RecordedFile>();
  const everEdited = new Map<string, string>();
  let interrupted: BegunCommand | null = null;
  let endedAt: string | null = null;
  for (const event of events) {
    const by = event.by ?? null;
    if (event.event === 'began') interrupted = { command: event.command, at: event.at, by };
    else if (event.event === 'ended') [interrupted, endedAt] = [null, event.at];
    else if (event.event === 'files' || event.event === 'edited') {
      for (const [path, sha256] of Object.entries(event.files)) {
        const isEdit = event.event === 'edited';
        const original = isEdit ? (files.get(path)?.original ?? null) : sha256;
        const isRestored = isEdit && sha256 === original;
        const from = isEdit && !isRestored ? 'edited' : !isEdit && event.interrupted === true ? 'unclear' : 'command';
        files.set(path, { sha256, original, at: event.at, by, from });
        if (from === 'edited') everEdited.set(path, event.at);
      }
    }
  }
  return { files, everEdited, interrupted, endedAt };
}

/** Files that are read between two looks at the events of the process, e.g. at Ctrl-C. */
const AT_ONCE = 64;

/**
 * Returns the hash of each file that is there now, and is or should be on record.
 * @param hashOf - reads a file; default: each time
 */
export async function presentFiles(
  out: string,
  known: RecordedFiles['files'],
  hashOf: (path: string) => string | null = readHash,
): Promise<ReadonlyMap<string, string>> {
  const paths: string[] = [];
  const below = async (path: string): Promise<void> => {
    const entries = await readdir(join(out, path), { withFileTypes: true }).catch((error: unknown) => {
      if (['ENOENT', 'ENOTDIR'].includes(systemCode(error) ?? '')) return [];
      throw error;
    });
    for (const entry of entries) {
      const own = path === '' ? entry.name : `${path}/${entry.name}`;
      if (isTemporaryName(entry.name) || (path === '' && isOfNoRecord(entry.name))) continue;
      if (entry.isDirectory()) {
        if (path !== '' || FOLDERS.includes(own)) await below(own);
      } else if (path !== '' || known.size === 0 || known.has(own) || isEditedByStaff(own)) paths.push(own);
    }
  };
  await below('');
  const present = new Map<string, string>();
  for (const [index, path] of paths.sort().entries()) {
    if (index % AT_ONCE === 0) await setImmediate();
    const sha256 = hashOf(join(out, path));
    if (sha256 !== null) present.set(path, sha256);
  }
  return present;
}

/** Returns the files that differ from the record. */
export function differences(known: RecordedFiles['files'], present: ReadonlyMap<string, string>): FileHashes {
  const changed: [string, string | null][] = [];
  for (const [path, sha256] of present) if (known.get(path)?.sha256 !== sha256) changed.push([path, sha256]);
  for (const [path, { sha256 }] of known) if (sha256 !== null && !present.has(path)) changed.push([path, null]);
  return Object.fromEntries(changed.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/**
 * Returns the folder of the attempt that a file belongs to; `null` if it belongs to none. The results with hidden cases,
 * the history and the proposed results of an attempt belong to it too.
 */
export function attemptOf(path: string): string | null {
  const parts = path.split('/');
  if (parts[0] === STAFF) parts.shift();
  if (parts.length > 3 && (parts[0] === HISTORY || parts[0] === PROPOSED || parts[0] === STUDENTS)) parts.shift();
  const [student, attempt, file] = parts;
  const isOfAttempt = FOLDERS.slice(0, 4).some((folder) => path.startsWith(`${folder}/`));
  return isOfAttempt && file !== undefined ? `${STUDENTS}/${student}/${attempt}` : null;
}

/** The record of a command: the files that were there before it, and those that it changes. */
export class FileRecord {
  readonly #out: string;
  readonly #journal: Pick<Journal, 'write'>;
  /**
   * Hashes that this command knows. It reads a file again if its stamp has changed. A change with the same stamp would be
   * found by the next command, which reads all files.
   */
  readonly #hashes = new FileMemo(hashOfBytes);
  /** Files of other people at the top level. */
  #others: ReadonlySet<string> = new Set();

  constructor(out: string, journal: Pick<Journal, 'write'>) {
    this.#out = out;
    this.#journal = journal;
  }

  /**
   * Records what changed since the last command ended, then that a command begins.
   * @returns true if the last command was interrupted
   */
  async begin(command: string): Promise<boolean> {
    const known = await this.#known();
    const changed = differences(known.files, await this.#present(known.files));
    // An earlier version kept no record, so nothing is known about what was there before.
    if (known.endedAt === null && known.interrupted === null) await this.#write('files', changed);
    else if (known.interrupted !== null) await this.#write('files', changed, true);
    else await this.#write('edited', changed);
    this.#others = new Set(
      (await readdir(this.#out)).filter(
        (name) => !known.files.has(name) && !(name in changed) && !isEditedByStaff(name),
      ),
    );
    await this.#journal.write({ event: 'began', command });
    return known.interrupted !== null;
  }

  /**
   * Records what changed since the last record of this command.
   * @param touched - folders of attempts that the command changed; changes of others are of somebody else
   */
  async changed(touched: ReadonlySet<string>, isInterrupted = false): Promise<void> {
    const known = await this.#known();
    const own = new Map(known.files);
    for (const name of await readdir(this.#out)) {
      // A file that this command made at the top level is a record from now on.
      if (!own.has(name) && !this.#others.has(name))
        own.set(name, { sha256: null, original: null, at: '', by: null, from: 'command' });
    }
    const changed = Object.entries(differences(own, await this.#present(own)));
    if (isInterrupted) return this.#write('files', Object.fromEntries(changed), true);
    const isOwn = ([path]: readonly [string, string | null]): boolean => {
      const attempt = attemptOf(path);
      return attempt === null || touched.has(attempt);
    };
    await this.#write('files', Object.fromEntries(changed.filter(isOwn)));
    await this.#write('edited', Object.fromEntries(changed.filter((one) => !isOwn(one))));
  }

  async end(): Promise<void> {
    await this.#journal.write({ event: 'ended' });
  }

  #present(known: RecordedFiles['files']): Promise<ReadonlyMap<string, string>> {
    return presentFiles(this.#out, known, (path) => this.hashOf(path));
  }

  /** Returns the hash of a file; `null` if it is not there. It is read again if its stamp has changed. */
  hashOf(path: string): string | null {
    return unlessUnreadable(() => this.#hashes.get(path));
  }

  async #known(): Promise<RecordedFiles> {
    return recordedFiles((await readJournal(join(this.#out, JOURNAL_FILE))).events);
  }

  /** Writes an event per attempt, so that the events of a student can be removed. */
  async #write(event: 'files' | 'edited', changed: FileHashes, isInterrupted = false): Promise<void> {
    const groups = new Map<string | null, [string, string | null][]>();
    for (const [path, sha256] of Object.entries(changed)) {
      const attempt = attemptOf(path);
      const group = groups.get(attempt);
      if (group) group.push([path, sha256]);
      else groups.set(attempt, [[path, sha256]]);
    }
    for (const [attempt, files] of groups) {
      const facts = { files: Object.fromEntries(files), ...(attempt !== null && { attempt }) };
      if (event === 'edited') await this.#journal.write({ event, ...facts });
      else await this.#journal.write({ event, ...facts, ...(isInterrupted && { interrupted: true }) });
    }
  }
}

/** Returns the hash of a file; `null` if it is not there any more. */
export function readHash(path: string): string | null {
  return unlessUnreadable(() => hashOfBytes(readFileSync(path)));
}

function hashOfBytes(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}

function unlessUnreadable(read: () => string | null): string | null {
  try {
    return read();
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return null;
    // A file that cannot be read is not the one that was written.
    return `unreadable (${systemCode(error) ?? 'unknown'})`;
  }
}
