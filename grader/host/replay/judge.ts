import type { RunPool } from '../pool.ts';
import type { EntryArgument, RunRequest, RunResult } from '../run.ts';
import type { RunOptions } from '../run-worker.ts';
import type { Executed, Recorded, Recording } from '../task.ts';
import { structureDiffers } from './structure.ts';

/** How a case is judged, besides its request. */
export interface Judging {
  /** Arguments like the request's, with other inputs of the same kind. Equal numbers give equal ones. */
  decoys(number: number): Promise<readonly EntryArgument[]>;
  /** The runs on decoys that tell moved bytes from each other: more for elements of few bits. */
  readonly decoyRuns: number;
  /** True if the outputs are what is expected. */
  isRight(run: RunResult): Promise<boolean>;
}

/**
 * Runs the case again with other inputs of the same sizes, in the way in which it was judged.
 * @param options - what to do besides; a blind run does nothing of it
 */
export type RunAgain = (
  args: readonly EntryArgument[],
  options?: Pick<RunRequest, 'keepBuffers' | 'alterGiven' | 'reversed' | 'operationOrder'> & {
    /** Take values that host code made from another recording. */
    readonly otherHostValues?: boolean;
  },
) => Promise<RunResult>;

/** Returns recordings that another device can repeat with the request's inputs; `null` if there are none. */
export type Recordings = () => Promise<readonly Recorded[] | null>;

export type Judged =
  /** The kernels gave this for the request's inputs. `again` is null if the program used up its time. */
  | {
      readonly status: 'judged';
      readonly run: RunResult;
      readonly again: RunAgain | null;
      readonly recordings: Recordings;
      /** The recordings that `again` repeats; absent if host code runs again. */
      readonly repeated?: readonly Recorded[];
    }
  /** Host code made these few bytes from data: only a run on the data itself can tell. */
  | {
      readonly status: 'metered';
      readonly run: RunResult;
      readonly again: RunAgain;
      readonly untracedBytes: number;
      readonly like: Recorded;
      readonly recordings: Recordings;
    }
  /** What the program asks of the device depends on data: no replay can tell. */
  | { readonly status: 'data-dependent'; readonly run: RunResult; readonly reason: string };

/** Judges a case without host code ever meeting its inputs: it runs on decoys, and a recording of it is replayed. */
export async function judge(
  pool: RunPool,
  request: RunRequest,
  judging: Judging,
  options: RunOptions,
): Promise<Judged> {
  return await new Judge(pool, request, judging, options).judge();
}

/** The settings of a blind run whose own outputs are judged. */
const BLIND = { tokenSeed: 1, recorded: false } as const;

/** `run` is null if the program used up its time. */
type BlindRun =
  | { readonly run: RunResult; readonly isRight: true }
  | { readonly run: RunResult | null; readonly isRight: false };

class Judge {
  readonly #pool: RunPool;
  readonly #request: RunRequest;
  readonly #judging: Judging;
  readonly #options: RunOptions;

  constructor(pool: RunPool, request: RunRequest, judging: Judging, options: RunOptions) {
    this.#pool = pool;
    this.#request = request;
    this.#judging = judging;
    this.#options = options;
  }

