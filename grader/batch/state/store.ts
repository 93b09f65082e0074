import { createHash, randomBytes } from 'node:crypto';
import { readdir, rename, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { z } from 'zod';
import type { DrawnFor } from '../../platform/files/index.ts';
import { makeFolders, TEMPORARY_SUFFIX, writeFileAtomic } from '../../platform/files/index.ts';
import { UsageError } from '../../platform/index.ts';
import type { GradeResult } from '../../result/index.ts';
import { type Added, Attempts, type StoredAttempt, type TakenIn } from './attempts.ts';
import { BATCH_FILE, FAULT_FILE, HISTORY, PROPOSED, RESULT_FILE, SECRET_FILE, STAFF, STUDENTS } from './layout.ts';
import { parseJson, readOrNull } from './read.ts';
import { FileMemo } from './stamp.ts';

export type { StoredAttempt } from './attempts.ts';

const batchSchema = z.strictObject({
  schemaVersion: z.literal(1),
  /** The settings of grading; what a later command leaves out is as it was. */
  settings: z.strictObject({
    target: z.enum(['auto', 'emulator', 'gpu']),
    nvcc: z.enum(['auto', 'require', 'off']),
    sandbox: z.enum(['auto', 'docker']),
    sanitize: z.boolean(),
    reports: z.array(z.string()),
  }),
  /** The assignment of the whole batch; null where submissions name theirs, and then their folders do. */
  assignment: z.string().nullable(),
  /** Seed of every submission; null where it follows from the secret. */
  seed: z.string().nullable(),
  /** The purpose that hidden cases are drawn for, if `--drawn-for` says it; null if due dates do. */
  drawnFor: z.enum(['feedback', 'grade']).nullable().default(null),
  /** The same by assignment, as it was decided when the first submission was graded: it stays. */
  draws: z.record(z.string(), z.enum(['feedback', 'grade'])).default({}),
  /** Absolute paths of the folders in which its assignments were found, besides those that ship. */
  assignmentRoots: z.array(z.string()).default([]),
  /**
   * The secret of the course with which the batch began: its absolute path, and a digest that tells it from others. `null`:
   * the course had none. Batches of earlier versions do not say it.
   */
  secret: z.strictObject({ file: z.string(), check: z.string() }).nullable().optional(),
  createdAt: z.string(),
  /** The input that the submissions are taken from; null as soon as all were. */
  takingFrom: z.string().nullable(),
  /** Notes of intake on what it left out or found worth a look. */
  notes: z.array(z.string()),
});

export type BatchFile = z.infer<typeof batchSchema>;

/** The reason why there is no result: the machine's fault. */
export type Fault = z.infer<typeof faultSchema>;
const faultSchema = z.strictObject({ at: z.string(), message: z.string(), details: z.array(z.string()).readonly() });

/** A batch's folder. Every file in it is written whole or not at all, but for the journal, which is appended to. */
export class BatchStore {
  readonly out: string;
  readonly batch: BatchFile;
  /** The folders of attempts of which this process has changed a file. */
  readonly touched: Set<string> = new Set();

  readonly #attempts: Attempts;
  readonly #results = new FileMemo(readResult);

  private constructor(out: string, batch: BatchFile) {
    this.out = out;
    this.batch = batch;
    this.#attempts = new Attempts(out, batch.assignment === null);
  }

  /** @throws UsageError where the folder holds something else */
  static async create(
    out: string,
    given: Pick<BatchFile, 'assignment' | 'seed' | 'settings'> & Partial<Pick<BatchFile, 'drawnFor' | 'secret'>>,
  ): Promise<BatchStore> {
    if (!(await isUnused(out))) {
      throw new UsageError(`${out} is not empty and holds no batch. Give another folder with --out.`);
    }
    const batch: BatchFile = {
      schemaVersion: 1,
      drawnFor: null,
      ...given,
      draws: {},
      assignmentRoots: [],
      createdAt: new Date().toISOString(),
      takingFrom: null,
      notes: [],
    };
    makeFolders(join(resolve(out), STUDENTS));
    const store = new BatchStore(out, batch);
    await store.#save(batch);
    return store;
  }

  /** @returns null where the folder holds no batch */
  static async open(out: string): Promise<BatchStore | null> {
    const path = join(out, BATCH_FILE);
    const text = await readOrNull(path);
    if (text === null) return null;
    const parsed = batchSchema.safeParse(parseJson(text, path));
    if (parsed.success) return new BatchStore(out, parsed.data);
    throw new UsageError(
      `${path} is not a batch that this version of grade can read: ${z.prettifyError(parsed.error)}`,
    );
  }

  path(...parts: readonly string[]): string {
    return join(this.out, ...parts);
  }

  async setSettings(settings: BatchFile['settings']): Promise<void> {
    this.batch.settings = settings;
    await this.#save(this.batch);
  }

  /** Remembers where assignments were found, those that are given now first. */
  async rememberRoots(roots: readonly string[]): Promise<void> {
    const all = [...new Set([...roots, ...this.batch.assignmentRoots])];
    if (all.join('\n') === this.batch.assignmentRoots.join('\n')) return;
    this.batch.assignmentRoots = all;
    await this.#save(this.batch);
  }

  /** Begins to take in, or has taken in all. */
  async taking(
    from: string | null,
    notes: readonly string[] = [],
    isObsolete: (note: string) => boolean = () => false,
  ): Promise<void> {
    this.batch.takingFrom = from;
    this.batch.notes = [...new Set([...this.batch.notes, ...notes])].filter((note) => !isObsolete(note));
    await this.#save(this.batch);
  }

  /** Removes the notes that name a student. */
  async forgetNotes(student: string): Promise<void> {
    const name = new RegExp(
      `(?<![\\p{L}\\p{N}_])${student.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![\\p{L}\\p{N}_])`,
      'u',
    );
    const kept = this.batch.notes.filter((note) => !name.test(note));
    if (kept.length === this.batch.notes.length) return;
    this.batch.notes = kept;
    await this.#save(this.batch);
  }

  /**
   * Decides what hidden cases of assignments are drawn for, unless that is decided already.
   * @param byDate - what the due date of an assignment says now
   */
  async decideDraws(assignments: Iterable<string>, byDate: (assignment: string) => DrawnFor): Promise<void> {
    const open = [...assignments].filter((id) => this.batch.draws[id] === undefined);
    if (open.length === 0) return;
    const decided = open.map((id) => [id, this.batch.drawnFor ?? byDate(id)] as const);
    this.batch.draws = { ...this.batch.draws, ...Object.fromEntries(decided) };
    await this.#save(this.batch);
  }

  /** Returns what hidden cases of an assignment are drawn for. */
  drawnFor(assignment: string): DrawnFor {
    return this.batch.draws[assignment] ?? this.batch.drawnFor ?? 'grade';
  }

  /** The batch's own secret, made when it is first asked for. */
  async secret(): Promise<string> {
    const known = await this.knownSecret();
    if (known !== null) return known;
    const made = randomBytes(32).toString('hex');
    await writeFileAtomic(this.path(SECRET_FILE), `${made}\n`);
    return made;
  }

  /** Returns the batch's own secret; `null` if it has none, because the course has one. */
  async knownSecret(): Promise<string | null> {
    return (await readOrNull(this.path(SECRET_FILE)))?.trim() || null;
  }

  /** Returns attempts by student, assignment and attempt. */
  attempts(): Promise<StoredAttempt[]> {
    return this.#attempts.all();
  }

  /**
   * Takes a hand-in in, unless it is there already. Nothing that is there is ever replaced.
   * @param at - the moment of the import
   * @returns what became of it, and where it is
   */
  async add(taken: TakenIn, at: string): Promise<Added> {
    const added = await this.#attempts.add(taken, at, (attempt) => this.#forgetResult(attempt));
    this.touched.add(added.folder);
    return added;
  }

  /**
   * Makes a file of a hand-in the one that counts. A result of another file goes to the history.
   * @param name - of the file in the attempt's folder, e.g. `handed-in/gray.cu`
   */
  async choose(attempt: StoredAttempt, name: string): Promise<Added> {
    const added = await this.#attempts.choose(attempt, name, (one) => this.#forgetResult(one));
    this.touched.add(added.folder);
    return added;
  }

  /** Removes all that is known of the grade of an attempt, whose source is about to be another one. */
  async #forgetResult(attempt: StoredAttempt): Promise<void> {
    this.touched.add(attempt.folder);
    await this.retire(attempt, 'replaced');
    await this.setFault(attempt, null);
    const proposed = proposedFolder(attempt);
    for (const path of [staffFolder(proposed), proposed]) await rm(this.path(path), { recursive: true, force: true });
  }

  /** Takes a hand-in in for the student to whom staff gave it. */
  async give(attempt: StoredAttempt, student: string, at: string): Promise<Added> {
    const added = await this.#attempts.give(attempt, student, at);
    this.touched.add(added.folder);
    return added;
  }

  /** Lets a hand-in count for the name that it came with, which is not in the roster. */
  async release(attempt: StoredAttempt): Promise<void> {
    this.touched.add(attempt.folder);
    await this.#attempts.release(attempt);
  }

  /** Removes the folder of an attempt that was given to a student. Results that it had stay in its history. */
  async removeGiven(attempt: Pick<StoredAttempt, 'folder'>): Promise<void> {
    const { folder } = attempt;
    this.touched.add(folder);
    await this.retire(attempt, 'replaced');
    for (const one of [proposedFolder(attempt), folder]) {
      for (const path of [staffFolder(one), one]) await rm(this.path(path), { recursive: true, force: true });
    }
    const parent = dirname(this.path(folder));
    if ((await readdir(parent).catch(() => ['unknown'])).length === 0)
      await rm(parent, { recursive: true, force: true });
  }

  /** Moves an attempt's result, where it has one, to its history. */
  async retire({ folder }: Pick<StoredAttempt, 'folder'>, reason: 'replaced' | 'applied' | 'damaged'): Promise<void> {
    const from = this.path(folder, RESULT_FILE);
    if ((await readOrNull(from)) === null) return;
    this.touched.add(folder);
    const history = [HISTORY, ...folder.split('/').slice(1)].join('/');
    makeFolders(this.path(history));
    const number = (await readdir(this.path(history))).length + 1;
    const name = `${String(number).padStart(4, '0')}-${reason}.json`;
    const whole = this.path(staffFolder(folder), RESULT_FILE);
    if ((await readOrNull(whole)) !== null) {
      makeFolders(this.path(staffFolder(history)));
      await rename(whole, this.path(staffFolder(history), name));
    }
    // Last: while it is still there, all of this is done again.
    await rename(from, this.path(history, name));
  }

  /**
   * An attempt's result; null where it has none, or one that was damaged. Changes nothing.
   * @param under - the attempt's folder, or that of its proposed result
   */
  async result(attempt: StoredAttempt, under: string = attempt.folder): Promise<GradeResult | null> {
    return this.#results.get(this.path(under, RESULT_FILE))?.result ?? null;
  }

  /** Returns the SHA-256 of the file with an attempt's result; `null` if there is none. */
  async resultHash({ folder }: Pick<StoredAttempt, 'folder'>): Promise<string | null> {
    return this.#results.get(this.path(folder, RESULT_FILE))?.sha256 ?? null;
  }

  /** Returns an attempt's result with hidden cases, which belongs to the one that students see; null if there is none. */
  async whole(attempt: StoredAttempt): Promise<GradeResult | null> {
    const [whole, told] = await Promise.all([this.result(attempt, staffFolder(attempt.folder)), this.result(attempt)]);
    return whole && told && whole.environment.key === told.environment.key ? whole : null;
  }

  /** Returns why the last try gave no result; null where there was none or it has one. */
  async fault({ folder }: StoredAttempt): Promise<Fault | null> {
    const text = await readOrNull(this.path(staffFolder(folder), FAULT_FILE));
    try {
      return text === null ? null : (faultSchema.safeParse(JSON.parse(text)).data ?? null);
    } catch {
      return null;
    }
  }

  async setFault({ folder }: Pick<StoredAttempt, 'folder'>, fault: Fault | null): Promise<void> {
    this.touched.add(folder);
    const path = this.path(staffFolder(folder), FAULT_FILE);
    if (fault === null) return rm(path, { force: true });
    makeFolders(dirname(path));
    await writeFileAtomic(path, `${JSON.stringify(fault, null, 2)}\n`);
  }

  /** Files beside the batch, e.g. `course.yaml`. */
  async keep(files: Readonly<Record<string, string>>): Promise<void> {
    for (const [name, content] of Object.entries(files)) await writeFileAtomic(this.path(name), content);
  }

  async #save(batch: BatchFile): Promise<void> {
    await writeFileAtomic(this.path(BATCH_FILE), `${JSON.stringify(batch, null, 2)}\n`);
  }
}

