import type { CompileOptions, CompileResult } from '../compile/index.ts';
import type { GpuTarget } from '../gpu/index.ts';
import type { RunRequest, RunResult, Symbolize } from '../record/index.ts';
import type { Assignment } from '../spec/index.ts';
import type { Nvcc } from './native.ts';

/** What grading needs of the machine: a compiler, something that runs programs, files and a cache. */
export interface Engine {
  /** Called when cases will soon have to be run. */
  prepare(): void;
  compile(source: string, fileName: string, options: CompileOptions): Promise<CompileResult>;
  run(request: RunRequest, signal?: AbortSignal): Promise<RunResult>;
  /** Source lines of places in host code. */
  readonly symbolize: Symbolize;
  /** null where it is not to be asked, or there is none. */
  readonly nvcc: Nvcc | null;
  /** What judges and times besides the emulator; null without a GPU. Needs `nvcc`. */
  readonly gpu: GpuTarget | null;
  /** A file of the assignment's folder. */
  readFile(assignment: Assignment, path: string): Uint8Array;
  readonly cache: { get(key: string): Promise<unknown>; put(key: string, value: unknown): Promise<void> };
  /** Hashes text and bytes, hexadecimal SHA-256. */
  sha256(...parts: readonly (string | Uint8Array)[]): string;
  readonly versions: { readonly engine: string; readonly clang: string | null; readonly node: string };
  /** Milliseconds that only ever grow. */
  now(): number;
}

/** Compiles, or takes the result of an earlier compilation of the same text by the same engine. */
export async function compileCached(
  engine: Engine,
  source: string,
  fileName: string,
  options: CompileOptions,
): Promise<CompileResult> {
  const { prototype: declaration, heapBytes } = options;
  const key = engine.sha256('compile', engine.versions.engine, source, fileName, declaration ?? '', String(heapBytes));
  const known = (await engine.cache.get(key)) as CompileResult | undefined;
  if (known) return known;
  const compiled = await engine.compile(source, fileName, options);
  // A limit that was hit is a matter of this moment and this machine: not kept.
  if (compiled.status !== 'exhausted') await engine.cache.put(key, compiled);
  return compiled;
}
