import { createHash } from 'node:crypto';
import { readdir, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { includedFiles, makeFolders, writeFileAtomic } from '../../platform/files/index.ts';
import { UsageError } from '../../platform/index.ts';
import { type Attempt, compareAttempts, type HandInProblem } from '../model.ts';
import {
  distinctName,
  fileNameOf,
  folderName,
  HANDED_IN,
  HEADERS,
  keptNames,
  RESULT_FILE,
  STUDENTS,
  SUBMISSION_FILE,
} from './layout.ts';
import { parseJson, readOrNull } from './read.ts';
import { FileMemo } from './stamp.ts';

const fileSchema = z.strictObject({
  /** The path from the attempt's folder, with `/`. */
  name: z.string(),
  /** The hash of the file's bytes, in hexadecimal. */
  sha256: z.string(),
});

const problemSchema: z.ZodType<HandInProblem> = z.strictObject({
  kind: z.enum(['no-source', 'undecided', 'lost']),
  text: z.string(),
});

/** A record of an attempt. Keys that version 0.2 has not written have defaults. */
const submissionSchema = z.strictObject({
  schemaVersion: z.literal(1),
  student: z.string(),
  assignment: z.string(),
  attempt: z.string(),
  submittedAt: z.string().nullable(),
  /** The last time at which the same files were handed in again; null if they were not. */
  lastAt: z.string().nullable().default(null),
  /** The source of the times; null if there are none, and of version 0.2, which did not write it down. */
  timeFrom: z.enum(['staff', 'platform']).nullable().default(null),
  /** Other times at which the platform knows of a hand-in whose files were never imported. */
  otherTimes: z.array(z.string()).default([]),
  importedAt: z.string().nullable().default(null),
  /** True if staff named the file in a manifest. */
  byStaff: z.boolean().default(false),
  /** In the same folder; without a source, what findings name. */
  file: z.string(),
  /** The hash of the source's bytes; without a source, the digest. */
  sha256: z.string(),
  /** Identifies what was handed in: the same files are the same attempt. */
  digest: z.string().optional(),
  /** Headers that the source includes: their names are as it includes them, and they are in the folder `headers`. */
  further: z.array(fileSchema).default([]),
  problem: problemSchema.nullable().default(null),
  /** The students of the roster whose it can be, while staff have to say whose it is; null if that is known. */
  owners: z.array(z.string()).nullable().default(null),
  /** All files that were handed in, if there is no source, or if staff had to decide which. */
  handedIn: z.array(fileSchema).default([]),
});
type Submission = z.infer<typeof submissionSchema>;

/** An attempt as the batch keeps it. */
export interface StoredAttempt extends Omit<Submission, 'schemaVersion' | 'digest'> {
  /** Under the batch's folder, with `/`, e.g. `students/ada/1`. */
  readonly folder: string;
  readonly digest: string;
}

interface NamedBytes {
  readonly name: string;
  readonly bytes: Buffer;
}

/** One hand-in with its bytes. */
export interface TakenIn extends Omit<Attempt, 'lastAt'> {
  /** The source says which attempt it is, e.g. by the number of a folder. */
  readonly isNumbered: boolean;
  readonly lastAt: string | null;
  readonly otherTimes: readonly string[];
  readonly byStaff: boolean;
  /** The students whose it can be, if staff must say whose it is. */
  readonly owners?: readonly string[];
  /** null if there is no source, or several. */
  readonly source: NamedBytes | null;
  /** Headers of the source; names are paths from its folder. */
  readonly further: readonly NamedBytes[];
  readonly problem: HandInProblem | null;
  /** Everything, if there is no source. */
  readonly handedIn: readonly NamedBytes[];
  /** The bytes of those that could be the source. */
  readonly candidates: readonly Buffer[];
}

/** Times of an attempt that have changed. */
export interface Retimed {
  readonly before: string | null;
  readonly after: string | null;
  readonly from: 'staff' | 'platform';
}

export interface Added {
  /** `decided`: staff have named the file of an attempt that was open. */
  readonly what: 'added' | 'decided' | 'known';
  readonly folder: string;
  readonly attempt: string;
  readonly sha256: string;
  /** null if no time has changed. */
  readonly time: Retimed | null;
  /** The attempt that counts as the last one holds other files. */
  readonly isOutdated: boolean;
  /** It can be graded: also if what came in could not be decided, because staff have decided it. */
  readonly isSettled: boolean;
  /** True if staff have set the time. */
  readonly isTimedByStaff: boolean;
  /** The files that were not as they were handed in, and are again; paths are from the attempt's folder. */
  readonly restored: readonly string[];
}

/** @throws UsageError if it is no record of an attempt */
function readSubmission(content: Buffer, path: string): Submission {
  const read = submissionSchema.safeParse(parseJson(content.toString('utf8'), path));
  if (read.success) return read.data;
  throw new UsageError(`${path} is damaged. Was it edited by hand?`, {
    details: read.error.issues.map(({ path: at, message }) => `${path}: ${at.join('.')}: ${message}`),
  });
}

/** The attempts of a batch: found by what is in them, only ever added to. */
export class Attempts {
  readonly #out: string;
  readonly #hasAssignments: boolean;
  readonly #records = new FileMemo(readSubmission);

  /** @param hasAssignments - folders name the assignment, because the batch has several */
  constructor(out: string, hasAssignments: boolean) {
    this.#out = out;
    this.#hasAssignments = hasAssignments;
  }

  /** Returns all of them by student, assignment and attempt. */
  async all(): Promise<StoredAttempt[]> {
    const students = await readdir(join(this.#out, STUDENTS)).catch(() => []);
    const found = await Promise.all(students.map((student) => this.#of(`${STUDENTS}/${student}`)));
    return found.flat().sort(byStudent);
  }

  /**
   * Takes a hand-in in. The same files again are the attempt that is there, whatever number or name they come with. Other
   * files never replace any: they are a new attempt, also if the number that they come with is taken.
   * @param at - the moment of the import, the same for all of it
   * @param onOther - is called before another file of an attempt counts, so that no result of the first one does
   */
  async add(taken: TakenIn, at: string, onOther: OnOther = async () => undefined): Promise<Added> {
    const { folder, all } = await this.#folderOf(taken.student);
    const own = all.filter(({ student, assignment }) => student === taken.student && assignment === taken.assignment);
    const { digest, sha256 } = identityOf(taken);
    const known = own.find((one) => one.attempt === taken.attempt && isSame(one, taken, digest));
    const same = known ?? own.find((one) => isSame(one, taken, digest));
    if (same) return this.#again(same, taken, own);
    const open = taken.source === null || !taken.byStaff ? undefined : own.find((one) => holds(one, sha256));
    if (open) return this.#decide(open, taken, onOther);
    const attempt = await this.#numberFor(taken, own, folder);
    const into = `${folder}/${this.#nameOf(taken.assignment, attempt)}`;
    // What a crash has left there was never an attempt.
    await rm(join(this.#out, into), { recursive: true, force: true });
    const handed = keptNames(taken.handedIn.map((file) => file.name)).map((kept) => `${HANDED_IN}/${kept}`);
    const file = taken.source
      ? fileNameOf(taken.source.name)
      : (handed[0]?.slice(HANDED_IN.length + 1) ?? 'submission.cu');
    const files = [
      ...(taken.source ? [{ name: file, bytes: taken.source.bytes }] : []),
      ...taken.further.map(atHeaders),
      ...taken.handedIn.map(({ bytes }, index) => ({ name: handed[index] as string, bytes })),
    ];
    await this.#write(into, files);
    await this.#save(into, {
      schemaVersion: 1,
      student: taken.student,
      assignment: taken.assignment,
      attempt,
      submittedAt: taken.submittedAt,
      lastAt: taken.lastAt,
      timeFrom: taken.submittedAt === null ? null : taken.byStaff ? 'staff' : 'platform',
      otherTimes: [...taken.otherTimes],
      importedAt: at,
      byStaff: taken.byStaff,
      file,
      sha256,
      digest,
      further: taken.further.map(({ name: path, bytes }) => ({ name: path, sha256: hashOf(bytes) })),
      problem: taken.problem,
      owners: taken.owners === undefined ? null : [...taken.owners],
      handedIn: taken.handedIn.map(({ bytes }, index) => ({ name: handed[index] as string, sha256: hashOf(bytes) })),
    });
    const isSettled = taken.problem === null;
    const isTimedByStaff = taken.byStaff && taken.submittedAt !== null;
    return {
      what: 'added',
      folder: into,
      attempt,
      sha256,
      time: null,
      isOutdated: false,
      isSettled,
      isTimedByStaff,
      restored: [],
    };
  }

  /** Takes an attempt in for another student. Its own folder stays as it is. */
  async give(attempt: StoredAttempt, student: string, at: string): Promise<Added> {
    const { assignment, submittedAt, lastAt, otherTimes, byStaff, problem, file, folder } = attempt;
    const read = (name: string): Promise<Buffer> => readFile(join(this.#out, folder, name));
    const named = (files: readonly { readonly name: string }[], under: string, path: (name: string) => string) =>
      Promise.all(
        files.map(async ({ name }) => ({
          name: name.startsWith(`${under}/`) ? name.slice(under.length + 1) : name,
          bytes: await read(path(name)),
        })),
      );
    const further = await named(attempt.further, HEADERS, (name) => `${HEADERS}/${name}`);
    const handedIn = await named(attempt.handedIn, HANDED_IN, (name) => name);
    const source = problem === null ? { name: file, bytes: await read(file) } : null;
    const candidates = handedIn.map(({ bytes }) => bytes);
    const about = { student, assignment, attempt: attempt.attempt, submittedAt, lastAt, otherTimes, byStaff, problem };
    return this.add({ ...about, isNumbered: true, source, further, handedIn, candidates }, at);
  }

  /** Makes an attempt that was held one of the student whose name it has. */
  async release({ folder, ...record }: StoredAttempt): Promise<void> {
    await this.#save(folder, { ...record, schemaVersion: 1, owners: null });
  }

  /** Sets times of an attempt that is handed in again. Those that staff have set stay, unless staff set them again. */
  async #again(known: StoredAttempt, taken: TakenIn, own: readonly StoredAttempt[]): Promise<Added> {
    const restored = await this.#restore(known, taken);
    const times = timesOf(known, taken);
    const otherTimes = [...new Set([...known.otherTimes, ...taken.otherTimes])].sort();
    // Staff named its file before the hand-in itself came: they can still choose another one.
    const gains = known.byStaff && known.handedIn.length === 0 && taken.source === null && taken.handedIn.length > 0;
    const isNews = otherTimes.length > known.otherTimes.length || (taken.byStaff && !known.byStaff) || gains;
    if (times !== null || isNews) {
      const { folder, ...record } = known;
      const byStaff = known.byStaff || taken.byStaff;
      const handedIn = gains ? await this.#writeHandedIn(folder, taken) : known.handedIn;
      await this.#save(folder, { schemaVersion: 1, ...record, ...times, otherTimes, byStaff, handedIn });
    }
    const last = [...own].sort((a, b) => compareAttempts(a.attempt, b.attempt)).at(-1);
    const time =
      times !== null && (times.submittedAt !== known.submittedAt || times.lastAt !== known.lastAt)
        ? { before: known.submittedAt, after: times.lastAt ?? times.submittedAt, from: times.timeFrom }
        : null;
    const { folder, attempt, sha256 } = known;
    const isSettled = known.problem === null;
    const isTimedByStaff = (times ?? known).timeFrom === 'staff';
    return {
      what: 'known',
      folder,
      attempt,
      sha256,
      time,
      isOutdated: last !== known,
      isSettled,
      isTimedByStaff,
      restored,
    };
  }

  /** Writes files again that were changed or removed by hand, as far as the same content comes in. */
  async #restore(
    { folder, file, sha256, problem, further, handedIn }: StoredAttempt,
    taken: TakenIn,
  ): Promise<string[]> {
    const given = [...(taken.source ? [taken.source] : []), ...taken.further, ...taken.handedIn].map(
      ({ bytes }) => bytes,
    );
    const arrived = new Map([...given, ...taken.candidates].map((bytes) => [hashOf(bytes), bytes]));
    const recorded = [
      ...(problem === null ? [{ name: file, sha256 }] : []),
      ...further.map((one) => ({ ...one, name: `${HEADERS}/${one.name}` })),
      ...handedIn,
    ];
    const restored: string[] = [];
    for (const { name, sha256: wanted } of recorded) {
      const bytes = arrived.get(wanted);
      if (bytes === undefined) continue;
      const present = await readFile(join(this.#out, folder, name)).catch(() => null);
      if (present !== null && hashOf(present) === wanted) continue;
      await this.#write(folder, [{ name, bytes }]);
      restored.push(name);
    }
    return restored;
  }

  async #writeHandedIn(folder: string, { handedIn }: TakenIn): Promise<Submission['handedIn']> {
    const names = keptNames(handedIn.map(({ name }) => name)).map((kept) => `${HANDED_IN}/${kept}`);
    const files = handedIn.map(({ bytes }, index) => ({ name: names[index] as string, bytes }));
    await this.#write(folder, files);
    return files.map(({ name, bytes }) => ({ name, sha256: hashOf(bytes) }));
  }

  /** Makes a file of an attempt, which staff have named, its source. */
  async choose(open: StoredAttempt, name: string, onOther: OnOther): Promise<Added> {
    const { student, assignment, attempt } = open;
    const source = { name, bytes: await readFile(join(this.#out, open.folder, name)) };
    const times = { submittedAt: null, lastAt: null, otherTimes: [] };
    const about = { student, assignment, attempt, isNumbered: true, byStaff: true, problem: null };
    const taken = { ...about, ...times, source, further: [], handedIn: [], candidates: [] };
    return this.#decide(open, taken, onOther);
  }

  /** Makes the file that staff have named the source of an attempt that was open, or that had another one. */
  async #decide(open: StoredAttempt, taken: TakenIn, onOther: OnOther): Promise<Added> {
    const { source } = taken;
    if (source === null) throw new Error('nothing to decide');
    const sha256 = hashOf(source.bytes);
    if (sha256 !== open.sha256 || open.problem !== null) await onOther(open);
    const own = open.handedIn.find((one) => one.sha256 === sha256)?.name ?? source.name;
    const file = fileNameOf(own.slice(own.lastIndexOf('/') + 1));
    const further = taken.further.length > 0 ? taken.further : await this.#headersIn(open, source.bytes);
    await this.#write(open.folder, [{ name: file, bytes: source.bytes }, ...further.map(atHeaders)]);
    const times = timesOf(open, taken);
    const { folder, ...record } = open;
    await this.#save(folder, {
      ...record,
      ...times,
      schemaVersion: 1,
      byStaff: true,
      file,
      sha256,
      further: further.map(({ name, bytes }) => ({ name, sha256: hashOf(bytes) })),
      problem: null,
    });
    // The file that counted before is still among those that were handed in.
    if (open.problem === null && open.file !== file) await rm(join(this.#out, folder, open.file), { force: true });
    const time = times && { before: open.submittedAt, after: times.lastAt ?? times.submittedAt, from: times.timeFrom };
    const facts = { folder, attempt: open.attempt, sha256, time };
    return {
      what: 'decided',
      ...facts,
      isOutdated: false,
      isSettled: true,
      isTimedByStaff: (times ?? open).timeFrom === 'staff',
      restored: [],
    };
  }

  /** Returns the headers of a source that were handed in with it. */
  async #headersIn({ folder, handedIn }: StoredAttempt, source: Buffer): Promise<NamedBytes[]> {
    const found = await includedFiles(
      source.toString('utf8'),
      async (path) => {
        const known = handedIn.some(({ name }) => name === `${HANDED_IN}/${path}`);
        return known ? await readFile(join(this.#out, folder, HANDED_IN, path)) : null;
      },
      (bytes) => bytes.toString('utf8'),
    );
    return found.map(({ path, content }) => ({ name: path, bytes: content }));
  }

  /** Returns the number that the source gives if it is free, otherwise the one after all numbers that are there. */
  async #numberFor(taken: TakenIn, own: readonly StoredAttempt[], folder: string): Promise<string> {
    // A file system can take two spellings for one name.
    const names = new Set(own.map((one) => one.attempt.toLowerCase()));
    const isFree = async (attempt: string): Promise<boolean> => {
      if (names.has(attempt.toLowerCase())) return false;
      // The file of an attempt can have been deleted by hand: its result stays.
      return (await readOrNull(join(this.#out, folder, this.#nameOf(taken.assignment, attempt), RESULT_FILE))) === null;
    };
    if (taken.isNumbered && (await isFree(taken.attempt))) return taken.attempt;
    const numbers = [...names].filter((name) => /^\d{1,9}$/.test(name)).map(Number);
    let next = 1 + Math.max(0, ...numbers);
    while (!(await isFree(String(next)))) next += 1;
    return String(next);
  }

  #nameOf(assignment: string, attempt: string): string {
    return folderName(this.#hasAssignments ? `${assignment}-${attempt}` : attempt);
  }

  /** Returns a student's folder: its own, also if a file system takes another student's name for the same. */
  async #folderOf(student: string): Promise<{ readonly folder: string; readonly all: readonly StoredAttempt[] }> {
    const folder = `${STUDENTS}/${folderName(student)}`;
    const all = await this.#of(folder);
    if (all.length === 0 || all.some((one) => one.student === student)) return { folder, all };
    const other = `${STUDENTS}/${distinctName(folderName(student), student)}`;
    return { folder: other, all: await this.#of(other) };
  }

  async #of(folder: string): Promise<StoredAttempt[]> {
    const names = await readdir(join(this.#out, folder)).catch(() => []);
    const read = await Promise.all(names.map((name) => this.#read(`${folder}/${name}`)));
    return read.flatMap((attempt) => attempt ?? []);
  }

  async #read(folder: string): Promise<StoredAttempt | null> {
    const record = this.#records.get(join(this.#out, folder, SUBMISSION_FILE));
    if (record === null) return null;
    const { schemaVersion: _, digest, ...rest } = record;
    return { ...rest, digest: digest ?? rest.sha256, folder };
  }

  async #write(folder: string, files: readonly NamedBytes[]): Promise<void> {
    makeFolders(join(this.#out, folder));
    for (const { name, bytes } of files) {
      const path = join(this.#out, folder, name);
      makeFolders(dirname(path));
      await writeFileAtomic(path, bytes);
    }
  }

  /** Last: without this file, a folder is no attempt. */
  async #save(folder: string, record: Submission): Promise<void> {
    await writeFileAtomic(join(this.#out, folder, SUBMISSION_FILE), `${JSON.stringify(record, null, 2)}\n`);
  }
}

/** Returns what identifies a hand-in: its bytes, and the names by which its source includes headers; not how a platform calls it. */
function identityOf({ source, further, handedIn, problem }: TakenIn): {
  readonly digest: string;
  readonly sha256: string;
} {
  if (source === null) {
    const hashes = [...new Set(handedIn.map(({ bytes }) => hashOf(bytes)))].sort();
    const digest = hashOf(JSON.stringify(problem?.kind === 'lost' ? [...hashes, problem.kind] : hashes));
    return { digest, sha256: digest };
  }
  const sha256 = hashOf(source.bytes);
  if (further.length === 0) return { digest: sha256, sha256 };
  const named = further.map(({ name, bytes }) => [name, hashOf(bytes)]).sort(([a = ''], [b = '']) => (a < b ? -1 : 1));
  return { digest: hashOf(JSON.stringify([sha256, named])), sha256 };
}

/** Also if staff have decided which of its files counts, before or after it was imported. */
function isSame(known: StoredAttempt, { source, byStaff, candidates, further }: TakenIn, digest: string): boolean {
  if (known.digest === digest) return true;
  // A row of a manifest names the source of an attempt, and not its headers.
  if (
    byStaff &&
    source !== null &&
    further.length === 0 &&
    known.problem === null &&
    hashOf(source.bytes) === known.sha256
  ) {
    return true;
  }
  if (known.problem !== null || !known.byStaff) return false;
  if (source === null) return candidates.some((bytes) => hashOf(bytes) === known.sha256);
  return byStaff && known.handedIn.length > 0 && hashOf(source.bytes) === known.sha256;
}

/** Returns whether staff decide which file of an attempt counts, and a file with such content is in it. */
function holds({ problem, byStaff, handedIn }: StoredAttempt, sha256: string): boolean {
  return (problem !== null || byStaff) && handedIn.some((file) => file.sha256 === sha256);
}

/** A function that is called with an attempt before another one of its files counts. */
export type OnOther = (attempt: StoredAttempt) => Promise<void>;

type Times = Pick<StoredAttempt, 'submittedAt' | 'lastAt'> & { readonly timeFrom: 'staff' | 'platform' };

/** Returns the times of an attempt that is handed in again; null if they stay. */
function timesOf(known: StoredAttempt, { submittedAt, lastAt, byStaff }: TakenIn): Times | null {
  if (submittedAt === null) return null;
  // Version 0.2 did not write down whose time it is: it is taken for that of staff.
  const isOfStaff = known.submittedAt !== null && known.timeFrom !== 'platform';
  if (isOfStaff && !byStaff) return null;
  const before = byStaff ? [] : [known.submittedAt, known.lastAt];
  const times = { ...spanOf([submittedAt, lastAt, ...before]), timeFrom: byStaff ? 'staff' : 'platform' } as const;
  const isKept =
    known.timeFrom === times.timeFrom && isAt(known.submittedAt, times.submittedAt) && isAt(known.lastAt, times.lastAt);
  return isKept ? null : times;
}

/** Returns the first and the last of some times; the last is null if it is the first. */
export function spanOf(times: readonly (string | null)[]): Pick<StoredAttempt, 'submittedAt' | 'lastAt'> {
  const sorted = times.flatMap((time) => time ?? []).sort((a, b) => Date.parse(a) - Date.parse(b));
  const first = sorted[0] ?? null;
  const last = sorted.at(-1) ?? null;
  return { submittedAt: first, lastAt: isAt(first, last) ? null : last };
}

function isAt(a: string | null, b: string | null): boolean {
  return a === null || b === null ? a === b : Date.parse(a) === Date.parse(b);
}

function atHeaders({ name, bytes }: NamedBytes): NamedBytes {
  return { name: `${HEADERS}/${name}`, bytes };
}

function hashOf(bytes: Buffer | string): string {
  return createHash('sha256').update(bytes).digest('hex');
}

function byStudent(a: StoredAttempt, b: StoredAttempt): number {
  if (a.student !== b.student) return a.student < b.student ? -1 : 1;
  if (a.assignment !== b.assignment) return a.assignment < b.assignment ? -1 : 1;
  return compareAttempts(a.attempt, b.attempt);
}
