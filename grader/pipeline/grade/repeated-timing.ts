import type { AssignmentSpec } from '../../spec/index.ts';
import {
  type GpuModel,
  measure,
  type Replay,
  ReplayFailure,
  type ReplayTask,
  type TimingEvidence,
  type TimingSubject,
} from '../../timing/index.ts';
import type { TimingContext } from './timed-task.ts';
import { timedTask } from './timed-task.ts';
import { asOwn, buildOwn, measureOptions, timingSubject, unreplayed } from './timing.ts';

/** The launch plan of a program, or why there is none. */
type Planned = ReplayTask | ReplayFailure;

/** Submissions that are built, or whose processes are open, at once: at most, and as few as a timing has open anyway. */
const AT_ONCE = { most: 8, least: 2 } as const;
/** Of the GPU's memory, for the processes that are open. */
const SHARE = 1 / 4;
/** A context, and what makes L2 cold. */
const PROCESS_BYTES = 1.5 * 2 ** 30;

/**
 * Programs of an assignment that are timed again and again. What cannot differ from one grading to the next is done
 * once: each is built once, and planned once. What can differ is new each time: the submission's process, with its
 * context, its module, its buffers and its inputs; and baseline and reference, which the submissions of a pass share.
 */
export class RepeatedTiming {
  readonly #context: TimingContext;
  readonly #timing: NonNullable<AssignmentSpec['timing']>;
  readonly #subject: TimingSubject;
  readonly #programs: ReadonlyMap<string, Planned>;
  /** Programs every element of whose outputs has been compared. */
  readonly #verified = new Set<string>();
  readonly #atOnce: number;
  #passes = 0;

  private constructor(
    context: TimingContext,
    timing: NonNullable<AssignmentSpec['timing']>,
    subject: TimingSubject,
    programs: ReadonlyMap<string, Planned>,
    atOnce: number,
  ) {
    this.#context = context;
    this.#timing = timing;
    this.#subject = subject;
    this.#programs = programs;
    this.#atOnce = atOnce;
  }

  /**
   * @param files - paths in the assignment's folder
   * @param onReady - told of each program that is built and planned
   * @throws AssignmentError where one does not compile, or the baseline cannot be replayed; InfrastructureError
   */
  static async prepare(
    context: TimingContext,
    timing: NonNullable<AssignmentSpec['timing']>,
    files: readonly string[],
    onReady: (done: number, total: number) => void = () => undefined,
  ): Promise<RepeatedTiming> {
    const subject = await timingSubject(context, timing);
    const own = ownPrograms(timing, subject);
    const programs = new Map<string, Planned>();
    const wanted = [...new Set([...own, ...files])];
    const { totalBytes } = (await context.gpu.describe()).gpu;
    const fitting = Math.floor((SHARE * totalBytes) / (PROCESS_BYTES + 2 * subject.bytes));
    const atOnce = Math.max(AT_ONCE.least, Math.min(AT_ONCE.most, fitting));
    await eachOf(wanted, atOnce, async (file) => {
      const plan = await planned(context, file);
      if (own.includes(file)) await asOwn(context, file, async () => usable(plan));
      programs.set(file, plan);
      onReady(programs.size, wanted.length);
    });
    return new RepeatedTiming(context, timing, subject, programs, atOnce);
  }

  get gpu(): GpuModel {
    return this.#subject.gpu;
  }

