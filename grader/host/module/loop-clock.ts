/** Milliseconds between two looks at the clock, where loops turn that fast, and most turns between them. */
const EVERY_MS = 2;
const MOST_TURNS = 1 << 16;
/** A pause that is so long, and so many times longer than the stretch before it, was not the program's. */
const PAUSE_MS = 2;
const PAUSE_FACTOR = 4;
/** Below this share of a processor the time was not the program's own, and how much longer it may take then. */
const STARVED = 0.7;
const PATIENCE = 4;

/**
 * How long host code has worked, told by itself, where no other thread can stop it. A busy machine lets it wait now and
 * then: such a pause shows as a stretch that took far longer than as many turns took before.
 * As just as `platform/cpu-limit.ts`, which asks the operating system.
 */
export class LoopClock {
  readonly #limitMs: number;
  readonly #now: () => number;
  readonly #startedAt: number;
  #lastAt: number;
  #lastMs = 0;
  #worked = 0;
  #turns = 1;

  constructor(limitMs: number, now: () => number = () => performance.now()) {
    this.#limitMs = limitMs;
    this.#now = now;
    this.#startedAt = now();
    this.#lastAt = this.#startedAt;
  }

  /** Counts the turns that were granted. @returns how many may follow; null when the time is over */
  turned(): number | null {
    const took = this.#passed();
    const isPause = took > PAUSE_MS && took > PAUSE_FACTOR * this.#lastMs;
    this.#worked += isPause ? this.#lastMs : took;
    this.#lastMs = took;
    if (this.isOver) return null;
    // Twice as many at most: the next turns may be far longer than these.
    this.#turns = Math.max(1, Math.min(MOST_TURNS, took > EVERY_MS ? this.#turns >> 1 : this.#turns << 1));
    return this.#turns;
  }

  /** A call of ours begins. @returns whether the time is over */
  entered(): boolean {
    this.#worked += this.#passed();
    return this.isOver;
  }

  /** It has ended. Half of it counts: pauses in it cannot be told. @returns whether the time is over */
  left(): boolean {
    this.#worked += this.#passed() / 2;
    return this.isOver;
  }

  get isOver(): boolean {
    const elapsed = this.#lastAt - this.#startedAt;
    const isStarved = this.#worked < STARVED * this.#limitMs;
    return elapsed >= this.#limitMs * (isStarved ? PATIENCE : 1);
  }

  #passed(): number {
    const before = this.#lastAt;
    this.#lastAt = this.#now();
    return this.#lastAt - before;
  }
}
