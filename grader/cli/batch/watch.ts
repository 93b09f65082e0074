import { cp, rm } from 'node:fs/promises';
import { basename, join, relative, resolve, sep } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  BatchBusyError,
  type BatchProgress,
  BatchStore,
  keptCourse,
  loadCourse,
  PROGRESS_FILE,
  readBook,
  unknownAssignments,
} from '../../batch/index.ts';
import { kindOf, makeFolders, writeFileAtomic } from '../../platform/files/index.ts';
import {
  anyDiskFault,
  EXIT,
  messageOf,
  printable,
  printableLine,
  systemCode,
  UsageError,
} from '../../platform/index.ts';
import { findAssignments, resolveAssignment } from '../../spec/index.ts';
import type { CommandInput } from '../command.ts';
import { type Arrived, DropFolder } from './drop-folder.ts';
import { assignmentsOf, refuseUnwritable, rootsOf } from './open.ts';
import { batchRun } from './run.ts';
import { summaryJson } from './summary.ts';
import { type Refusal, type WatchState, watchLoop } from './watch-loop.ts';
import { callWebHook, webHookAddress } from './web-hook.ts';

/** The options that `commands.ts` declares beside those of `grade batch run`. */
interface WatchOptions {
  readonly out: string;
  readonly course?: string;
  readonly settle: string;
  readonly every: string;
  readonly webhook?: string;
  readonly once?: true;
  readonly assignments?: string[];
}

/** Copies of what has arrived, while a round takes them. */
const INCOMING = 'incoming';
/** Archives and manifests are each a class of their own. */
const CLASSES = /\.(?:zip|tar|tgz|tar\.gz|csv)$/i;
/** Between two writes of the progress of a round. */
const PROGRESS_MS = 2_000;

/** `grade batch watch`: grades what arrives in a folder, until it is interrupted. */
export async function batchWatch(command: CommandInput): Promise<number> {
  const { io } = command;
  const options = command.options as unknown as WatchOptions;
  const { assignment, drop } = await checked(command);
  const hook = options.webhook === undefined ? null : webHookAddress(options.webhook);
  const [settleMs, everyMs] = [seconds(options.settle, '--settle'), seconds(options.every, '--every')];
  const note = (text: string): void => void io.stderr.write(`note: ${printableLine(text)}\n`);
  let state: WatchState = { state: 'waiting', rounds: 0, arriving: 0, error: null };
  /** The reason why the last write of the progress failed. */
  let unwritten: string | null = null;
  const progress = progressFile(options, () => state);

  const round = async (arrived: readonly Arrived[]): Promise<Refusal[]> => {
    const asFault = (error: unknown): never => {
      throw anyDiskFault(error) ?? error;
    };
    const refusals: Refusal[] = [];
    for (const { input, arrived: own } of await inputsOf(drop, options.out, arrived).catch(asFault)) {
      const isThere = (await BatchStore.open(options.out)) !== null;
      const run = { ...command.options, resume: true, failOn: 'never', json: undefined };
      const args = isThere || assignment === null ? [input] : [assignment, input];
      try {
        await batchRun({ ...command, args, options: run }, progress.show);
      } catch (error) {
        // One that cannot be read does not stop the others.
        const isRefusal = error instanceof UsageError && !(error instanceof BatchBusyError);
        if (!isRefusal || anyDiskFault(error) !== null) asFault(error);
        else refusals.push({ arrived: own, error });
      }
    }
    for (const folder of incomingOf(options.out)) await rm(folder, { recursive: true, force: true });
    return refusals;
  };

  const onRound = async (): Promise<void> => {
    if (hook === null) return;
    const value = await progress.facts();
    // The words of an error can name students.
    const error = value.error === null ? null : 'Something that arrived was refused. progress.json has the reason.';
    const token = io.env.GRADE_WEBHOOK_TOKEN?.trim() || null;
    const failure = await callWebHook(hook, { event: 'round', ...value, error }, token);
    if (failure !== null) note(failure);
  };

  io.stderr.write(`Watching ${printable(drop)} for submissions; Ctrl-C ends it.\n`);
  const failed = await watchLoop({
    folder: new DropFolder(drop, settleMs),
    everyMs,
    signal: io.signal,
    once: options.once === true,
    now: () => Date.now(),
    wait: (milliseconds) => sleep(milliseconds, undefined, { signal: io.signal }).catch(() => undefined),
    round,
    onRound,
    onState: async (next) => {
      state = next;
      // A full disk must not end the watch: the round reports it, and is tried again.
      const failure = await progress.write().then(
        () => null,
        (error: unknown) => systemCode(error) ?? messageOf(error),
      );
      if (failure !== null && failure !== unwritten) note(`${PROGRESS_FILE} cannot be written: ${failure}`);
      unwritten = failure;
    },
    note,
  });
  io.stderr.write(`Stopped. The same command goes on with ${printable(options.out)}.\n`);
  return failed > 0 ? EXIT.problems : EXIT.success;
}

