import type { GpuProperties } from '../../device/gpu/index.ts';
import type { Symbolize } from '../../host/index.ts';
import { InfrastructureError } from '../../platform/index.ts';
import type { Hold, LockMode } from '../../platform/queue/index.ts';
import { type GpuModel, type Repetition, type Replay, ReplayFailure, type ReplayTask } from '../../timing/index.ts';
import { asInfrastructure, ask, LIMIT } from './ask.ts';
import { GpuHelper, HelperFailure, HelperHung, type StartHelper } from './client.ts';
import { GpuRuns } from './runs.ts';
import { proveSanitizer, SanitizerTools } from './sanitize.ts';
import type { GpuProgram } from './task.ts';
import { GpuTurns, type OthersOptions, type OwnTurn, type TurnOptions, type TurnSettings } from './turns.ts';

/** Replays that wait at the same time: baseline and reference of two assignments. */
const MOST_WAITING = 4;

/** Pairs of timings of the same copies that {@link GpuTarget.prove} compares at most. */
const MOST_PAIRS = 4;

/**
 * One GPU, used through helper processes: a kernel that faults or hangs takes its helper along and nothing else. Cases
 * of one submission share a helper; the next submission gets a fresh one.
 */
export class GpuTarget {
  readonly #start: StartHelper;
  readonly #helpers = new Set<GpuHelper>();
  /** Replays of the assignment's own programs, by what they replay; the one that was used last is the last. */
  readonly #waiting = new Map<string, Replay>();
  /** The signal of the timing that uses a replay now: it ends the replay's requests. */
  readonly #signals = new WeakMap<Replay, { signal: AbortSignal | undefined }>();
  #described: Promise<GpuDescription> | null = null;
  #measured: Promise<GpuModel> | null = null;
  /** After a helper that ended badly: the GPU is looked at before it is used again. */
  #doubted = false;
  readonly #turnSettings: TurnSettings;
  readonly #log: (line: string) => void;
  #turns: Promise<GpuTurns> | null = null;

  /** @param log - receives a line per failure that does not decide an outcome */
  constructor(start: StartHelper, turns: TurnSettings = {}, log: (line: string) => void = () => undefined) {
    this.#start = start;
    this.#turnSettings = turns;
    this.#log = log;
  }

  /**
   * Waits until this process may use the GPU, beside other `shared` users or as the only one. Whoever runs kernels holds
   * a turn: {@link replay} needs an exclusive one of its caller's, all other methods take their own.
   * @throws InfrastructureError if the lock cannot be used or the GPU stays busy; the signal's reason once that is aborted
   */
  async turn(mode: LockMode, options: OwnTurn = {}): Promise<Hold> {
    return (await this.#ownTurns()).take(mode, options);
  }

  /** Waits while programs that are no graders keep the GPU busy; see {@link GpuTurns.waitForOthers}. */
  async waitForOthers(named: 'named' | 'any', options: OthersOptions = {}): Promise<boolean> {
    return (await this.#ownTurns()).waitForOthers(named, options);
  }

  #ownTurns(): Promise<GpuTurns> {
    this.#turns ??= this.describe().then(({ gpu }) => new GpuTurns(gpu.uuid, this.#turnSettings));
    return this.#turns;
  }

  async #during<T>(mode: LockMode, options: TurnOptions, work: () => Promise<T>): Promise<T> {
    const hold = await this.turn(mode, options);
    try {
      return await work();
    } finally {
      await hold.release();
    }
  }

