import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { MachineOptions } from '../../pipeline/engine/index.ts';
import { InfrastructureError } from '../../platform/index.ts';
import type { GradeResult } from '../../result/index.ts';
import { Bait } from './bait.ts';
import type { Corpus, HostileCase } from './corpus.ts';
import { problemsOf } from './judge.ts';
import type { Outcome, Task } from './messages.ts';
import { type Ended, GradingProcess, type LateAnswer } from './process.ts';

/** A submission of the corpus, and what it came to here. */
export interface Verdict {
  readonly id: string;
  readonly about: string;
  readonly contained: boolean;
  /** Why it is not contained, each a clause. */
  readonly problems: readonly string[];
  /** `refused` where it was no submission; null where there was no answer. */
  readonly verdict: GradeResult['verdict'] | 'refused' | null;
  readonly score: number | null;
  readonly maxScore: number | null;
  /** What the student is told first. */
  readonly told: string | null;
  readonly seconds: number;
}

export interface RunOptions {
  /** Grading processes at the same time. */
  readonly jobs: number;
  readonly signal?: AbortSignal;
  /** Told in the order of the corpus. */
  readonly onVerdict?: (verdict: Verdict) => void;
  /** What grades; null: the emulator alone. */
  readonly machine?: MachineOptions | null;
  /** Module of the grading process, for tests. */
  readonly program?: string;
}

type LaneOptions = Pick<RunOptions, 'machine' | 'program'>;

/** Grading an honest solution takes a second or two; on a machine that does ten other things, many times as long. */
const HONEST_SECONDS = 120;
/** The first one loads the compiler too. */
const FIRST_SECONDS = 180;

/**
 * Grades the corpus in processes like those of a batch, and after each submission an honest one, in the same process.
 * @throws InfrastructureError where this machine cannot even grade the honest one
 */
export async function runCorpus(corpus: Corpus, options: RunOptions): Promise<Verdict[]> {
  const verdicts: (Verdict | undefined)[] = corpus.cases.map(() => undefined);
  let next = 0;
  let told = 0;
  const lanes = Array.from({ length: Math.min(options.jobs, corpus.cases.length) }, async () => {
    const lane = await Lane.open(corpus, options);
    try {
      for (let index = next++; index < corpus.cases.length; index = next++) {
        options.signal?.throwIfAborted();
        const each = corpus.cases[index];
        if (!each) break;
        verdicts[index] = await within(lane.judge(each), options.signal);
        for (let ready = verdicts[told]; ready; ready = verdicts[++told]) options.onVerdict?.(ready);
      }
    } finally {
      await lane.close();
    }
  });
  const ended = await Promise.allSettled(lanes);
  for (const lane of ended) if (lane.status === 'rejected') throw lane.reason;
  return verdicts.filter((verdict) => verdict !== undefined);
}

/** Ends with the signal, whatever is waited for. */
async function within<Result>(work: Promise<Result>, signal: AbortSignal | undefined): Promise<Result> {
  if (!signal) return work;
  work.catch(() => undefined);
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason);
    if (signal.aborted) return abort();
    signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}

/** One grading process after the other, each until a submission brings it down, with a bait of its own. */
export class Lane {
  readonly #corpus: Corpus;
  readonly #bait: Bait;
  readonly #options: LaneOptions;
  #process: GradingProcess;
  /** What the honest one got before anything hostile was graded. */
  #undisturbed = '';

  private constructor(corpus: Corpus, bait: Bait, options: LaneOptions) {
    this.#corpus = corpus;
    this.#bait = bait;
    this.#options = options;
    this.#process = this.#start();
  }

  /** @throws InfrastructureError */
  static async open(corpus: Corpus, options: LaneOptions = {}): Promise<Lane> {
    const lane = new Lane(corpus, await Bait.lay(), options);
    try {
      await lane.#first();
      return lane;
    } catch (error) {
      await lane.close();
      throw error;
    }
  }

