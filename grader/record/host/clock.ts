/** A clock that counts what the program does, so that every run reads the same times. */
export class Clock {
  #nanoseconds = 0n;

  /** Reading takes time too: a loop that waits for a while comes to its end. */
  read(): bigint {
    this.#nanoseconds += 100_000n;
    return this.#nanoseconds;
  }

  advance(nanoseconds: number): void {
    this.#nanoseconds += BigInt(Math.round(nanoseconds));
  }

  get now(): bigint {
    return this.#nanoseconds;
  }
}

/** Nanoseconds since 1970 at which every program starts: 1 January 2024. */
export const START_OF_TIME = 1_704_067_200_000_000_000n;
