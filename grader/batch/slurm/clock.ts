import { setTimeout as sleep } from 'node:timers/promises';
import { InfrastructureError } from '../../platform/index.ts';
import type { Answer } from './client.ts';

export interface Pace {
  /** Between two looks while things happen, ms. */
  readonly leastMs: number;
  /** Between two looks while nothing does, ms. */
  readonly mostMs: number;
  /** How long after its end a task's last lines may take to be seen through a shared file system, ms. */
  readonly settleMs: number;
  /** For how long a controller may say nothing, ms. */
  readonly patienceMs: number;
}

export const PACE: Pace = { leastMs: 2000, mostMs: 10_000, settleMs: 5000, patienceMs: 30 * 60_000 };

/** Waits between looks, the longer the less happens, and bears with a controller that does not answer. */
export class Clock {
  readonly #pace: Pace;
  readonly #signal: AbortSignal;
  readonly #note: (text: string) => void;
  readonly #resume: string;
  #nextMs: number;
  #silentSince: number | null = null;

  /** @param resume - the command that follows the jobs again */
  constructor(pace: Pace, signal: AbortSignal, note: (text: string) => void, resume: string) {
    this.#pace = pace;
    this.#resume = resume;
    this.#signal = signal;
    this.#note = note;
    this.#nextMs = pace.leastMs;
  }

  get settleMs(): number {
    return this.#pace.settleMs;
  }

  /** @throws the signal's reason */
  async wait(hasNews: boolean): Promise<void> {
    const { leastMs, mostMs } = this.#pace;
    this.#nextMs = hasNews ? leastMs : Math.min(mostMs, this.#nextMs * 1.3);
    await sleep(this.#nextMs, undefined, { signal: this.#signal });
  }

  /**
   * What was answered; null where nothing was.
   * @throws InfrastructureError where there has been no answer for too long
   */
  heard<Value>(answer: Answer<Value>): Value | null {
    if (answer.kind === 'answered') {
      if (this.#silentSince !== null) this.#note('Slurm answers again.');
      this.#silentSince = null;
      return answer.value;
    }
    if (this.#silentSince === null) {
      this.#silentSince = performance.now();
      this.#note(`Slurm does not answer; waiting for it. ${answer.said}`);
    }
    if (performance.now() - this.#silentSince < this.#pace.patienceMs) return null;
    const minutes = Math.round(this.#pace.patienceMs / 60_000);
    throw new InfrastructureError(
      `Slurm has not answered for ${minutes} minutes. Its jobs go on; ${this.#resume} follows them again.`,
      { details: [answer.said] },
    );
  }

  /** Asks until there is an answer. */
  async ask<Value>(question: () => Promise<Answer<Value>>): Promise<Value> {
    for (;;) {
      const answer = await question();
      const value = this.heard(answer);
      if (answer.kind === 'answered') return value as Value;
      await this.wait(false);
    }
  }
}
