import type { Readable, Writable } from 'node:stream';
import { InfrastructureError } from '../../platform/index.ts';
import { Channel } from './channel.ts';
import type { HelperAnswer, HelperError, HelperRequest, HelperResults } from './messages.ts';

/** A running helper, wherever it runs. */
export interface HelperProcess {
  readonly input: Writable;
  readonly output: Readable;
  /** Settles once it has ended. */
  readonly ended: Promise<HelperEnd>;
  kill(): void;
}

export interface HelperEnd {
  /** Exit status or signal, in words. */
  readonly how: string;
  /** What it wrote on standard error, and what the program that ran it wrote: the last of it. */
  readonly said: string;
}

/** @param under - command line of a program that runs the helper, e.g. a checker; empty for none */
export type StartHelper = (under: readonly string[]) => Promise<HelperProcess>;

/** The helper answered that it could not do what it was asked for. */
export class HelperFailure extends Error {
  readonly kind: HelperError['kind'];
  readonly details: readonly string[];

  constructor({ kind, message, details }: HelperError) {
    super(message);
    this.kind = kind;
    this.details = details;
  }
}

/** It did not answer in time, and was killed. */
export class HelperHung extends Error {}

/** The helper has ended, and the grader did not end it. */
export class HelperLost extends InfrastructureError {
  constructor(why: string) {
    super('The process that uses the GPU has ended unexpectedly.', { details: [why] });
  }
}

interface Waiting {
  /** What was asked for has begun. */
  readonly started: () => void;
  readonly resolve: (result: never) => void;
  readonly reject: (error: Error) => void;
}

/** One helper process, which holds one GPU's context. */
export class GpuHelper {
  readonly #process: HelperProcess;
  readonly #channel: Channel;
  #waiting: Waiting | null = null;
  #usable = true;
  #fault: unknown = null;
  /** How it ended, and its last words; null while it runs, or where we ended it. */
  #why: string | null = null;

  private constructor(helper: HelperProcess) {
    this.#process = helper;
    this.#channel = new Channel(
      helper.output,
      helper.input,
      (answer) => this.#answered(answer as HelperAnswer),
      (why) => this.#lost(`it sent what is no answer (${why})`),
    );
    // What is written to a helper that has just died is of no interest: its end is told.
    helper.input.on('error', () => undefined);
    helper.ended.then(
      ({ how, said }) => this.#lost(said.trim() === '' ? how : `${how}: ${said.trim().slice(-1_000)}`),
      (error: unknown) => {
        this.#fault = error;
        this.#lost(String(error));
      },
    );
  }

  /** Why what runs it could not tell its end: a container engine that is gone or hangs. Known once it has ended. */
  get fault(): unknown {
    return this.#fault;
  }

  static async start(start: () => Promise<HelperProcess>): Promise<GpuHelper> {
    return new GpuHelper(await start());
  }

  get usable(): boolean {
    return this.#usable;
  }

  /**
   * @param timeoutMs - after which it is killed; of a `run` that says when it has started, `ready` until then and
   * `run` from then on
   * @throws HelperFailure, HelperHung, HelperLost; the signal's reason once that is aborted
   */
  async ask<Kind extends HelperRequest['kind']>(
    request: Extract<HelperRequest, { kind: Kind }>,
    timeoutMs: number | { readonly ready: number; readonly run: number },
    signal?: AbortSignal,
  ): Promise<HelperResults[Kind]> {
    signal?.throwIfAborted();
    if (!this.#usable) throw new HelperLost(this.#why ?? 'it has ended');
    if (this.#waiting) throw new Error('a helper is asked one thing at a time');
    let timer: NodeJS.Timeout | undefined;
    let abort = () => {};
    try {
      return await new Promise<HelperResults[Kind]>((resolve, reject) => {
        const wait = (ms: number): void => {
          clearTimeout(timer);
          timer = setTimeout(() => this.#fail(new HelperHung(`no answer within ${ms} ms`)), ms);
        };
        const started = () => typeof timeoutMs !== 'number' && wait(timeoutMs.run);
        this.#waiting = { resolve, reject, started };
        // Where it cannot say that it has started, it has the time of both.
        wait(typeof timeoutMs === 'number' ? timeoutMs : timeoutMs.ready + timeoutMs.run);
        abort = () => this.#fail(signal?.reason instanceof Error ? signal.reason : new Error('aborted'));
        signal?.addEventListener('abort', abort, { once: true });
        this.#channel.send(request);
      });
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
    }
  }

  /**
   * Lets it end by itself, as what runs it under a checker has a summary to write.
   * @returns what it, and the program that ran it, wrote
   */
  async finish(timeoutMs: number): Promise<string> {
    this.#usable = false;
    this.#process.input.end();
    const timer = setTimeout(() => this.#process.kill(), timeoutMs);
    try {
      return (await this.#process.ended).said;
    } finally {
      clearTimeout(timer);
    }
  }

  /** Ends it, whatever it is doing. */
  async end(): Promise<void> {
    this.#usable = false;
    this.#process.kill();
    await this.#process.ended.catch(() => undefined);
  }

  #answered(answer: HelperAnswer): void {
    const waiting = this.#waiting;
    if (answer.status === 'started') {
      waiting?.started();
      return;
    }
    this.#waiting = null;
    if (answer.status === 'done') waiting?.resolve(answer.result as never);
    else waiting?.reject(new HelperFailure(answer.error));
  }

  #lost(why: string): void {
    this.#why ??= why;
    this.#fail(new HelperLost(why));
  }

  #fail(error: Error): void {
    this.#usable = false;
    this.#process.kill();
    const waiting = this.#waiting;
    this.#waiting = null;
    waiting?.reject(error);
  }
}
