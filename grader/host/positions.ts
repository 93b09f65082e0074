import { characterColumn, type SourcePosition } from '../compile/index.ts';
import type { Executed } from './execute.ts';
import { loopAround } from './module/loops.ts';
import type { ApiError, RunRequest, RunResult } from './run.ts';
import { type RawOutcome, resolveTraces } from './unresolved.ts';

type Stacks = Executed['stacks'];

/** Source positions of code offsets in a host module, in their order; null for code that is not the submission's. */
export type Symbolize = (
  wasm: Uint8Array,
  offsets: readonly number[],
  fileName: string,
  headers?: Readonly<Record<string, string>>,
) => Promise<readonly (SourcePosition | null)[]>;

/**
 * Lines of one program's host code, each offset asked for once: the cases of a program call from the same places.
 */
export class HostPositions {
  readonly #program: RunRequest['program'];
  readonly #symbolize: Symbolize;
  readonly #known = new Map<number, Promise<SourcePosition | null>>();

  constructor(program: RunRequest['program'], symbolize: Symbolize) {
    this.#program = program;
    this.#symbolize = symbolize;
  }

  /** The result with lines: each stack is where its innermost frame in the submission stands. */
  async resolve({ run, stacks: recorded }: Executed): Promise<RunResult> {
    const { host, stacks } = this.#stoppedAt(run.host, recorded);
    const positions: (SourcePosition | null)[] = stacks.map(() => null);
    let open = stacks.map((_, trace) => trace);
    // Almost always the first frame is the submission's own, and one round is enough.
    for (let depth = 0; open.length > 0; depth++) {
      open = open.filter((trace) => depth < (stacks[trace]?.length ?? 0));
      const offsets = open.map((trace) => stacks[trace]?.[depth] ?? 0);
      const found = await this.#positions(offsets);
      for (const [index, trace] of open.entries()) positions[trace] = found[index] ?? null;
      open = open.filter((trace) => positions[trace] === null);
    }
    const resolved = resolveTraces<RunResult>({ ...run, host }, (trace) => positions[trace] ?? null);
    return { ...resolved, apiErrors: resolved.apiErrors.map((error) => this.#withUse(error)) };
  }

  /** Says of a call whether the program discards its error. */
  #withUse(error: ApiError): ApiError {
    const { position, isUsed } = error;
    const { discarding = [] } = this.#program.host;
    const isDiscarded = position && discarding.includes(`${position.file}:${position.line}:${position.column}`);
    return { ...error, isUsed: isUsed && !isDiscarded };
  }

  /**
   * Which of its loops a program is in when the clock stops it is chance, the outermost is not: it stands before the
   * frames themselves. A kernel that is running then is to blame where no loop of host code is around its launch.
   */
  #stoppedAt(host: RawOutcome, recorded: Stacks): { readonly host: RawOutcome; readonly stacks: Stacks } {
    if (host.status !== 'stopped' || host.limit !== 'wall' || !host.position || !('trace' in host.position))
      return { host, stacks: recorded };
    const { trace } = host.position;
    const { launch, loop: _, ...plain } = host;
    const stack = recorded[trace] ?? [];
    const loops = stack.toReversed().flatMap((offset) => loopAround(this.#program.host.wasm, offset) ?? []);
    if (launch && loops.length === 0) return { host: { ...host, position: launch.position }, stacks: recorded };
    return { host: plain, stacks: recorded.with(trace, [...loops, ...stack]) };
  }

  #positions(offsets: readonly number[]): Promise<(SourcePosition | null)[]> {
    const missing = [...new Set(offsets)].filter((offset) => !this.#known.has(offset));
    if (missing.length > 0) {
      const { wasm, fileName, headers, wide = {} } = this.#program.host;
      const inCharacters = (position: SourcePosition) => {
        const column = characterColumn(wide[position.file] ?? {}, position.line, position.column);
        return { ...position, column };
      };
      const answer = this.#symbolize(wasm, missing, fileName, headers);
      for (const [index, offset] of missing.entries())
        this.#known.set(
          offset,
          answer.then((found) => {
            const position = found[index];
            return position ? inCharacters(position) : null;
          }),
        );
    }
    return Promise.all(offsets.map((offset) => this.#known.get(offset) ?? null));
  }
}
