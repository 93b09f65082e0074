import { randomIntegers } from '../random.ts';

const DAY = 86_400_000_000_000n;

/** A clock that counts what the program does, so that a run that is repeated reads the same times. */
export class Clock {
  /** Nanoseconds from {@link START_OF_TIME}, and from the start of the machine, to the start of the program. */
  readonly start: bigint;
  #nanoseconds = 0n;
  #slept = 0n;

  /** @param seed - chooses when the program starts: 1 to 300 days after the machine, as on a real one */
  constructor(seed: number) {
    const unit = BigInt(randomIntegers(seed)());
    this.start = DAY + (299n * DAY * unit) / 2n ** 32n;
  }

  /** Reading takes time too: a loop that waits for a while ends. */
  read(): bigint {
    this.#nanoseconds += 100_000n;
    return this.#nanoseconds;
  }

  advance(nanoseconds: number): void {
    this.#nanoseconds += BigInt(Math.round(nanoseconds));
  }

  /** Lets time pass, as much as the program sleeps. Nothing waits for it. */
  sleep(nanoseconds: bigint): void {
    const longest = END_OF_TIME - this.#nanoseconds;
    const slept = nanoseconds < longest ? nanoseconds : longest;
    this.#nanoseconds += slept;
    this.#slept += slept;
  }

  /** The part of the time that the program slept: it used no processor then. */
  get slept(): bigint {
    return this.#slept;
  }

  get now(): bigint {
    return this.#nanoseconds;
  }
}

/** The clock stops here, so that its time has 64 bits with each origin. */
const END_OF_TIME = 2n ** 62n;

/** Nanoseconds since 1970 at which every machine starts: 1 January 2024. */
export const START_OF_TIME = 1_704_067_200_000_000_000n;