  /**
   * Times each of the programs once. Processes are opened while nothing is timed, and wait, idle, for their turn.
   * @param onTimed - told of each as it ends
   * @throws AssignmentError, InfrastructureError where baseline or reference fail, or the GPU does
   */
  async pass(files: readonly string[], onTimed: (file: string, timing: TimingEvidence) => void): Promise<void> {
    const turn = this.#passes;
    this.#passes += 1;
    const open = new Set<Replay>();
    const close = async (replays: Iterable<Replay>) => {
      const closing = [...replays];
      for (const replay of closing) open.delete(replay);
      await Promise.all(closing.map((replay) => replay.close()));
    };
    const start = async (file: string) => {
      const replay = await this.#open(file);
      open.add(replay);
      return replay;
    };
    // Every second pass backwards: none always follows the same other one.
    const order = turn % 2 === 0 ? files : files.toReversed();
    let own: readonly Replay[] = [];
    let done: readonly Replay[] = [];
    try {
      for (let from = 0; from < order.length; from += this.#atOnce) {
        const group = order.slice(from, from + this.#atOnce);
        const ownFiles = own.length === 0 ? ownPrograms(this.#timing, this.#subject) : [];
        const hold = await this.#context.gpu.turn('exclusive', { signal: this.#context.signal });
        try {
          const [ofOwn, opened] = await settled([
            settled(ownFiles.map((file) => asOwn(this.#context, file, () => start(file)))),
            settled(group.map(async (file) => ({ file, replay: await start(file).catch(failureOf) }))),
            close(done),
          ]);
          if (own.length === 0) own = ofOwn;
          for (const { file, replay } of opened) onTimed(file, await this.#measured(file, replay, own));
          done = opened.flatMap(({ replay }) => (replay instanceof ReplayFailure ? [] : [replay]));
        } finally {
          await hold.release();
        }
      }
    } finally {
      await close(open);
    }
  }

  /** @throws ReplayFailure where it cannot be replayed */
  async #open(file: string): Promise<Replay> {
    const plan = this.#programs.get(file);
    if (plan === undefined) throw new Error(`${file} was not prepared`);
    const { gpu, signal } = this.#context;
    return gpu.replay(usable(plan), signal);
  }

  async #measured(file: string, student: Replay | ReplayFailure, own: readonly Replay[]): Promise<TimingEvidence> {
    if (student instanceof ReplayFailure) return unreplayed(this.#subject, student);
    const [baseline, reference = null] = own;
    if (!baseline) throw new Error('the baseline is not open');
    const { gpu } = this.#subject;
    const timed = await measure(
      { gpu, student, baseline, reference },
      {
        ...measureOptions(this.#context.assignment.spec, this.#subject),
        ...(this.#verified.has(file) && { verify: 'sampled' }),
      },
    );
    if (timed.outcome.status === 'measured') this.#verified.add(file);
    return timed;
  }
}

/** The baseline, and the reference where a tier asks for a share of its speed. */
function ownPrograms(
  { baseline, reference }: NonNullable<AssignmentSpec['timing']>,
  { thresholds }: TimingSubject,
): readonly string[] {
  const asked = thresholds.some(({ of }) => of === 'reference');
  return reference !== undefined && asked ? [baseline, reference] : [baseline];
}

async function planned(context: TimingContext, file: string): Promise<Planned> {
  const { assignment, engine, nvcc, signal } = context;
  signal?.throwIfAborted();
  const program = await buildOwn(assignment, engine, nvcc, file);
  try {
    return await timedTask(context, program);
  } catch (error) {
    return failureOf(error);
  }
}

function usable(plan: Planned): ReplayTask {
  if (plan instanceof ReplayFailure) throw plan;
  return plan;
}

/** @throws whatever else it is */
function failureOf(error: unknown): ReplayFailure {
  if (error instanceof ReplayFailure) return error;
  throw error;
}

/** Like Promise.all, but nothing goes on behind a failure. */
async function settled<const T extends readonly unknown[]>(
  work: T,
): Promise<{ -readonly [Index in keyof T]: Awaited<T[Index]> }> {
  const ended = await Promise.allSettled(work);
  for (const one of ended) if (one.status === 'rejected') throw one.reason;
  return ended.map((one) => (one.status === 'fulfilled' ? one.value : null)) as never;
}

/** @param most - at once */
async function eachOf<T>(items: readonly T[], most: number, work: (item: T) => Promise<void>): Promise<void> {
  const queue = [...items];
  const worker = async () => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) {
      await work(item).catch((error: unknown) => {
        queue.length = 0;
        throw error;
      });
    }
  };
  await settled(Array.from({ length: most }, worker));
}