/** Returns where staff find what belongs to a folder of students' results, or of proposed ones. */
export function staffFolder(folder: string): string {
  const [under = '', ...rest] = folder.split('/');
  return [STAFF, ...(under === STUDENTS ? [] : [under]), ...rest].join('/');
}

/** Returns the folder of the proposed result of an attempt. */
export function proposedFolder({ folder }: Pick<StoredAttempt, 'folder'>): string {
  return `${PROPOSED}/${folder.split('/').slice(1).join('/')}`;
}

/** Empty, but for what a batch leaves that could not even be begun: it was killed, or the disk was full. */
async function isUnused(out: string): Promise<boolean> {
  const present = await readdir(out).catch(() => []);
  const others = present.filter((name) => name !== STUDENTS && !name.endsWith(TEMPORARY_SUFFIX));
  return others.length === 0 && (await readdir(join(out, STUDENTS)).catch(() => [])).length === 0;
}

/** A result as it is in its file; `null` if it is damaged. */
function readResult(content: Buffer): { readonly result: GradeResult | null; readonly sha256: string } {
  // The hash of the text, also if it has bytes that are no text.
  const text = content.toString('utf8');
  const sha256 = createHash('sha256').update(text).digest('hex');
  try {
    const value: unknown = JSON.parse(text);
    return { result: isResult(value) ? value : null, sha256 };
  } catch {
    return { result: null, sha256 };
  }
}

/** Enough for what reads all results of a class, which parsing each as a whole would slow down; exports do. */
const resultLike = z.looseObject({
  schemaVersion: z.literal(1),
  assignment: z.string(),
  verdict: z.enum(['passed', 'failed', 'error']),
  responsible: z.enum(['student', 'assignment', 'infrastructure']).nullable(),
  score: z.number(),
  maxScore: z.number(),
  checks: z.array(
    z.looseObject({
      id: z.string(),
      status: z.string(),
      score: z.number(),
      summary: z.string(),
      findings: z.array(z.looseObject({})),
    }),
  ),
  environment: z.looseObject({}),
});

function isResult(value: unknown): value is GradeResult {
  return resultLike.safeParse(value).success;
}
