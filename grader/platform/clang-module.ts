import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { setFlagsFromString } from 'node:v8';

/**
 * Compiles the program of `@yowasp/clang` once for all worker threads: they share its machine code.
 * @param memoryBytes - what one run of it may allocate, rounded up to 64 KiB
 */
export async function compileClang(memoryBytes: number): Promise<WebAssembly.Module> {
  const bundle = createRequire(import.meta.url).resolve('@yowasp/clang');
  const bytes = new Uint8Array(await readFile(join(dirname(bundle), 'llvm.core.wasm')));
  limitMemory(bytes, Math.ceil(memoryBytes / PAGE));
  // Clang runs for a second or two: what optimising its functions costs is never won back. The budget of calls before
  // that is a module's own, taken from this flag when the module is made.
  setFlagsFromString(`--wasm-tiering-budget=${NEVER}`);
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
