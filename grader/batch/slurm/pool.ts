import { resolve } from 'node:path';
import { GradeError, shellWord, UsageError } from '../../platform/index.ts';
import type { SlurmSettings } from '../course-schema.ts';
import type { Graders, GradingTask, Outcome, WorkerSettings } from '../grading/index.ts';
import type { EngineIdentity } from '../key.ts';
import { chunksOf } from './chunks.ts';
import { SlurmClient } from './client.ts';
import { Clock, PACE, type Pace } from './clock.ts';
import { Follower, type Loss } from './follow.ts';
import { identityOfNode } from './identity.ts';
import { type Entry, Round } from './round.ts';
import { jobOf, submitRound } from './submit.ts';

/** So often Slurm is given a submission before it is a fault. */
const TRIES = 3;

export interface SlurmOptions {
  /** The batch's folder, on a file system that all nodes share. */
  readonly out: string;
  readonly slurm: SlurmSettings;
  /** The command line of `grade`, Node first. */
  readonly program: readonly string[];
  readonly settings: WorkerSettings;
  readonly secondsPerSubmission: number;
  readonly workerMiB: number;
  /** This machine's own grading processes, asked for nothing but what they are: without a GPU, nodes are the same. */
  readonly local: (settings: WorkerSettings) => Graders;
  readonly onSubmitted: (job: string, tasks: number, submissions: number) => Promise<void>;
  /** Something that whoever waits should know. */
  readonly note: (text: string) => void;
  readonly signal: AbortSignal;
  /** For tests. */
  readonly env?: NodeJS.ProcessEnv;
  readonly pace?: Pace;
}

/** Grades through array jobs of Slurm; to a batch it is what the processes of this machine are. */
export class SlurmPool implements Graders {
  readonly #options: SlurmOptions;
  readonly #out: string;
  readonly #client: SlurmClient;
  readonly #clock: Clock;
  readonly #gres: string | null;
  readonly #isGpu: boolean;
  readonly #badNodes = new Set<string>();
  #known: { readonly identity: EngineIdentity; readonly skipped: readonly string[] } | null = null;