  /** @throws InfrastructureError where there is no driver or no GPU */
  describe(): Promise<GpuDescription> {
    this.#described ??= this.#once(async (helper) => {
      const { driver, gpu } = await ask(helper, { kind: 'describe' }, LIMIT.start);
      if (!gpu) throw new InfrastructureError('The driver finds no GPU.');
      return { driver, gpu };
    });
    return this.#described;
  }

  /**
   * The GPU with its bandwidth measured, once.
   * @param kept - where earlier processes have left the same; default: it is measured
   */
  model(kept?: KeptModel): Promise<GpuModel> {
    this.#measured ??= this.#modelOf(kept);
    return this.#measured;
  }

  async #modelOf(kept: KeptModel | undefined): Promise<GpuModel> {
    const known = (await kept?.get()) ?? null;
    if (known) return known;
    return this.#during('exclusive', {}, async () => {
      // Another process may have measured it while this one waited.
      const model = (await kept?.get()) ?? null;
      if (model) return model;
      const measured = await this.#once((helper) => ask(helper, { kind: 'measure' }, LIMIT.start));
      await kept?.put(measured);
      return measured;
    });
  }

  /**
   * Lets the GPU compute and copy something known.
   * @throws InfrastructureError if the GPU cannot be used, or computes something else
   */
  check(): Promise<void> {
    return this.#during('shared', {}, () => this.#control());
  }

  /**
   * Lets the GPU compute and copy something known, and times the same copies in two processes.
   * @param steady - the ratio below which two timings agree
   * @returns the larger of two bandwidths divided by the smaller: of the first two timings in a row that agree, or of the
   * last two if none do
   * @throws InfrastructureError if the GPU cannot be used, or computes something else
   */
  prove(steady: number): Promise<{ readonly model: GpuModel; readonly ratio: number }> {
    return this.#during('exclusive', {}, async () => {
      await this.#control();
      const measure = () => this.#once((helper) => ask(helper, { kind: 'measure' }, LIMIT.start));
      let model = await measure();
      let ratio = Number.POSITIVE_INFINITY;
      // The first two timings of an idle H200 differed by 1.5 % once; the timings of a batch after them did not.
      for (let pair = 0; pair < MOST_PAIRS && ratio >= steady; pair++) {
        const before = model.measuredBandwidth;
        model = await measure();
        ratio = Math.max(before, model.measuredBandwidth) / Math.min(before, model.measuredBandwidth);
      }
      return { model, ratio };
    });
  }

  /**
   * Runs a kernel of the grader's own under compute-sanitizer.
   * @throws InfrastructureError if that is missing or fails, or the kernel has a fault under it
   */
  proveSanitizer(): Promise<void> {
    return this.#during('shared', {}, () => proveSanitizer(this.#start));
  }

  /**
   * Runs the cases of one submission, in turn; disposed with it.
   */
  runs(program: GpuProgram, symbolize: Symbolize): GpuRuns {
    return new GpuRuns(
      {
        start: () => this.#ready(),
        open: (started) => this.#open(started),
        close: (helper, badly) => this.#close(helper, badly),
        turn: (mode, options) => this.turn(mode, options),
        control: () => this.#control(),
        tools: (tools) => new SanitizerTools(this.#start, tools),
        log: this.#log,
      },
      program,
      symbolize,
    );
  }

  /** Opens a launch plan in a process of its own, which no host code ever enters. The caller holds an exclusive turn. */
  async replay(task: ReplayTask, signal?: AbortSignal): Promise<Replay> {
    return (await this.prepareReplay()).open(task, signal);
  }

  /**
   * Starts a process for a replay. It does not use the GPU before it is opened, so this needs no turn.
   * @param copyBytes - of the outputs that the replay will keep
   */
  async prepareReplay(copyBytes = 0): Promise<PreparedReplay> {
    const helper = await this.#ready(copyBytes);
    return {
      open: (task, signal) => this.#openReplay(helper, task, signal),
      close: () => this.#close(helper, !helper.usable),
    };
  }

  async #openReplay(helper: GpuHelper, task: ReplayTask, signal: AbortSignal | undefined): Promise<Replay> {
    if (this.#doubted) await this.#examine(helper);
    try {
      await replaying(ask(helper, { kind: 'open', task }, LIMIT.repetition, signal));
    } catch (error) {
      await this.#close(helper, false);
      throw error;
    }
    const own = { signal };
    const replay: Replay = {
      repeat: ({ seed, reload }): Promise<Repetition> =>
        replaying(ask(helper, { kind: 'repeat', seed, reload }, LIMIT.repetition, own.signal)),
      read: (output, sample) => replaying(ask(helper, { kind: 'read', output, sample }, LIMIT.repetition, own.signal)),
      keep: async (copy) => void (await replaying(ask(helper, { kind: 'keep', copy }, LIMIT.repetition, own.signal))),
      kept: (copy) => replaying(ask(helper, { kind: 'kept', copy }, LIMIT.repetition, own.signal)),
      free: async () => void (await replaying(ask(helper, { kind: 'free' }, LIMIT.repetition, own.signal))),
      rest: () => replaying(ask(helper, { kind: 'rest' }, LIMIT.repetition, own.signal)),
      close: () => this.#close(helper, !helper.usable),
    };
    this.#signals.set(replay, own);
    return replay;
  }

  /**
   * Takes a replay of the assignment's own program that waits since an earlier timing, with its context and its module.
   * @param key - of everything that it replays
   * @param signal - of the timing that it is for, in place of the earlier one's
   */
  takeWaiting(key: string, signal?: AbortSignal): Replay | null {
    const found = this.#waiting.get(key) ?? null;
    this.#waiting.delete(key);
    const own = found && this.#signals.get(found);
    if (own) own.signal = signal;
    return found;
  }

  /** Keeps a replay that rests for another timing of the same program. It must never be one of a submission. */
  async keepWaiting(key: string, replay: Replay): Promise<void> {
    const before = this.#waiting.get(key);
    this.#waiting.delete(key);
    this.#waiting.set(key, replay);
    const [oldest] = this.#waiting.size > MOST_WAITING ? this.#waiting : [];
    if (oldest) this.#waiting.delete(oldest[0]);
    await Promise.all([before?.close(), oldest?.[1].close()]);
  }

  /** Ends all helpers, and waits until no other grader relies on a turn that has ended here. */
  async dispose(): Promise<void> {
    await Promise.all([...this.#helpers].map((helper) => helper.end()));
    this.#helpers.clear();
    this.#waiting.clear();
    const turns = await this.#turns?.catch(() => null);
    await turns?.ended();
  }

  async #once<T>(use: (helper: GpuHelper) => Promise<T>): Promise<T> {
    const helper = await this.#open();
    try {
      return await use(helper);
    } catch (error) {
      throw asInfrastructure(error);
    } finally {
      await this.#close(helper, false);
    }
  }

  async #started(): Promise<GpuHelper> {
    const helper = await GpuHelper.start(() => this.#start([]));
    this.#helpers.add(helper);
    return helper;
  }

  /** Starts a process that has found the driver, and does not use the GPU. */
  async #ready(copyBytes = 0): Promise<GpuHelper> {
    const helper = await this.#started();
    try {
      await ask(helper, { kind: 'ready', copyBytes }, LIMIT.start);
      return helper;
    } catch (error) {
      await this.#close(helper, false);
      throw asInfrastructure(error);
    }
  }

  async #open(started: Promise<GpuHelper> = this.#started()): Promise<GpuHelper> {
    const helper = await started;
    if (this.#doubted) await this.#examine(helper);
    return helper;
  }

  async #examine(helper: GpuHelper): Promise<void> {
    const problem = await ask(helper, { kind: 'check' }, LIMIT.start).catch((error: unknown) => String(error));
    if (problem !== null) {
      await this.#close(helper, true);
      throw new InfrastructureError('The GPU does not work as it should after a submission that failed on it.', {
        details: [
          problem,
          'Look at nvidia-smi and at the system log for Xid errors; a reset or a restart may be needed.',
        ],
      });
    }
    this.#doubted = false;
  }

  async #control(): Promise<void> {
    this.#doubted = true;
    await this.#close(await this.#open(), false);
  }

  async #close(helper: GpuHelper, badly: boolean): Promise<void> {
    this.#doubted ||= badly;
    this.#helpers.delete(helper);
    await helper.end();
  }
}

/** Where a measured model is kept between processes. */
export interface KeptModel {
  get(): Promise<GpuModel | null>;
  put(model: GpuModel): Promise<void>;
}

/** A process that waits for its plan. */
export interface PreparedReplay {
  /**
   * Opens a launch plan in the process, which no host code ever enters. The caller holds an exclusive turn.
   * @throws ReplayFailure if it cannot be replayed
   */
  open(task: ReplayTask, signal?: AbortSignal): Promise<Replay>;
  /** Ends the process. */
  close(): Promise<void>;
}

export interface GpuDescription {
  readonly driver: string;
  readonly gpu: GpuProperties;
}

/** The errors of a replay in the terms of `timing/`. */
async function replaying<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof HelperHung) throw new ReplayFailure('hang', error.message);
    if (error instanceof HelperFailure && (error.kind === 'launch' || error.kind === 'hang' || error.kind === 'plan')) {
      throw new ReplayFailure(error.kind, error.message);
    }
    if (error instanceof HelperFailure && error.kind === 'untranslatable')
      throw new ReplayFailure('plan', error.message);
    throw asInfrastructure(error);
  }
}
