import { CONTROL } from '../blame/index.ts';
import type { CompileOptions, CompileResult } from './program.ts';

type Program = Extract<CompileResult, { status: 'compiled' }>;

interface Compiles {
  compile(source: string, fileName: string, options: CompileOptions): Promise<CompileResult>;
}

/** Compiles the control program, once for each amount of global memory. */
export class ControlPrograms {
  readonly #compiler: Compiles;
  readonly #programs = new Map<number, Promise<Program>>();

  constructor(compiler: Compiles) {
    this.#compiler = compiler;
  }

  /** @throws Error where it does not compile */
  program(heapBytes: number): Promise<Program> {
    const known = this.#programs.get(heapBytes);
    if (known) return known;
    const compiling = this.#compile(heapBytes);
    this.#programs.set(heapBytes, compiling);
    // A failure is of this moment.
    compiling.catch(() => this.#programs.delete(heapBytes));
    return compiling;
  }

  async #compile(heapBytes: number): Promise<Program> {
    const { source, fileName, prototype } = CONTROL;
    const compiled = await this.#compiler.compile(source, fileName, { prototype, heapBytes, timeoutMs: 120_000 });
    if (compiled.status !== 'compiled') throw new Error(`the control program does not compile: ${compiled.status}`);
    return compiled;
  }
}
