import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import { STUDENT_LIMITS } from '../limits/index.ts';
import { maxBytesOf } from '../platform/files/index.ts';
import { giveTo } from './decisions/owners.ts';
import type { Graders, GradingTask, Outcome } from './grading/index.ts';
import {
  type HandedFile,
  type HandedIn,
  headersOf,
  isLateNote,
  isUndecidedNote,
  problemNote,
  unreadable,
} from './intake/index.ts';
import type { Planned } from './plan.ts';
import { spanOf, type TakenIn } from './state/attempts.ts';
import type { Journal } from './state/journal.ts';
import { isKeptPath } from './state/layout.ts';
import type { BatchStore } from './state/store.ts';

/** The progress of a batch. */
export interface BatchProgress {
  readonly done: number;
  readonly total: number;
  readonly passed: number;
  readonly failed: number;
  /** Not graded, through nobody's fault but the machine's. */
  readonly faults: number;
}

/** When an import is, and why, for the journal. */
export interface Import {
  /** The moment of the import, ISO 8601. */
  readonly at: string;
  readonly reason: string;
}

/** The numbers of an import. */
export interface ImportCounts {
  readonly added: number;
  /** Attempts whose time has changed. */
  readonly retimed: number;
  /** Attempts that were open, and of which staff have named the file. */
  readonly decided: number;
  readonly known: number;
}

/** A hand-in that staff have decided: notes that ask them to are obsolete. */
export interface Settled {
  readonly student: string;
  /** The note of this import; null for those of earlier ones. */
  readonly note: string | null;
  /** The decision: the file that counts, or the time. */
  readonly what: 'file' | 'time';
}

/** Returns whether what staff have decided makes a note obsolete. */
export function isSettledNote(text: string, settled: readonly Settled[]): boolean {
  return settled.some(({ student, note, what }) => {
    if (what === 'time') return isLateNote(text, student);
    return note === null ? isUndecidedNote(text, student) : text === note;
  });
}

/** Takes submissions into the batch's folder. One that cannot be read by now costs its student that file, with a note. */
export async function addAll(
  store: BatchStore,
  journal: Journal,
  handedIn: readonly HandedIn[],
  signal: AbortSignal,
  { at, reason }: Import = { at: new Date().toISOString(), reason: 'import' },
): Promise<ImportCounts & { readonly notes: readonly string[]; readonly settled: readonly Settled[] }> {
  let [added, retimed, decided, known] = [0, 0, 0, 0];
  const notes: string[] = [];
  const settled: Settled[] = [];
  const times = await timesOfManifest(handedIn);
  /** Students whose newest attempt is not in this import, with a sentence. */
  const outdated = new Map<string, string | null>();
  for (const one of handedIn) {
    signal.throwIfAborted();
    let taken: TakenIn;
    try {
      taken = await readHandIn(one);
    } catch (error) {
      notes.push(unreadable(one, error));
      continue;
    }
    const result = await store.add({ ...taken, ...times.get(one) }, at);
    const { what, folder, attempt, sha256, time, isOutdated, isSettled, isTimedByStaff, restored } = result;
    if (isTimedByStaff) settled.push({ student: one.student, note: null, what: 'time' });
    for (const name of restored) notes.push(`${folder}/${name} was changed by hand. This import restored it.`);
    const who = JSON.stringify([one.student, one.assignment]);
    if (!isOutdated) outdated.set(who, null);
    else if (!outdated.has(who)) outdated.set(who, outdatedNote(one, attempt));
    if (what === 'decided') settled.push({ student: one.student, note: null, what: 'file' });
    else if (isSettled && one.problem !== null) {
      settled.push({ student: one.student, note: problemNote({ ...one, problem: one.problem }), what: 'file' });
    }
    const about = { attempt: folder, reason };
    if (what === 'added') {
      added += 1;
      const { submittedAt } = { ...taken, ...times.get(one) };
      await journal.write({ event: 'added', ...about, sha256, submittedAt });
      if (one.isNumbered && attempt !== one.attempt) notes.push(renumberedNote(one, attempt));
    } else if (what === 'decided') {
      decided += 1;
      await journal.write({ event: 'chosen', ...about, sha256 });
    } else known += 1;
    if (time) {
      retimed += 1;
      await journal.write({ event: 'time', ...about, ...time });
    }
    if (one.byStaff) await settleHeld(store, journal, one, sha256, reason);
  }
  notes.push(...[...outdated.values()].flatMap((note) => note ?? []));
  return { added, retimed, decided, known, notes, settled };
}

/** A row of a manifest that names the file of a held hand-in says whose that is. */
async function settleHeld(
  store: BatchStore,
  journal: Journal,
  { student, assignment }: HandedIn,
  sha256: string,
  reason: string,
): Promise<void> {
  const held = (await store.attempts()).filter(
    (one) =>
      one.owners !== null &&
      one.assignment === assignment &&
      (one.owners.length === 0 || one.owners.includes(student)) &&
      (one.sha256 === sha256 || one.handedIn.some((file) => file.sha256 === sha256)),
  );
  const [only] = held;
  if (only && held.length === 1) await giveTo(store, journal, only, [student], reason);
}

function renumberedNote({ student, from, attempt }: HandedIn, own: string): string {
  return `${student} (${from}): attempt ${attempt} is there with another file, and stays. This file is attempt ${own}.`;
}

