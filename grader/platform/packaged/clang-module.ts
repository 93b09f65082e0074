import { fstatSync, openSync, readFileSync, readSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { uncount } from '../threads/index.ts';
import { type ClangEdits, edited, readEdited } from './clang-edits.ts';
import { limitClang } from './clang-memory.ts';
import { engineFiles } from './engine-files.ts';

/**
 * Compiles the program of `@yowasp/clang` once for all worker threads: they share its machine code.
 * @param memoryBytes - what one run of it may allocate, rounded up to 64 KiB
 * @param isLongLived - it will run a hundred times and more
 */
export async function compileClang(memoryBytes: number, isLongLived = false): Promise<WebAssembly.Module> {
  const bytes = await readEdited(packaged(PROGRAM), edits());
  limitClang(bytes, memoryBytes);
  uncount(bytes);
  // For one submission, Clang runs for a second: what optimising its functions costs is not won back. The budget of
  // calls before that is a module's own, taken from this flag when the module is made.
  if (!isLongLived) setFlagsFromString(`--wasm-tiering-budget=${NEVER}`);
  // A pinned package is valid: its functions are validated when they are first called, not all of them now.
  setFlagsFromString('--wasm-lazy-validation');
  try {
    // From a buffer, functions are compiled when they are first called; from a stream, all of them at once.
    return await WebAssembly.compile(bytes);
  } finally {
    setFlagsFromString(`--wasm-tiering-budget=${USUAL}`);
    setFlagsFromString('--no-wasm-lazy-validation');
  }
}

/** The compiler itself, such that an instance of it can be used again. */
export function clangProgram(): Uint8Array {
  return edited(readFileSync(packaged(PROGRAM)), edits());
}

function edits(): ClangEdits {
  return JSON.parse(new TextDecoder().decode(engineFiles().read('clang.json')));
}

/** A file of the package that is read in parts. */
export interface ClangArchive {
  /** The size in bytes. */
  readonly bytes: number;
  /** Reads `length` bytes from `offset` on. @throws Error if there are not so many */
  read(offset: number, length: number): Uint8Array;
}

/** Opens the archive with Clang's own headers and libraries, for as long as this thread lives. */
export function clangArchive(): ClangArchive {
  const file = openSync(packaged('llvm-resources.tar'), 'r');
  return {
    bytes: fstatSync(file).size,
    read(offset, length) {
      const bytes = new Uint8Array(length);
      let at = 0;
      while (at < length) {
        const count = readSync(file, bytes, at, length - at, offset + at);
        if (count === 0) throw new Error(`the compiler's archive ends at byte ${offset + at}`);
        at += count;
      }
      return bytes;
    },
  };
}

function packaged(file: string): string {
  return join(dirname(createRequire(import.meta.url).resolve('@yowasp/clang')), file);
}

const PROGRAM = 'llvm.core.wasm';

const NEVER = 2 ** 31 - 1;
/** V8's own default in Node 20. */
const USUAL = 1_800_000;
