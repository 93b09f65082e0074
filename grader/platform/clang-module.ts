import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { setFlagsFromString } from 'node:v8';

/**
 * Compiles the program of `@yowasp/clang` once for all worker threads: they share its machine code.
 * @param memoryBytes - what one run of it may allocate, rounded up to 64 KiB
 * @param isLongLived - it will run a hundred times and more
 */
export async function compileClang(memoryBytes: number, isLongLived = false): Promise<WebAssembly.Module> {
  const bytes = new Uint8Array(await readFile(packaged('llvm.core.wasm')));
  limitMemory(bytes, Math.ceil(memoryBytes / PAGE));
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

/** The archive with Clang's own headers and libraries. */
export function clangArchive(): Uint8Array {
  return readFileSync(packaged('llvm-resources.tar'));
}

function packaged(file: string): string {
  return join(dirname(createRequire(import.meta.url).resolve('@yowasp/clang')), file);
}

const NEVER = 2 ** 31 - 1;
/** V8's own default in Node 20. */
const USUAL = 1_800_000;

const PAGE = 65_536;
const MEMORY_SECTION = 5;

/** Lowers the maximum of a module's own memory, in place. @throws Error for a module of another form than expected */
export function limitMemory(bytes: Uint8Array, pages: number): void {
  let at = 8;
  const number = () => {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = bytes[at++] ?? 0;
      value += (byte & 0x7f) * 2 ** shift;
      if (byte < 0x80) return value;
    }
  };
  while (at < bytes.length) {
    const section = bytes[at++];
    const length = number();
    if (section !== MEMORY_SECTION) {
      at += length;
      continue;
    }
    const count = number();
    const flags = number();
    const minimum = number();
    const from = at;
    const maximum = number();
    if (count !== 1 || flags !== 1 || pages < minimum || pages > maximum) break;
    // The same number of bytes: continuation bits fill what a smaller number does not need.
    let rest = pages;
    for (let i = from; i < at; i++) {
      bytes[i] = (rest & 0x7f) | (i < at - 1 ? 0x80 : 0);
      rest >>>= 7;
    }
    return;
  }
  throw new Error('the compiler has no memory that can be limited: another version of @yowasp/clang?');
}
