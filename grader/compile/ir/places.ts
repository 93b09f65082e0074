import type { SourcePosition } from '../program.ts';
import type { DebugInfo } from './debug.ts';
import type { readMarks } from './marks.ts';
import { attached, type FunctionHeader, type Line } from './read/index.ts';

/** How far a lost place is looked for among operands of operands. */
const DEPTH = 3;

/** Where in the submission each line of one function's body comes from. */
export class Places {
  readonly #body: readonly Line[];
  readonly #debug: DebugInfo;
  readonly #marks: ReturnType<typeof readMarks>;
  readonly #definitions = new Map<string, number>();
  readonly #subprogram: ReturnType<DebugInfo['subprogram']>;

  constructor(header: FunctionHeader, body: readonly Line[], debug: DebugInfo, marks: ReturnType<typeof readMarks>) {
    this.#body = body;
    this.#debug = debug;
    this.#marks = marks;
    this.#subprogram = debug.subprogram(attached(header, 'dbg'));
    for (const [i, line] of body.entries()) {
      if (line.result !== null) this.#definitions.set(line.result, i);
    }
  }

  /** The innermost line of the submission; where optimisation lost it, that of the nearest code that knows. */
  position(at: number): SourcePosition | null {
    // What a library does is told where it was asked to, and not at a line of a function that it was given.
    if (this.#subprogram?.isLibrary) return this.known(at);
    return (
      this.known(at) ?? this.#ofOperands(at, DEPTH) ?? this.#ofNeighbours(at) ?? this.#subprogram?.position ?? null
    );
  }

  /** Returns whether it is a part of an asynchronous copy of cooperative groups or of `cuda::memcpy_async`. */
  isAsyncCopy(at: number): boolean {
    return this.#debug.calledName(this.#attached(at, 'dbg')) === 'memcpy_async';
  }

  functionName(at: number): string {
    return this.#debug.functionName(this.#attached(at, 'dbg')) ?? this.#subprogram?.name ?? '';
  }

  /** The line that debug information has for it; `null` if optimization lost it. */
  known(at: number): SourcePosition | null {
    const dbg = this.#attached(at, 'dbg');
    const own = this.#debug.ownPlace(dbg);
    if (own) return own;
    const mark = this.#marks.get(this.#attached(at, 'annotation') ?? '');
    return mark ?? this.#debug.position(dbg);
  }

  #attached(at: number, name: string): string | null {
    const line = this.#body[at];
    return line ? attached(line, name) : null;
  }

  /** A merged store has no place of its own; the values that met there have. */
  #ofOperands(at: number, depth: number): SourcePosition | null {
    if (depth === 0) return null;
    const definitions = (this.#body[at]?.uses ?? []).flatMap((value) => {
      const line = this.#definitions.get(value);
      return line === undefined || line === at ? [] : [line];
    });
    for (const line of definitions) {
      const found = this.known(line);
      if (found) return found;
    }
    for (const line of definitions) {
      const found = this.#ofOperands(line, depth - 1);
      if (found) return found;
    }
    return null;
  }

  #ofNeighbours(at: number): SourcePosition | null {
    for (let distance = 1; distance < this.#body.length; distance++) {
      const found = this.known(at - distance) ?? this.known(at + distance);
      if (found) return found;
    }
    return null;
  }
}