  async judge(): Promise<Judged> {
    const first = await this.#record(0, true);
    if (first === 'wall') return await this.#unended('wall');
    const looks = this.#request.arraysIn === 'host' || looksAtResults(first);
    const tokens = recordingOf(first).refused === null ? [first] : [];
    if (tokens.length > 0 && looks && first.executed.run.host.status === 'returned')
      tokens.push(...(await this.#more(1, true)));
    if (tokens.length === 1 && !looks) {
      // No data has come to host code: one recording is the program's plan for all data.
      const executed = await this.#pool.replay(this.#request, tokens, this.#options);
      if (executed === 'wall' || !failedOtherwise(executed)) {
        return await this.#judged(executed, tokens);
      }
    } else if (tokens.length > 1 && !prints(first)) {
      const executed = await this.#pool.replay(this.#request, tokens, this.#options);
      if (executed !== 'wall' && isSettled(executed)) {
        const run = await this.#resolve(executed);
        if (await this.#judging.isRight(run)) return this.#as(run, tokens);
      }
    }
    return await this.#onDecoys(tokens, looks);
  }

  /** Kernels run on decoys, so that host code finds what it expects. */
  async #onDecoys(tokens: readonly Recorded[], looks: boolean): Promise<Judged> {
    const first = await this.#record(0, false);
    if (first === 'wall') return await this.#unended('wall');
    if (recordingOf(first).refused) return await this.#unrecorded(first);
    // A program that goes over a limit fails whatever it computed: one recording says where.
    if (first.executed.run.host.status === 'stopped') {
      return await this.#unended(await this.#pool.replay(this.#request, [first], this.#options));
    }
    if (!looks || (tokens.length > 1 && tokens.every((token) => hasStructureOf(first, token)))) {
      const recorded = [first, ...(looks ? tokens : [])];
      const executed = await this.#pool.replay(this.#request, recorded, this.#options);
      if (executed === 'wall' || !looks || isTraced(executed)) return await this.#judged(executed, recorded);
    }
    const all = [first, ...(await this.#more(1, false))];
    const executed = await this.#pool.replay(this.#request, all, this.#options);
    if (executed === 'wall') return await this.#judged('wall', all);
    const { differs = null, untracedBytes = 0 } = executed.replayed ?? {};
    if (differs === null && untracedBytes === 0) return await this.#judged(executed, all);
    const blind = await this.#blindly(first);
    if (blind.isRight) return this.#asBlind(blind.run, first);
    if (differs !== null) return await this.#dataDependent(first, differs);
    const again = this.#again(all);
    const run = await this.#resolve(executed);
    return { status: 'metered', run, again, untracedBytes, like: first, recordings: async () => all };
  }

  async #judged(executed: Executed | 'wall', recorded: readonly Recorded[]): Promise<Judged> {
    return executed === 'wall' ? await this.#unended(executed) : this.#as(await this.#resolve(executed), recorded);
  }

  #as(run: RunResult, recorded: readonly Recorded[]): Judged {
    return {
      status: 'judged',
      run,
      again: this.#again(recorded),
      recordings: async () => recorded,
      repeated: recorded,
    };
  }

  /** Returns the result of a program that went over a limit. */
  async #unended(executed: Executed | 'wall'): Promise<Judged> {
    return { status: 'judged', run: await this.#resolve(executed), again: null, recordings: async () => null };
  }

  #again(recorded: readonly Recorded[]): RunAgain {
    return async (args, { otherHostValues = false, ...options } = {}) => {
      const request = { ...this.#request, ...options, args, counters: false };
      const inOrder = otherHostValues ? recorded.toReversed() : recorded;
      return await this.#resolve(await this.#pool.replay(request, inOrder, this.#options));
    };
  }

  #blindAgain({ args: decoys }: Recorded): RunAgain {
    return async (args) => {
      const request = { ...this.#request, args, counters: false };
      return await this.#resolve(await this.#pool.blind(request, decoys, { ...this.#options, ...BLIND }));
    };
  }

  /** Records two runs. They read different random numbers, and the same results where host code decides by them. */
  async #blindRecordings({ args }: Recorded): Promise<readonly Recorded[] | null> {
    const runs = [args, await this.#judging.decoys(1)].map(async (decoys, number): Promise<Recorded | null> => {
      const options = { ...this.#options, tokenSeed: tokenSeed(number), recorded: true };
      const executed = await this.#pool.blind({ ...this.#request, counters: false }, decoys, options);
      if (executed === 'wall' || !executed.recording) return null;
      return { args: this.#request.arraysIn === 'host' ? decoys : this.#request.args, executed };
    });
    const recorded = (await Promise.all(runs)).filter((each) => each !== null);
    return recorded.length === runs.length ? recorded : null;
  }

  /** A recording would be too large. A blind run needs none: if its outputs are wrong, its faults are still known. */
  async #unrecorded(first: Recorded): Promise<Judged> {
    const { run, isRight } = await this.#blindly(first);
    if (run === null) return await this.#unended('wall');
    if (isRight) return this.#asBlind(run, first);
    return { status: 'data-dependent', reason: 'the recording is too large', run };
  }

  /** Host code decides by a few results. It is not judged if its kernels need more to give the right outputs. */
  async #blindly({ args }: Recorded): Promise<BlindRun> {
    const executed = await this.#pool.blind(this.#request, args, { ...this.#options, ...BLIND });
    if (executed === 'wall') return { run: null, isRight: false };
    const run = await this.#resolve(executed);
    return !executed.replayed && (await this.#judging.isRight(run)) ? { run, isRight: true } : { run, isRight: false };
  }

  #asBlind(run: RunResult, first: Recorded): Judged {
    return { status: 'judged', run, again: this.#blindAgain(first), recordings: () => this.#blindRecordings(first) };
  }

  async #dataDependent({ executed }: Recorded, reason: string): Promise<Judged> {
    return { status: 'data-dependent', reason, run: await this.#resolve(executed) };
  }

  async #more(from: number, tokens: boolean): Promise<Recorded[]> {
    const numbers = Array.from({ length: this.#judging.decoyRuns - from }, (_, index) => from + index);
    const recorded = await Promise.all(numbers.map((number) => this.#record(number, tokens)));
    return recorded.filter((each) => each !== 'wall');
  }

  async #record(number: number, tokens: boolean): Promise<Recorded | 'wall'> {
    // Tokens take the place of everything on the device: its content is not needed.
    const isBlank = tokens && this.#request.arraysIn !== 'host';
    const args = isBlank ? this.#request.args.map(blank) : await this.#judging.decoys(number);
    const request = { ...this.#request, args, counters: false };
    const executed = await this.#pool.record(request, tokens ? tokenSeed(number) : null, this.#options);
    return executed === 'wall' ? 'wall' : { args, executed };
  }

  async #resolve(executed: Executed | 'wall'): Promise<RunResult> {
    return await this.#pool.resolve(this.#request, executed, this.#options);
  }
}

/** Returns an argument of the same size with only zeros. */
export function blank(argument: EntryArgument): EntryArgument {
  if (argument.kind !== 'input' && argument.kind !== 'output') return argument;
  const byteLength = argument.kind === 'input' ? argument.bytes.length : argument.byteLength;
  return { kind: 'zeros', name: argument.name, role: argument.kind, byteLength };
}

function tokenSeed(number: number): number {
  return Math.imul(number + 1, 0x9e37_79b1) >>> 0;
}

export function recordingOf({ executed: { recording } }: Recorded): Recording {
  if (!recording) throw new Error('a run that was to be recorded has no recording');
  return recording;
}

/** True if two recordings ask the same of the device, in the same order. */
function hasStructureOf(a: Recorded, b: Recorded): boolean {
  const [one, other] = [recordingOf(a), recordingOf(b)];
  if (a.executed.run.host.status !== b.executed.run.host.status) return false;
  return structureDiffers(one.operations.slice(one.begin), other.operations.slice(other.begin)) === null;
}

/** True if host code has read from the device. */
function looksAtResults(recorded: Recorded): boolean {
  const { operations, refused } = recordingOf(recorded);
  return refused !== null || operations.some(({ kind }) => kind === 'read');
}

function prints(recorded: Recorded): boolean {
  return recordingOf(recorded).operations.some(({ kind }) => kind === 'printed');
}

/** True if every byte is traced, and the launches ended as on the decoys. */
function isSettled(executed: Executed): boolean {
  return isTraced(executed) && !executed.replayed?.endedOtherwise;
}

function isTraced({ replayed }: Executed): boolean {
  return replayed?.differs === null && replayed.untracedBytes === 0;
}

/** True if a launch failed of which host code would have been told. */
function failedOtherwise({ run, replayed }: Executed): boolean {
  return replayed?.endedOtherwise === true && run.host.status !== 'stopped';
}