/** Checks all that can be known before something arrives. @throws UsageError */
async function checked({ args, options: given }: CommandInput): Promise<{ assignment: string | null; drop: string }> {
  const { out, course, assignments } = given as unknown as WatchOptions;
  const [first, second] = args;
  if (first === undefined) {
    throw new UsageError('Which folder? Give the assignment and the folder into which submissions are put.');
  }
  const [assignment, drop] = second === undefined ? [null, first] : [first, second];
  if (kindOf(drop) !== 'folder') {
    throw new UsageError(`${drop} is not a folder. Give the folder into which submissions are put.`);
  }
  const [inner, outer] = [resolve(out), resolve(drop)];
  if ([relative(outer, inner), relative(inner, outer)].some((path) => path !== '..' && !path.startsWith(`..${sep}`))) {
    throw new UsageError(`--out ${out} and ${drop} must be two folders, and neither in the other.`);
  }
  const store = await BatchStore.open(out);
  if (assignment !== null) resolveAssignment(assignment, rootsOf(store, assignments));
  if (course !== undefined) {
    const there = findAssignments(rootsOf(store, assignments)).map(({ id }) => id);
    unknownAssignments(course, loadCourse(course), there);
  }
  refuseUnwritable(out);
  if (store !== null && assignment !== null && store.batch.assignment !== assignment) {
    throw new UsageError(`${out} holds a batch for ${store.batch.assignment ?? 'the assignments of a manifest'}.`);
  }
  return { assignment, drop };
}

/** A folder or a file that is graded as one, and what has arrived in it. */
interface Input {
  readonly input: string;
  readonly arrived: readonly Arrived[];
}

/**
 * Returns the inputs of a round. Sources and folders of students are copied together, so that what changes meanwhile in
 * the folder changes nothing in the round.
 */
async function inputsOf(drop: string, out: string, arrived: readonly Arrived[]): Promise<Input[]> {
  const classes = arrived.filter(({ name, kind }) => kind === 'file' && CLASSES.test(name));
  const students = arrived.filter((one) => !classes.includes(one));
  const inputs = classes.map((one) => ({ input: join(drop, one.name), arrived: [one] }));
  if (students.length === 0) return inputs;
  // A new batch begins in an empty folder, so this one is beside it until the batch is there.
  const store = await BatchStore.open(out);
  const [inside, beside] = incomingOf(out);
  const incoming = store === null ? beside : inside;
  await rm(incoming, { recursive: true, force: true });
  makeFolders(incoming);
  for (const { name } of students) {
    await cp(join(drop, name), join(incoming, name), {
      recursive: true,
      preserveTimestamps: true,
      verbatimSymlinks: true,
    });
  }
  return [{ input: incoming, arrived: students }, ...inputs];
}

/** Returns the folder for copies in the batch, and that for the time in which there is no batch. */
function incomingOf(out: string): readonly [string, string] {
  return [join(out, INCOMING), `${resolve(out)}.${INCOMING}`];
}

/** The file that tells programs how a watch stands. */
function progressFile({ out, assignments }: WatchOptions, state: () => WatchState) {
  let current: BatchProgress | null = null;
  let last = Number.NEGATIVE_INFINITY;
  let writing: Promise<void> = Promise.resolve();

  const facts = async (): Promise<WatchState & Record<string, unknown>> => {
    const store = await BatchStore.open(out);
    const head = { schemaVersion: 1, batch: basename(resolve(out)), updatedAt: new Date().toISOString(), ...state() };
    if (store === null)
      return { ...head, round: current, assignments: [], open: 0, text: `${head.batch}: nothing yet` };
    const book = await readBook(store, keptCourse(out), [...(await assignmentsOf(store, assignments)).values()]);
    const none = { out, graded: 0, kept: 0, changed: 0, notes: [], durationMs: 0 };
    const { assignments: counts } = summaryJson(book, none) as { assignments: object[] };
    const open = book.grades.filter((grade) => grade.open !== null).length;
    const done = book.grades.filter((grade) => grade.counted !== null).length;
    const text = `${head.batch}: ${done} graded, ${open} open`;
    return { ...head, round: current, assignments: counts, open, text };
  };
  const write = (): Promise<void> => {
    writing = writing
      .catch(() => undefined)
      .then(async () => {
        const content = `${JSON.stringify(await facts(), null, 2)}\n`;
        if ((await BatchStore.open(out)) === null) return;
        makeFolders(resolve(out));
        await writeFileAtomic(join(out, PROGRESS_FILE), content);
      });
    return writing;
  };
  const show = (progress: BatchProgress): void => {
    current = progress;
    const now = performance.now();
    if (now - last < PROGRESS_MS) return;
    last = now;
    write().catch(() => undefined);
  };
  return { facts, write, show };
}

/** @throws UsageError */
function seconds(text: string, option: string): number {
  const value = /^\d{1,5}(?:\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
  if (value > 0) return value * 1000;
  throw new UsageError(`${option} ${JSON.stringify(text)} is not a time. Give seconds, e.g. ${option} 5.`);
}
