/**
 * A place in host code that is not yet a line: the number of its call stack in the run's table of stacks.
 * Clang is in another thread; it makes lines of them when the run is over.
 */
export interface Trace {
  readonly trace: number;
}

/** Frames looked at from the innermost outwards: enough to leave the C++ library and reach the submission. */
const MAX_FRAMES = 12;
const FUNCTION = ':wasm-function[';
/** What stands behind it, from its number on. */
const OFFSET = /\d+\]:0x([0-9a-f]+)/y;
/** What begins the name of a module, which ends at the function. */
const BEFORE_NAME = /[\s(@]/;

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
    const frames = framesIn(String(error.stack));
    // Device code is another module, which host code called.
    const host = frames.at(-1)?.module;
    const offsets = frames
      .filter(({ module }) => module === host)
      .slice(0, limit)
      .map(({ offset }) => offset);
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

interface Frame {
  readonly module: string;
  readonly offset: number;
}

/**
 * The frames of WebAssembly in a stack. Every call of the runtime asks for them, and names of C++ are long: each
 * character is looked at once or twice, which a regular expression for the whole frame does not do.
 */
function framesIn(stack: string): Frame[] {
  const frames: Frame[] = [];
  for (let at = stack.indexOf(FUNCTION); at >= 0; at = stack.indexOf(FUNCTION, at + 1)) {
    OFFSET.lastIndex = at + FUNCTION.length;
    const found = OFFSET.exec(stack);
    let start = at;
    while (start > 0 && !BEFORE_NAME.test(stack.charAt(start - 1))) start -= 1;
    if (found && start < at)
      frames.push({ module: stack.slice(start, at), offset: Number.parseInt(found[1] ?? '', 16) });
  }
  return frames;
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
