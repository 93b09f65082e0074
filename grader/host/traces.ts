/**
 * A place in host code that is not yet a line: the number of its call stack in the run's table of stacks.
 * Clang is in another thread; it makes lines of them when the run is over.
 */
export interface Trace {
  readonly trace: number;
}

/** For what is not kept: nobody asks where it was. */
export const NOWHERE: Trace = { trace: -1 };

/** Frames looked at from the innermost outwards: enough to leave the C++ library and reach the submission. */
const MAX_FRAMES = 12;
/** The beginning of the names of modules in V8. */
const WASM = 'wasm://';
const FUNCTION = ':wasm-function[';
/** The text after it, from its number on. */
const OFFSET = /\d+\]:0x([0-9a-f]+)/y;
/** The character before the name of a module, which ends at the function. */
const BEFORE_NAME = /[\s(@]/;

/** The place of one call, once it is known. */
interface CallPlace {
  trace: Trace | null;
  /** A call that is being answered, and has made this one: it called host code. */
  readonly before: CallPlace | null;
  /** The function that answers the call: all frames above it are the recorder's own. */
  readonly answer: Answer;
}

type Answer = (...args: number[]) => unknown;

/** Frames of a call at first: mostly the whole stack of host code, and more cost much more. */
const FIRST_FRAMES = 6;

/** The call stacks of one run, each once. */
export class Traces {
  readonly #stacks: number[][] = [];
  readonly #numbers = new Map<string, number>();

  /** Functions of host code that JavaScript runs for host code now: their callers are further out. */
  #invoked = 0;
  /** The place of the call that is being answered, once something has asked for it; `null` outside of calls. */
  #call: CallPlace | null = null;

  /**
   * Begins a call of host code: all of it has one place, which is looked for at most once. No function around the call:
   * stacks are looked at only so deep.
   * @param answer - the function that host code has called
   */
  entered(answer: Answer): void {
    this.#call = { trace: null, before: this.#call, answer };
  }

  /** The call has ended. */
  left(): void {
    this.#call = this.#call?.before ?? null;
  }

  /** The stack of host code that is calling now. */
  here(frames?: number): Trace {
    if (!this.#call || frames !== undefined) return this.#now(frames);
    this.#call.trace ??= this.#shallow(this.#call) ?? this.#now();
    return this.#call.trace;
  }

  /** Runs a function of host code for host code. */
  invoking<T>(run: () => T): T {
    this.#invoked += 1;
    try {
      return run();
    } finally {
      this.#invoked -= 1;
    }
  }

  /**
   * The same as `#now` if few frames are enough: all frames of WebAssembly are host code's, and the outermost is among
   * them because a frame of JavaScript, which called it, is.
   */
  #shallow({ before, answer }: CallPlace): Trace | null {
    if (before || this.#invoked > 0 || !Error.captureStackTrace) return null;
    const sites = callSites(FIRST_FRAMES, answer);
    if (typeof sites === 'string') return null;
    const frames = framesOf(sites);
    const isWhole = frames.length > 0 && frames.length < sites.length;
    return isWhole ? this.#keep(frames) : null;
  }

  #now(limit?: number): Trace {
    const sites = callSites();
    return typeof sites === 'string' ? this.#keep(framesIn(sites), limit) : this.#keep(framesOf(sites), limit);
  }

  /** The stack of an error that came out of host code. */
  of(error: Error, limit?: number): Trace {
    return this.#keep(framesIn(String(error.stack)), limit);
  }

  #keep(frames: readonly Frame[], limit = MAX_FRAMES): Trace {
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

/**
 * The stack of now: in V8 its frames, since the text that says the same takes twice as long to make; else the text.
 * @param limit - frames; default: as deep as stacks are now
 * @param below - only what is below this function
 */
function callSites(limit = Error.stackTraceLimit, below?: Answer): readonly NodeJS.CallSite[] | string {
  const { prepareStackTrace, stackTraceLimit } = Error;
  Error.prepareStackTrace = (_, sites) => sites;
  Error.stackTraceLimit = limit;
  try {
    const error: { readonly stack?: unknown } = below ? {} : new Error();
    if (below) Error.captureStackTrace(error, below);
    const { stack } = error;
    return Array.isArray(stack) ? stack : String(stack);
  } finally {
    Error.prepareStackTrace = prepareStackTrace;
    Error.stackTraceLimit = stackTraceLimit;
  }
}

/** The frames of WebAssembly among call sites. In its functions a column is a byte of the module, counted from 1. */
function framesOf(sites: readonly NodeJS.CallSite[]): Frame[] {
  return sites.flatMap((site) => {
    const module = site.getFileName();
    return module?.startsWith(WASM) ? [{ module, offset: (site.getColumnNumber() ?? 1) - 1 }] : [];
  });
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
