import { plainPath, type VirtualFile } from './headers.ts';
import type { DialectOptions, EntryWrapper, UnitLanguage, WideLines } from './program.ts';

/**
 * The macros of Clang and of nvcc, as two headers: `leave.h` is read where the grader's headers end and the submission
 * begins, `enter.h` before a header of the system, which needs Clang's.
 */
export interface Environment {
  readonly leave: string;
  readonly enter: string;
  /** Macros that are not the same for both. */
  readonly names: ReadonlySet<string>;
}

/** A submission as Clang gets it. */
export interface SourceFile {
  readonly text: string;
  /** Name in Clang's virtual file system. */
  readonly virtualName: string;
  /** Name to report. */
  readonly fileName: string;
  /** C declaration of the entry point, or null for a program. */
  readonly prototype: string | null;
  /** What defines that function, where the submission does not. */
  readonly wrapper: EntryWrapper | undefined;
  /** Its own headers. */
  readonly headers: readonly VirtualFile[];
  /** The program's other sources, which are compiled by themselves. */
  readonly others: readonly VirtualFile[];
  readonly language: UnitLanguage;
  /** True for a source that the assignment gives. */
  readonly given?: true;
  /** Unique in the program: names of kernels that only one source knows have it. */
  readonly number: number;
  readonly dialect: DialectOptions;
  /** It has `asm` statements, and may have them: an exercise needs none. */
  readonly assembly: boolean;
  /** nvcc's macros, if its text could see others; the submission's own lines get them. */
  readonly environment?: Environment;
}

/** Names to report by name in Clang's virtual file system: what is the student's own, the program itself first. */
export interface SourceNames extends ReadonlyMap<string, string> {
  readonly wide?: WideLines;
  /** Virtual names of the headers that the grader wrote. */
  readonly given?: ReadonlySet<string>;
}

export function ownName(names: SourceNames, path: string): string | null {
  return names.get(plainPath(path)) ?? null;
}

/** Returns true for a header that the grader or a library has: its kernels belong to the line that launches them. */
export function isGivenFile(names: SourceNames, path: string): boolean {
  return isLibraryFile(path) || (names.given?.has(plainPath(path)) ?? false);
}

/** Where the headers of libraries lie. */
export const LIBRARIES = '/cuda/libraries';

/** Does this path, as debug information tells it, lead to a header of a library? */
function isLibraryFile(path: string): boolean {
  return path.startsWith(`${LIBRARIES}/`);
}
