import { type CompileResult, Compiler } from '../../grader/compile/index.ts';
import { type Executed, type RunLimits, RunPool, type RunRequest, type RunResult } from '../../grader/host/index.ts';

type Compiled = Extract<CompileResult, { status: 'compiled' }>;

export const LIMITS: RunLimits = {
  deviceSteps: 1_000_000,
  wallMs: 20_000,
  hostMemoryBytes: 64 * 2 ** 20,
  outputBytes: 4096,
  launches: 50,
};

/** One real program, compiled once, and a pool that runs it. */
export class Bench {
  readonly program: Compiled;
  readonly #source: string;
  readonly #compiler: Compiler;
  readonly #pool = new RunPool({ size: 2 });

  private constructor(source: string, compiler: Compiler, program: Compiled) {
    this.#source = source;
    this.#compiler = compiler;
    this.program = program;
  }

  /** @param prototype - of the entry point; null for a program with a `main` */
  static async open(source: string, prototype: string | null = null, heapBytes = 2 ** 20): Promise<Bench> {
    const compiler = new Compiler();
    const options = { prototype, heapBytes, timeoutMs: 110_000 };
    const compiled = await compiler.compile(source, 'program.cu', options);
    if (compiled.status === 'compiled') return new Bench(source, compiler, compiled);
    await compiler.dispose();
    throw new Error(JSON.stringify(compiled));
  }

  request(changed: Partial<RunRequest>): RunRequest {
    const common = { program: this.program, entry: 'main', args: [], layoutSeed: 1, counters: false, limits: LIMITS };
    return { ...common, ...changed };
  }

  run(changed: Partial<RunRequest> = {}, pool: RunPool = this.#pool): Promise<RunResult> {
    const symbolize = this.#compiler.symbolize.bind(this.#compiler);
    return pool.run(this.request(changed), { symbolize });
  }

  /** Records the calls of host code to the device. No kernel runs. */
  async record(request: RunRequest): Promise<Executed> {
    const symbolize = this.#compiler.symbolize.bind(this.#compiler);
    const executed = await this.#pool.record(request, 1, { symbolize });
    if (executed === 'wall') throw new Error('host code does not end');
    return executed;
  }

  /** Runs `main` with one argument, the name of what it is to do. */
  scenario(name: string, limits: Partial<RunLimits> = {}): Promise<RunResult> {
    return this.run({ argv: [name, 'x'], limits: { ...LIMITS, ...limits } });
  }

  /** Line of the source that holds this text. */
  lineOf(text: string): number {
    const index = this.#source.split('\n').findIndex((line) => line.includes(text));
    if (index < 0) throw new Error(`no line holds ${text}`);
    return index + 1;
  }

  async close(): Promise<void> {
    await Promise.all([this.#compiler.dispose(), this.#pool.dispose()]);
  }
}

/** What was printed, line by line. */
export function linesOf({ stdout }: RunResult): string[] {
  return stdout.split('\n').slice(0, -1);
}