function outdatedNote({ student, from, byStaff }: HandedIn, attempt: string): string | null {
  // Staff name a file that is there to change its time.
  if (byStaff) return null;
  return `${student} (${from}): this is the file of attempt ${attempt}, and newer attempts are there. If it was handed in again, give submitted_at in a manifest.`;
}

/** Reads what is kept of a hand-in. */
async function readHandIn(one: HandedIn): Promise<TakenIn> {
  const { student, assignment, attempt, isNumbered, submittedAt, otherTimes, byStaff, file, files, problem } = one;
  const { owners } = one;
  const about = {
    ...{ student, assignment, attempt, isNumbered, submittedAt, otherTimes, byStaff, problem, lastAt: null },
    ...(owners !== undefined && { owners }),
  };
  if (file !== null) {
    // One byte more than is graded: enough to see that it is too large.
    const bytes = await file.read(maxBytesOf(file.path) + 1);
    const headers = await headersOf(file, files, bytes);
    const further = headers
      .filter(({ path }) => isKeptPath(path))
      .map(({ path, bytes: content }) => ({ name: path, bytes: content }));
    return { ...about, source: { name: nameOf(file), bytes }, further, handedIn: [], candidates: [] };
  }
  const read = (list: readonly HandedFile[]) =>
    Promise.all(
      list.slice(0, STUDENT_LIMITS.sources).map(async (each) => ({
        name: nameOf(each),
        // What is over a limit is named all the same.
        bytes: await each.read(maxBytesOf(each.path) + 1).catch(() => Buffer.alloc(0)),
      })),
    );
  const [handedIn, candidates] = await Promise.all([read(files), read(one.candidates)]);
  return { ...about, source: null, further: [], handedIn, candidates: candidates.map(({ bytes }) => bytes) };
}

function nameOf({ name, path }: HandedFile): string {
  return basename(name ?? path);
}

type Span = Pick<TakenIn, 'submittedAt' | 'lastAt'>;

/** Returns the times of lines of a manifest that name the same content: it is one attempt, handed in several times. */
async function timesOfManifest(handedIn: readonly HandedIn[]): Promise<ReadonlyMap<HandedIn, Span>> {
  const groups = new Map<string, HandedIn[]>();
  for (const one of handedIn) {
    if (!one.byStaff || one.file === null) continue;
    const bytes = await one.file.read(maxBytesOf(one.file.path) + 1).catch(() => null);
    if (bytes === null) continue;
    const key = JSON.stringify([one.student, one.assignment, createHash('sha256').update(bytes).digest('hex')]);
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  return new Map(
    [...groups.values()].flatMap((group) => {
      const span = spanOf(group.map(({ submittedAt }) => submittedAt));
      return group.map((one): [HandedIn, Span] => [one, span]);
    }),
  );
}

/**
 * Grades tasks and writes down what became of each.
 * @param engine - the grader and the machine, for the journal
 */
export async function gradeAll(
  store: BatchStore,
  journal: Journal,
  pool: Pick<Graders, 'grade'>,
  tasks: readonly GradingTask[],
  onProgress: (progress: BatchProgress) => void,
  engine?: string,
  onNote: (attempt: string, note: string) => void = () => undefined,
): Promise<BatchProgress> {
  let progress: BatchProgress = { done: 0, total: tasks.length, passed: 0, failed: 0, faults: 0 };
  onProgress(progress);
  await pool.grade(tasks, async (outcome) => {
    await record(store, journal, outcome, engine);
    if (outcome.kind === 'graded' && outcome.summary.note !== undefined) {
      onNote(outcome.task.attempt, outcome.summary.note);
    }
    progress = count(progress, outcome);
    onProgress(progress);
  });
  return progress;
}

async function record(
  store: BatchStore,
  journal: Journal,
  outcome: Outcome,
  engine: string | undefined,
): Promise<void> {
  const { attempt, into } = outcome.task;
  const isProposed = into !== store.path(attempt);
  if (outcome.kind === 'fault') {
    const { message, details } = outcome;
    const at = new Date().toISOString();
    if (!isProposed) await store.setFault({ folder: attempt }, { at, message, details });
    await journal.write({ event: 'fault', attempt, message });
    return;
  }
  const { key, verdict, score, maxScore, durationMs, note } = outcome.summary;
  if (!isProposed) await store.setFault({ folder: attempt }, null);
  await journal.write({
    event: isProposed ? 'proposed' : 'graded',
    attempt,
    key,
    verdict,
    score,
    maxScore,
    durationMs,
    engine,
    ...(note !== undefined && { note }),
    ...(!isProposed && { result: (await store.resultHash({ folder: attempt })) ?? undefined }),
  });
}

function count(progress: BatchProgress, outcome: Outcome): BatchProgress {
  const is = (verdict: string): number => (outcome.kind === 'graded' && outcome.summary.verdict === verdict ? 1 : 0);
  return {
    ...progress,
    done: progress.done + 1,
    passed: progress.passed + is('passed'),
    failed: progress.failed + is('failed'),
    faults: progress.faults + is('error') + (outcome.kind === 'fault' ? 1 : 0),
  };
}

/** Returns the tasks that are graded for the first time, or again after a fault of the machine. */
export function missing(planned: readonly Planned[]): GradingTask[] {
  return planned.filter(({ standing }) => standing.kind === 'missing').map(({ task }) => task);
}
