/**
 * A place in host code that is not yet a line: the number of its call stack in the run's table of stacks.
 * Clang is in another thread; it makes lines of them when the run is over.
 */
export interface Trace {
  readonly trace: number;
}

/** Frames looked at from the innermost outwards: enough to leave the C++ library and reach the submission. */
const MAX_FRAMES = 12;
/** What the names of modules begin with in V8. */
const WASM = 'wasm://';
const FUNCTION = ':wasm-function[';
/** What stands behind it, from its number on. */
const OFFSET = /\d+\]:0x([0-9a-f]+)/y;
/** What begins the name of a module, which ends at the function. */
const BEFORE_NAME = /[\s(@]/;

/** The place of one call, once it is known. */
interface CallPlace {
  trace: Trace | null;
}

/** The call stacks of one run, each once. */
export class Traces {
  readonly #stacks: number[][] = [];
  readonly #numbers = new Map<string, number>();

  /** The place of the call that is being answered, once something has asked for it; `null` outside of calls. */
  #call: CallPlace | null = null;

  /**
   * Begins a call of host code: all of it has one place, which is looked for at most once. No function around the call:
   * stacks are looked at only so deep.
   * @returns for `left`, when the call has ended
   */
  entered(): CallPlace | null {
    const before = this.#call;
    this.#call = { trace: null };
    return before;
  }

  left(before: CallPlace | null): void {
    this.#call = before;
  }

  /** The stack of host code that is calling now. */
  here(frames?: number): Trace {
    if (!this.#call || frames !== undefined) return this.#now(frames);
    this.#call.trace ??= this.#now();
    return this.#call.trace;
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
 */
function callSites(): readonly NodeJS.CallSite[] | string {
  const before = Error.prepareStackTrace;
  Error.prepareStackTrace = (_, sites) => sites;
  try {
    const { stack } = new Error() as { readonly stack?: unknown };
    return Array.isArray(stack) ? stack : String(stack);
  } finally {
    Error.prepareStackTrace = before;
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
