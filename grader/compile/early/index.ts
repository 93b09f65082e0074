/** The compiler, started while the rest of the program is still loading. */

import { Compiler, type CompilerOptions } from '../compiler.ts';

interface Early {
  readonly compiler: Compiler;
  /** The log of the caller that takes the compiler. */
  log: (line: string) => void;
}

let early: Early | null = null;

/** Starts a compiler for a few sources, for the first {@link takeCompiler} that asks for no other limits. */
export function beginCompiler(): void {
  const begun: Early = {
    compiler: new Compiler({ log: (line) => begun.log(line) }),
    log: () => undefined,
  };
  early = begun;
  // The caller that takes the compiler gets the failure.
  begun.compiler.version().catch(() => undefined);
}

/** Returns a compiler: the one that {@link beginCompiler} has started if it suits the options, otherwise another one. */
export function takeCompiler(options: CompilerOptions): Compiler {
  const { log, heapMiB, memoryMiB, isLongLived = false } = options;
  const begun = early;
  if (begun === null || heapMiB !== undefined || memoryMiB !== undefined || isLongLived) return new Compiler(options);
  early = null;
  if (log) begun.log = log;
  return begun.compiler;
}
