import type { SlurmClient } from './client.ts';
import type { Clock } from './clock.ts';
import { type OutcomeLine, OutcomeTail } from './outcomes.ts';
import { hasEnded, isStranded, isStuck, type TaskState } from './queue.ts';
import type { Entry, Round } from './round.ts';

type Told = Exclude<OutcomeLine, { kind: 'unusable' }>;

/** Submissions whose task has ended without an outcome for them. */
export interface Loss {
  readonly entries: readonly Entry[];
  /** What Slurm or the node said of it. */
  readonly message: string;
  readonly details: readonly string[];
  /** Somebody took the task away by hand: it is not submitted again behind their back. */
  readonly isCancelled: boolean;
  /** A node that cannot grade: left alone from now on, or it would take task after task and fail each; else null. */
  readonly badNode: string | null;
}

/** A task of the array as far as its chunk is waited for. */
interface Chunk {
  readonly index: number;
  readonly tail: OutcomeTail;
  /** By attempt; those that nothing was heard of. */
  readonly waiting: Map<string, Entry>;
  /** Something was heard of its task. */
  hasTold: boolean;
  /** When it was first seen to have ended; null while it has not. */
  endedAt: number | null;
  /** What Slurm said of that, asked at once: it forgets. */
  how: string | null;
  unusable: Extract<OutcomeLine, { kind: 'unusable' }> | null;
}

/** Follows an array job until every submission that is waited for was told of, or is lost. */
export class Follower {
  readonly round: Round;
  readonly job: string;
  readonly #client: SlurmClient;
  readonly #clock: Clock;
  readonly #note: (text: string) => void;
  readonly #chunks: readonly Chunk[];
  readonly #noted = new Set<string>();

  /** @param chunks - by task of the array: what is waited for of it */
  constructor(
    round: Round,
    job: string,
    chunks: readonly (readonly Entry[])[],
    { client, clock, note }: { client: SlurmClient; clock: Clock; note: (text: string) => void },
  ) {
    this.round = round;
    this.job = job;
    this.#client = client;
    this.#clock = clock;
    this.#note = note;
    this.#chunks = chunks.map((entries, index) => ({
      index,
      tail: new OutcomeTail(round.outcomes(index)),
      waiting: new Map(entries.map((entry) => [entry.task.attempt, entry])),
      hasTold: false,
      endedAt: null,
      how: null,
      unusable: null,
    }));
  }

  get isDone(): boolean {
    return this.#chunks.every(({ waiting }) => waiting.size === 0);
  }

  /**
   * Looks once.
   * @throws InfrastructureError where Slurm has been silent for too long
   */
  async look(): Promise<{ readonly told: readonly Told[]; readonly lost: readonly Loss[] }> {
    // Slurm first: what a task wrote before it ended is then read, not missed.
    const states = this.#clock.heard(await this.#client.queue(this.job));
    const told: Told[] = [];
    for (const chunk of this.#open()) told.push(...(await this.#read(chunk)));
    if (states === null) return { told, lost: [] };
    const byIndex = new Map(states.map((state) => [state.index, state]));
    const lost: Loss[] = [];
    for (const chunk of this.#open()) {
      const loss = await this.#judge(chunk, byIndex.get(chunk.index) ?? null);
      if (loss) lost.push(loss);
    }
    return { told, lost };
  }

  #open(): Chunk[] {
    return this.#chunks.filter(({ waiting }) => waiting.size > 0);
  }

  /** Lines for another version of a submission are not ours. */
  async #read(chunk: Chunk): Promise<Told[]> {
    return (await chunk.tail.read()).flatMap((line): Told[] => {
      if (line.kind === 'unusable') {
        chunk.unusable = line;
        return [];
      }
      const entry = chunk.waiting.get(line.attempt);
      const key = line.kind === 'graded' ? line.summary.key : line.key;
      if (entry?.task.key !== key) return [];
      chunk.waiting.delete(line.attempt);
      chunk.hasTold = true;
      return [line];
    });
  }

  async #judge(chunk: Chunk, state: TaskState | null): Promise<Loss | null> {
    const isStrandedNow = state !== null && isStranded(state);
    if (state !== null && !hasEnded(state) && !isStrandedNow) {
      // Requeued, maybe: it goes on where it was killed.
      chunk.endedAt = null;
      if (isStuck(state)) this.#noteOnce(`task ${chunk.index} of job ${this.job} waits: ${state.reason}`);
      return null;
    }
    if (chunk.endedAt === null) {
      chunk.how = await this.#client.describe(this.job, chunk.index);
      // From here on: a controller that takes long to describe a task may have requeued it meanwhile.
      chunk.endedAt = performance.now();
      return null;
    }
    if (performance.now() - chunk.endedAt < this.#clock.settleMs) return null;
    if (isStrandedNow) await this.#client.cancel([`${this.job}_${chunk.index}`]);
    const entries = [...chunk.waiting.values()];
    chunk.waiting.clear();
    const isCancelled = state?.state === 'CANCELLED';
    const words = chunk.unusable;
    if (words) {
      return {
        entries,
        message: `On node ${words.node}: ${words.message}`,
        details: words.details,
        isCancelled,
        badNode: words.node,
      };
    }
    const said =
      chunk.how ??
      (state ? [state.state, state.reason, `on node ${state.node}`].join(', ') : 'Slurm no longer knows it');
    return {
      entries,
      message: `Task ${chunk.index} of Slurm job ${this.job} ended before it was graded: ${said}.`,
      details: await this.round.lastWords(chunk.index),
      isCancelled,
      // It failed without a word: the node may lack what it takes even to tell.
      badNode: state?.state === 'FAILED' && !chunk.hasTold && state.node !== '' ? state.node : null,
    };
  }

  #noteOnce(text: string): void {
    if (this.#noted.has(text)) return;
    this.#noted.add(text);
    this.#note(text);
  }
}