  constructor(options: SlurmOptions) {
    const { settings, slurm, signal, note, pace = PACE } = options;
    this.#options = options;
    this.#out = resolve(options.out);
    this.#client = new SlurmClient(options.env);
    this.#clock = new Clock(
      pace,
      signal,
      note,
      `grade batch run --resume --engine slurm --out ${shellWord(options.out)}`,
    );
    const { target } = settings.machine;
    this.#isGpu = target === 'gpu' || (target === 'auto' && /\bgpu\b/.test(slurm.gres ?? ''));
    this.#gres = slurm.gres ?? (this.#isGpu ? 'gpu:1' : null);
  }

  get skipped(): readonly string[] {
    return this.#known?.skipped ?? [];
  }

  /**
   * Of a GPU node from the node, else of this machine.
   * @throws InfrastructureError where it cannot be found out
   */
  async identity(): Promise<EngineIdentity> {
    this.#known ??= this.#isGpu ? await this.#askNode() : await this.#askHere({});
    return this.#known.identity;
  }

  /**
   * Grades tasks; outcomes are told in the order in which they come. Jobs that an earlier command left behind are
   * followed, not submitted twice.
   * @throws UsageError where Slurm refuses the job; InfrastructureError where it does not answer for too long; the
   * signal's reason once it is aborted
   */
  async grade(tasks: readonly GradingTask[], tell: (outcome: Outcome) => Promise<void>): Promise<void> {
    const { signal } = this.#options;
    const identity = await this.identity();
    const followers: Follower[] = [];
    try {
      const fresh = await this.#adopt(tasks, identity, followers);
      await this.#submit(fresh, identity, followers);
      const byAttempt = new Map(tasks.map((task) => [task.attempt, task]));
      while (followers.length > 0) {
        signal.throwIfAborted();
        const heard = await this.#look(followers, byAttempt, tell);
        for (const again of heard.again) await this.#submitAgain(again, identity, followers, tell);
        for (const done of followers.filter(({ isDone }) => isDone)) {
          followers.splice(followers.indexOf(done), 1);
          await done.round.close();
        }
        if (followers.length > 0) await this.#clock.wait(heard.hasNews);
      }
    } catch (error) {
      if (signal.aborted) await this.#cancelAll();
      // Also if what waited at that moment failed in its own way.
      signal.throwIfAborted();
      throw error;
    }
  }

  /** Nothing of this machine is held. */
  dispose(): void {
    this.#known = null;
  }

  async #look(
    followers: readonly Follower[],
    byAttempt: ReadonlyMap<string, GradingTask>,
    tell: (outcome: Outcome) => Promise<void>,
  ): Promise<{ readonly hasNews: boolean; readonly again: readonly Again[] }> {
    const again: Again[] = [];
    let hasNews = false;
    for (const follower of followers) {
      const { told, lost } = await follower.look();
      hasNews ||= told.length + lost.length > 0;
      for (const line of told) {
        const task = byAttempt.get(line.attempt);
        if (!task) continue;
        if (line.kind === 'graded') await tell({ kind: 'graded', task, summary: line.summary });
        else await tell({ kind: 'fault', task, message: line.message, details: line.details });
      }
      for (const loss of lost) {
        if (loss.badNode !== null) this.#badNodes.add(loss.badNode);
        const hopeless = loss.entries.filter(({ tries }) => loss.isCancelled || tries >= TRIES);
        for (const entry of hopeless) await tell(faultOf(entry, loss));
        const entries = loss.entries.filter((entry) => !hopeless.includes(entry));
        if (entries.length > 0) again.push({ entries, loss });
      }
    }
    return { hasNews, again: joined(again) };
  }

  /** What was lost. What Slurm refuses then is a fault, for other jobs go on. */
  async #submitAgain(
    { entries, loss }: Again,
    identity: EngineIdentity,
    followers: Follower[],
    tell: (outcome: Outcome) => Promise<void>,
  ): Promise<void> {
    const next = entries.map(({ task, tries }) => ({ task, tries: tries + 1 }));
    this.#options.note(`${counted(next.length)} lost and submitted again. ${loss.message}`);
    try {
      await this.#submitElsewhere(next, identity, followers);
    } catch (error) {
      if (!(error instanceof GradeError) || this.#options.signal.aborted) throw error;
      const why = { ...loss, details: [error.message, ...error.details] };
      for (const entry of next) await tell(faultOf(entry, why));
    }
  }

  /** On other nodes than those that cannot grade; where there is no other, on these once more. */
  async #submitElsewhere(entries: readonly Entry[], identity: EngineIdentity, followers: Follower[]): Promise<void> {
    try {
      await this.#submit(entries, identity, followers);
    } catch (error) {
      if (!(error instanceof UsageError) || this.#badNodes.size === 0) throw error;
      this.#badNodes.clear();
      await this.#submit(entries, identity, followers);
    }
  }

  async #submit(entries: readonly Entry[], identity: EngineIdentity, followers: Follower[]): Promise<void> {
    if (entries.length === 0) return;
    const { slurm, onSubmitted, note } = this.#options;
    const chunks = chunksOf(entries, slurm.submissionsPerTask);
    const round = await this.#newRound(identity, chunks);
    const asked = { client: this.#client, clock: this.#clock, slurm, gres: this.#gres, exclude: [...this.#badNodes] };
    const job = await submitRound(round, chunks.length, asked);
    await onSubmitted(job, chunks.length, entries.length);
    note(`Slurm job ${job}: ${counted(entries.length)} in ${chunks.length} ${chunks.length === 1 ? 'task' : 'tasks'}`);
    followers.push(this.#follower(round, job, chunks));
  }

  #newRound(identity: EngineIdentity | null, chunks: readonly (readonly Entry[])[]): Promise<Round> {
    const { settings, secondsPerSubmission, workerMiB, program, slurm } = this.#options;
    const { dir, maxMiB } = settings.cache;
    const told: WorkerSettings = {
      ...settings,
      machine: pinned(settings.machine, identity),
      cache: { dir: dir === null || dir === 'off' ? dir : resolve(dir), maxMiB },
    };
    const plan = { identity, settings: told, secondsPerSubmission, workerMiB };
    return Round.create(
      this.#out,
      plan,
      { setup: slurm.setup, program },
      chunks.map((chunk) => chunk.map(absolute)),
    );
  }

  #follower(round: Round, job: string, chunks: readonly (readonly Entry[])[]): Follower {
    return new Follower(round, job, chunks, { client: this.#client, clock: this.#clock, note: this.#options.note });
  }

  /**
   * Follows the jobs of an earlier command as far as they do what is wanted now; the others are cancelled.
   * @returns what no job does
   */
  async #adopt(
    tasks: readonly GradingTask[],
    identity: EngineIdentity,
    followers: Follower[],
  ): Promise<readonly Entry[]> {
    const left = new Map(tasks.map((task) => [task.attempt, task]));
    // What was lost once is in a later round as well, and that one counts.
    for (const round of (await Round.unfinished(this.#out)).reverse()) {
      const job = await jobOf(round, this.#client, this.#clock);
      const isSame = JSON.stringify(round.plan.identity) === JSON.stringify(identity);
      const chunks = (await round.chunks()).map((chunk) =>
        chunk.flatMap(({ task: { attempt, key }, tries }) => {
          const task = left.get(attempt);
          return isSame && task?.key === key ? [{ task, tries }] : [];
        }),
      );
      const claimed = chunks.flat();
      if (job === null || claimed.length === 0) {
        await round.close();
        if (job !== null) await this.#clock.ask(() => this.#client.cancel([job]));
        continue;
      }
      for (const { task } of claimed) left.delete(task.attempt);
      this.#options.note(`Slurm job ${job} goes on: ${counted(claimed.length)} are followed`);
      followers.push(this.#follower(round, job, chunks));
    }
    return [...left.values()].map((task) => ({ task, tries: 1 }));
  }

  /** Tries once and does not wait for a controller that does not answer: tasks of closed rounds end by themselves. */
  async #cancelAll(): Promise<void> {
    const jobs: string[] = [];
    for (const round of await Round.unfinished(this.#out)) {
      await round.close();
      if (round.job !== null) jobs.push(round.job);
    }
    if (jobs.length === 0) return;
    const { kind } = await this.#client.cancel(jobs);
    const what = kind === 'answered' ? 'cancelled' : 'could not be cancelled, for Slurm does not answer';
    this.#options.note(`Slurm jobs ${jobs.join(', ')} ${what}. What is graded is kept; --resume goes on.`);
  }

  async #askHere(
    changes: Partial<WorkerSettings['machine']>,
  ): Promise<{ identity: EngineIdentity; skipped: readonly string[] }> {
    const { settings, local } = this.#options;
    const pool = local({ ...settings, machine: { ...settings.machine, target: 'emulator', ...changes } });
    try {
      return { identity: await pool.identity(), skipped: pool.skipped };
    } finally {
      pool.dispose();
    }
  }

  /** Jobs of this version that go on have asked already; asking again might wait behind them. */
  async #askNode(): Promise<{ identity: EngineIdentity; skipped: readonly string[] }> {
    const planned = (await Round.unfinished(this.#out)).flatMap(({ plan }) => plan.identity ?? []).at(-1);
    if (planned?.target === 'gpu' && planned.sanitize === this.#options.settings.sanitize) {
      const { identity: here } = await this.#askHere({ nvcc: 'off' });
      if (here.engine === planned.engine && here.clang === planned.clang) return { identity: planned, skipped: [] };
    }
    const { slurm, note } = this.#options;
    return identityOfNode(await this.#newRound(null, [[]]), {
      ...{ client: this.#client, clock: this.#clock, slurm, note },
      gres: this.#gres,
    });
  }
}

interface Again {
  readonly entries: readonly Entry[];
  readonly loss: Loss;
}

/** What is lost at the same time goes into one job, by how often it was lost. */
function joined(lost: readonly Again[]): Again[] {
  const byTries = new Map<number, Again>();
  for (const { entries, loss } of lost) {
    for (const entry of entries) {
      const known = byTries.get(entry.tries);
      byTries.set(entry.tries, { loss, entries: [...(known?.entries ?? []), entry] });
    }
  }
  return [...byTries.values()];
}

/** A node's own GPU is its own business; but what this batch has found to be there must be there on every node. */
function pinned(
  { gpu: _, ...machine }: WorkerSettings['machine'],
  identity: EngineIdentity | null,
): WorkerSettings['machine'] {
  if (identity === null) return { ...machine, target: 'gpu' };
  return { ...machine, target: identity.target, nvcc: identity.nvcc === null ? 'off' : 'require' };
}

/** Tasks run in another folder. */
function absolute({ task, tries }: Entry): Entry {
  const { assignment, source, into } = task;
  return { task: { ...task, assignment: resolve(assignment), source: resolve(source), into: resolve(into) }, tries };
}

function faultOf({ task, tries }: Entry, { message, details }: Pick<Loss, 'message' | 'details'>): Outcome {
  const often = tries > 1 ? `Tried ${tries} times. ` : '';
  return { kind: 'fault', task, message: `${often}${message}`, details };
}

function counted(submissions: number): string {
  return `${submissions} ${submissions === 1 ? 'submission' : 'submissions'}`;
}
