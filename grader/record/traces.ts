/**
 * A place in host code that is not yet a line: the number of its call stack in the run's table of stacks.
 * Clang is in another thread; it makes lines of them when the run is over.
 */
export interface Trace {
  readonly trace: number;
}

/** Frames looked at from the innermost outwards: enough to leave the C++ library and reach the submission. */
const MAX_FRAMES = 12;
/** Begins where a name can begin: looked for from each character on, a long path takes the square of its length. */
const FRAME = /(?:^|[\s(@])([^\s(@]+):wasm-function\[\d+\]:0x([0-9a-f]+)/gm;

/** The call stacks of one run, each once. */
export class Traces {
  readonly #stacks: number[][] = [];
  readonly #numbers = new Map<string, number>();

  /** The stack of host code that is calling now. */
  here(frames?: number): Trace {
    return this.of(new Error(), frames);
  }

  /** The stack of an error that came out of host code. */
  of(error: Error, limit = MAX_FRAMES): Trace {
    const frames = [...String(error.stack).matchAll(FRAME)];
    // Device code is another module, which host code called.
    const host = frames.at(-1)?.[1];
    const offsets = frames
      .filter(([, module]) => module === host)
      .slice(0, limit)
      .map(([, , offset]) => Number.parseInt(offset ?? '', 16));
    const key = offsets.join();
    const known = this.#numbers.get(key);
    if (known !== undefined) return { trace: known };
    const trace = this.#stacks.push(offsets) - 1;
    this.#numbers.set(key, trace);
    return { trace };
  }

  /** Code offsets in the host module, innermost first, by number. */
  get stacks(): readonly (readonly number[])[] {
    return this.#stacks;
  }
}

/** Runs `body` with stacks deep enough for traces, of `frames` frames. */
export function withDeepStacks<T>(body: () => T, frames = MAX_FRAMES + 8): T {
  const before = Error.stackTraceLimit;
  Error.stackTraceLimit = frames;
  try {
    return body();
  } finally {
    Error.stackTraceLimit = before;
  }
}
