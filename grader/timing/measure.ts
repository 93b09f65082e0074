import { InfrastructureError, messageOf } from '../platform/index.ts';
import type { Threshold } from '../spec/index.ts';
import type { GpuModel, TimingEvidence, TimingOutcome, TimingRound } from './evidence.ts';
import { type Repetition, type Replay, ReplayFailure, type TimedPrograms } from './session.ts';
import { type Estimate, estimateMedian, median, relativeWidth } from './statistics.ts';
import { decide, undecided } from './tiers.ts';
import { compareKept, compareOutputs, type KeptOutput, keepOutputs, type TimedOutput } from './verify.ts';

/** What is known of a timing before anything is measured. */
export interface TimingSubject {
  readonly gpu: GpuModel;
  readonly dims: Readonly<Record<string, number>>;
  /** Best first. */
  readonly thresholds: readonly Threshold[];
  readonly calibrated: boolean;
  /** Bytes that must at least be moved. */
  readonly bytes: number;
  readonly operations: number | null;
}

export interface MeasureOptions extends Omit<TimingSubject, 'gpu'> {
  /** Of an output's element against the exact result, if the output has none of its own. */
  readonly tolerance: number;
  readonly outputs: readonly TimedOutput[];
  /**
   * Default: samples after every round, and every element after the first, one other and the last. `sampled`: samples
   * alone, where another timing of the same program looks at every element.
   */
  readonly verify?: 'sampled';
  /** Called when the GPU is no longer needed, before outputs are compared as a whole. */
  readonly onTimed?: () => Promise<void>;
  readonly maxRounds?: number;
  readonly maxMs?: number;
  /** 0 (included) to 1 (excluded); decides seeds, order, reloads and what is verified. */
  readonly random?: () => number;
  /** Milliseconds that only ever grow. */
  readonly now?: () => number;
}

/** The 95 % interval of so many rounds is their whole range. */
const MIN_ROUNDS = 8;
/** Rounds with the reference, if no threshold is about it: it is for the reader's interest then. */
const REFERENCE_ROUNDS = 4;
const MAX_ROUNDS = 60;
const MAX_MS = 6_000;
/** The interval of the ratio is this narrow, on either side, when it is enough. */
const WIDTH = 0.01;
/** Known no better than this after all rounds, a ratio decides nothing: the GPU is not the submission's alone. */
const UNSTEADY_WIDTH = 0.03;
const RELOAD_CHANCE = 1 / 3;
/** A clock of the GPU that runs faster than the host's is not believed. */
const CLOCK_SLACK = 0.98;
/** Specifications and clocks are rounded. */
const FLOOR_SLACK = 0.9;

/**
 * Times a program against the baseline: rounds in which each runs once, on the same fresh input and in random order,
 * until the ratio is known to one percent and no threshold lies within its interval, or the cap is reached.
 * @throws InfrastructureError where the baseline or the reference fails
 */
export async function measure(programs: TimedPrograms, options: MeasureOptions): Promise<TimingEvidence> {
  const { gpu } = programs;
  const subject: TimingSubject = { gpu, ...options };
  const { student, baseline, reference } = programs;
  const session = new Session(
    {
      gpu,
      // Only while it runs can the submission fail: when a repetition has ended, the whole device is idle.
      student: { ...blameless('submission', student), repeat: (round) => student.repeat(round) },
      baseline: blameless('baseline', baseline),
      reference: reference && blameless('reference', reference),
    },
    options,
  );
  try {
    const outcome = await session.run(subject);
    return conclude(subject, session, outcome);
  } catch (error) {
    if (!(error instanceof ReplayFailure)) throw error;
    const { kind, message } = error;
    return unmeasured(
      subject,
      kind === 'plan' ? { status: 'not-replayable', reason: message } : { status: 'failed', message },
    );
  }
}

/** The evidence where there are no rounds. */
export function unmeasured(subject: TimingSubject, outcome: TimingOutcome): TimingEvidence {
  return {
    outcome,
    gpu: subject.gpu,
    dims: subject.dims,
    rounds: [],
    dropped: 0,
    studentMs: 0,
    baselineMs: 0,
    referenceMs: null,
    cpuMs: null,
    ratio: 0,
    interval: [0, 0],
    bytes: subject.bytes,
    operations: subject.operations,
    floorMs: floorOf(subject),
    tiers: subject.thresholds,
    calibrated: subject.calibrated,
    tier: null,
    tooClose: null,
    clocksMHz: null,
  };
}

