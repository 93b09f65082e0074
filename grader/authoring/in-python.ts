import { cudaIn, isPython } from '../handin/index.ts';
import type { Engine } from '../pipeline/grade/index.ts';
import { AssignmentError, UsageError } from '../platform/index.ts';
import type { Assignment } from '../spec/index.ts';

/** An example submission as the grader compiles it. */
type Compiled = Partial<Omit<Awaited<ReturnType<typeof cudaIn>>, 'note'>> & {
  readonly source: string;
  readonly fileName: string;
  /** The reason for which there is no source. */
  readonly unreadable?: string;
};

/** Returns what a batch grades of a file: the CUDA source in a Python program, or why there is none. */
export async function compiledOf(source: string, fileName: string, { spec }: Assignment): Promise<Compiled> {
  if (!isPython(fileName)) return { source, fileName };
  try {
    const { note: _, ...handIn } = await cudaIn({ source, fileName }, spec);
    return handIn;
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return { source: '', fileName, unreadable: [`The file ${error.message}`, ...error.details].join('\n') };
  }
}

/** Puts the files that a source includes in the places of its `#include` lines. */
export function inOneFile(
  source: string,
  headers: readonly { readonly path: string; readonly text: string }[],
): string {
  const texts = new Map(headers.map(({ path, text }) => [path, text]));
  return source.replace(/^[ \t]*#include "([^"]+)".*$/gm, (line, path: string) => {
    const text = texts.get(path);
    return text === undefined
      ? line
      : inOneFile(
          text,
          headers.filter((header) => header.path !== path),
        );
  });
}

/**
 * Returns an engine that reads the CUDA source in place of Python programs.
 * @param paths - of submissions in the assignment's folder
 * @throws AssignmentError if a program has no CUDA source
 */
export async function readingCuda(engine: Engine, assignment: Assignment, paths: readonly string[]): Promise<Engine> {
  const sources = new Map<string, Uint8Array>();
  for (const path of paths.filter(isPython)) {
    const text = new TextDecoder().decode(engine.readFile(assignment, path));
    const { source, headers = [], unreadable } = await compiledOf(text, path, assignment);
    if (unreadable !== undefined) throw new AssignmentError(`${path} of ${assignment.spec.id} has no CUDA source.`);
    sources.set(path, new TextEncoder().encode(inOneFile(source, headers)));
  }
  if (sources.size === 0) return engine;
  return { ...engine, readFile: (from, path) => sources.get(path) ?? engine.readFile(from, path) };
}