  async judge(each: HostileCase): Promise<Verdict> {
    if (!this.#process.usable) {
      this.#process = this.#start();
      await this.#first();
    }
    const started = performance.now();
    const { assignment, cases = null, limits = {}, seconds } = each;
    const path = this.#handIn(each.fileName, each.bytes(this.#bait.places));
    const answer = await this.#process.ask({ path, assignment, cases, limits }, seconds);
    const took = (performance.now() - started) / 1000;
    rmSync(path, { force: true });
    const expected = (this.#options.machine?.target === 'gpu' ? each.gpu : null) ?? each.expect;
    const problems = problemsOf(expected, answer, seconds);
    if (answer.kind !== 'ended' && answer.kind !== 'late') problems.push(...(await this.#disturbed()));
    problems.push(...this.#bait.taken([JSON.stringify(answer), this.#process.said()]));
    return {
      id: each.id,
      about: each.about,
      contained: problems.length === 0,
      problems,
      ...facts(answer),
      seconds: took,
    };
  }

  async close(): Promise<void> {
    this.#process.kill();
    await this.#bait.remove();
  }

  #start(): GradingProcess {
    const { machine, program } = this.#options;
    return new GradingProcess(this.#bait.secret, this.#bait.folder, machine, program);
  }

  async #first(): Promise<void> {
    const answer = await this.#honest(FIRST_SECONDS);
    const got = fullPoints(answer);
    if (got === null) {
      const { kind } = answer;
      const why =
        kind === 'fault' || kind === 'refused'
          ? answer.message
          : kind === 'ended'
            ? answer.how
            : 'it got other points than it earned';
      throw new InfrastructureError(
        'An honest solution cannot be graded on this machine, so nothing hostile was tried.',
        {
          details: [why, ...this.#process.said().trim().split('\n').slice(-3)].filter((line) => line !== ''),
        },
      );
    }
    this.#undisturbed = got;
  }

  /** What the submission before did to the one after it. */
  async #disturbed(): Promise<string[]> {
    const answer = await this.#honest(HONEST_SECONDS);
    if (answer.kind === 'ended') return [`it brought the grading process down (${answer.how})`];
    const got = fullPoints(answer);
    if (got === null) return ['the next submission, an honest one, did not get its points'];
    return got === this.#undisturbed ? [] : ['the next submission, an honest one, got another result than without it'];
  }

  async #honest(seconds: number): Promise<Outcome | Ended | LateAnswer> {
    const { assignment, source, cases } = this.#corpus.honest;
    const path = this.#handIn('honest.cu', new TextEncoder().encode(source));
    const task: Task = { path, assignment, cases, limits: {} };
    return this.#process.ask(task, seconds);
  }

  #handIn(fileName: string, bytes: Uint8Array): string {
    const folder = join(this.#bait.folder, 'submissions');
    mkdirSync(folder, { recursive: true });
    const path = join(folder, fileName);
    writeFileSync(path, bytes);
    return path;
  }
}

/** All of an honest result but when and where it was made; null where it has not all points. */
function fullPoints(answer: Outcome | Ended | LateAnswer): string | null {
  if (answer.kind !== 'graded') return null;
  const { environment: _, ...result } = answer.result;
  return result.verdict === 'passed' && result.score === result.maxScore ? JSON.stringify(result) : null;
}

function facts(answer: Outcome | Ended | LateAnswer): Pick<Verdict, 'verdict' | 'score' | 'maxScore' | 'told'> {
  if (answer.kind === 'graded') {
    const { verdict, score, maxScore, checks } = answer.result;
    const told = checks.flatMap(({ findings }) => findings)[0]?.message ?? null;
    return { verdict, score, maxScore, told };
  }
  const told = answer.kind === 'refused' ? answer.message : null;
  return { verdict: answer.kind === 'refused' ? 'refused' : null, score: null, maxScore: null, told };
}