/** The least time, milliseconds: bytes over bandwidth or operations over peak. */
export function floorOf({ gpu, bytes, operations }: Pick<TimingSubject, 'gpu' | 'bytes' | 'operations'>): number {
  return 1e3 * Math.max(bytes / gpu.peakBandwidth, (operations ?? 0) / gpu.peakFlops);
}

function conclude(subject: TimingSubject, session: Session, outcome: TimingOutcome): TimingEvidence {
  const { rounds, dropped, clocks } = session;
  const empty = { ...unmeasured(subject, outcome), dropped };
  if (rounds.length === 0) return empty;
  const { value: ratio, interval } = ratioOf(rounds);
  const references = rounds.flatMap(({ referenceMs }) => (referenceMs === null ? [] : [referenceMs]));
  const studentMs = median(rounds.map((round) => round.studentMs));
  const belowFloor = outcome.status === 'measured' && studentMs < FLOOR_SLACK * empty.floorMs;
  const final: TimingOutcome = belowFloor ? { status: 'below-floor', floorMs: empty.floorMs } : outcome;
  const measured = { gpu: subject.gpu, rounds, bytes: subject.bytes, operations: subject.operations };
  const none = { tier: null, tooClose: null };
  return {
    ...empty,
    outcome: final,
    rounds,
    studentMs,
    baselineMs: median(rounds.map((round) => round.baselineMs)),
    referenceMs: references.length > 0 ? median(references) : null,
    ratio,
    interval,
    ...(final.status === 'measured' ? decide(subject.thresholds, measured) : none),
    clocksMHz: clocks.length > 0 ? [Math.min(...clocks), Math.max(...clocks)] : null,
  };
}

class Session {
  readonly rounds: TimingRound[] = [];
  readonly clocks: number[] = [];
  dropped = 0;
  readonly #programs: TimedPrograms;
  readonly #options: MeasureOptions;
  readonly #random: () => number;
  readonly #now: () => number;
  /** Besides the first and the last, the round after which every element is compared. */
  readonly #whole: number;
  readonly #kept: KeptOutput[] = [];
  #copies = 0;

  constructor(programs: TimedPrograms, options: MeasureOptions) {
    this.#programs = programs;
    this.#options = options;
    this.#random = options.random ?? secureRandom;
    this.#now = options.now ?? (() => performance.now());
    this.#whole = 1 + Math.floor(this.#random() * (MIN_ROUNDS - 1));
  }

