import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { brotliDecompressSync } from 'node:zlib';

/**
 * Binaryen as a script for browsers. The build took its program out of it (scripts/lib/program-bundle.mjs): here it is a
 * string in the script again, because a browser has no file beside it.
 */
export function binaryenScript(): Uint8Array {
  const beside = (name: string) => new URL(`../../vendor/${name}`, import.meta.url);
  let shell: string;
  try {
    shell = readFileSync(beside('binaryen.js'), 'utf8');
  } catch {
    // Not bundled.
    return readFileSync(createRequire(import.meta.url).resolve('binaryen'));
  }
  const program = brotliDecompressSync(readFileSync(beside('binaryen.wasm.br'))).toString('latin1');
  // Its first line is only for Node.
  const script = shell.slice(shell.indexOf('\n') + 1);
  return new TextEncoder().encode(
    script.replace(
      /\/\*(\w+)\*\/program\(\)\/\*\*\//,
      (_, decode: string) => `${decode}("${program.replace(MUST_BE_ESCAPED, escaped)}")`,
    ),
  );
}

/** All that a string cannot hold as it is: of a program of 10 MB, anything more would be felt. */
const MUST_BE_ESCAPED = /["\\\n\r\0]/g;

function escaped(char: string): string {
  return `\\x${char.charCodeAt(0).toString(16).padStart(2, '0')}`;
}