  async run({ gpu, thresholds, bytes, operations }: TimingSubject): Promise<TimingOutcome> {
    const { maxRounds = MAX_ROUNDS, maxMs = MAX_MS } = this.#options;
    const started = this.#now();
    const warmUps = 1 + Math.floor(this.#random() * 3);
    for (let round = -warmUps; round < maxRounds; round++) {
      const wrong = await this.#round(round, thresholds);
      if (wrong) return wrong;
      const known = this.rounds.length + this.dropped;
      if (known >= MIN_ROUNDS && this.#isEnough({ gpu, rounds: this.rounds, bytes, operations }, thresholds)) break;
      if (known >= MIN_ROUNDS && this.#now() - started > maxMs) break;
    }
    await this.#keep();
    const unsteady = this.#unsteady();
    // Someone may want to time it again.
    if (!unsteady) await this.#options.onTimed?.();
    const { student, baseline } = this.#programs;
    const mismatch = await compareKept(student, baseline, this.#kept, this.#options.tolerance);
    return (mismatch && { status: 'wrong', ...mismatch }) ?? unsteady ?? { status: 'measured' };
  }

  #unsteady(): TimingOutcome | null {
    if (this.dropped > this.rounds.length)
      return { status: 'unsteady', reason: `the GPU was slowed down in ${this.dropped} rounds` };
    if (this.rounds.length === 0) return { status: 'unsteady', reason: 'no round could be counted' };
    const width = relativeWidth(ratioOf(this.rounds));
    // Of no time at all it is no number: that is judged elsewhere.
    if (!(width > UNSTEADY_WIDTH)) return null;
    const percent = Math.round(100 * width);
    return { status: 'unsteady', reason: `after ${this.rounds.length} rounds the ratio is known to ${percent} % only` };
  }

  #isEnough(measured: Parameters<typeof undecided>[1], thresholds: readonly Threshold[]): boolean {
    if (measured.rounds.length < MIN_ROUNDS) return false;
    return relativeWidth(ratioOf(measured.rounds)) <= WIDTH && !undecided(thresholds, measured);
  }

  /** @param round - negative ones warm up and are verified, not counted */
  async #round(round: number, thresholds: readonly Threshold[]): Promise<TimingOutcome | null> {
    const { student, baseline, reference } = this.#programs;
    const seed = Math.floor(this.#random() * 2 ** 48);
    const reload = this.#random() < RELOAD_CHANCE;
    const programs: [keyof TimedPrograms, Replay][] = [
      ['student', student],
      ['baseline', baseline],
    ];
    const ofReference = round < REFERENCE_ROUNDS || thresholds.some(({ of }) => of === 'reference');
    if (reference && ofReference) programs.push(['reference', reference]);
    const done = new Map<string, Repetition>();
    for (const [name, replay] of shuffled(programs, this.#random)) {
      done.set(name, await replay.repeat({ seed, reload }));
    }
    const wrong = await this.#verify();
    if (wrong) return wrong;
    if (round === 0 || round === this.#whole) await this.#keep();
    return round < 0 ? null : this.#count(done);
  }

  async #verify(): Promise<TimingOutcome | null> {
    const { student, baseline } = this.#programs;
    const { outputs, tolerance } = this.#options;
    const mismatch = await compareOutputs(student, baseline, outputs, tolerance, this.#random);
    return mismatch && { status: 'wrong', ...mismatch };
  }

  async #keep(): Promise<void> {
    const { student, baseline } = this.#programs;
    const { outputs, verify } = this.#options;
    if (verify === 'sampled') return;
    this.#copies += 1;
    const kept = await keepOutputs(student, baseline, { outputs, number: this.#copies, random: this.#random });
    this.#kept.push(...kept);
  }

  #count(done: ReadonlyMap<string, Repetition>): TimingOutcome | null {
    const all = [...done.values()];
    const backwards = all.find(({ hostMs, deviceMs }) => hostMs < CLOCK_SLACK * deviceMs);
    if (backwards) {
      const { hostMs, deviceMs } = backwards;
      return { status: 'unsteady', reason: `the GPU's clock counts ${deviceMs} ms where the host's counts ${hostMs}` };
    }
    if (all.some(({ clocks }) => clocks?.throttled)) {
      this.dropped += 1;
      return null;
    }
    for (const { clocks } of all) if (clocks) this.clocks.push(clocks.smMHz);
    const time = (name: string) => done.get(name)?.deviceWideMs ?? 0;
    this.rounds.push({
      studentMs: time('student'),
      baselineMs: time('baseline'),
      referenceMs: done.has('reference') ? time('reference') : null,
    });
    return null;
  }
}

/** A replay whose failures are those of the machine. */
export function blameless(name: string, replay: Replay): Replay {
  const blamed = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } catch (error) {
      if (!(error instanceof ReplayFailure)) throw error;
      throw new InfrastructureError(
        `The ${name} could not be timed: ${messageOf(error)}. The submission is not at fault; grade it again.`,
        {
          details: ['If this happens each time, `grade doctor` shows whether the GPU works.'],
          cause: error,
        },
      );
    }
  };
  return {
    repeat: (round) => blamed(replay.repeat(round)),
    read: (output, at) => blamed(replay.read(output, at)),
    keep: (copy) => blamed(replay.keep(copy)),
    kept: (copy) => blamed(replay.kept(copy)),
    free: () => blamed(replay.free()),
    rest: () => blamed(replay.rest()),
    close: () => blamed(replay.close()),
  };
}

function ratioOf(rounds: readonly TimingRound[]): Estimate {
  return estimateMedian(rounds.map(({ studentMs, baselineMs }) => baselineMs / studentMs));
}

function shuffled<T>(items: readonly T[], random: () => number): T[] {
  const shuffle = [...items];
  for (let at = shuffle.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1));
    [shuffle[at], shuffle[other]] = [shuffle[other] as T, shuffle[at] as T];
  }
  return shuffle;
}

/** As many as a call gives at once: one call a number is most of what a comparison of samples takes. */
const drawn = new Uint32Array(2 ** 14);
let taken = drawn.length;

/** What a submission cannot foresee. */
function secureRandom(): number {
  if (taken === drawn.length) {
    crypto.getRandomValues(drawn);
    taken = 0;
  }
  const [high = 0, low = 0] = [drawn[taken], drawn[taken + 1]];
  taken += 2;
  return (high * 2 ** 21 + (low >>> 11)) / 2 ** 53;
}
