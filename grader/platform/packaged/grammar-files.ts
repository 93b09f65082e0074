import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { readPacked } from './packed.ts';

/** Returns the WebAssembly program that parses with every grammar of tree-sitter. */
export function grammarEngine(): Uint8Array {
  const vendored = fileURLToPath(new URL('../../vendor/web-tree-sitter.wasm', import.meta.url));
  const isBundled = existsSync(vendored) || existsSync(`${vendored}.br`);
  return readPacked(
    isBundled ? vendored : createRequire(import.meta.url).resolve('web-tree-sitter/web-tree-sitter.wasm'),
  );
}

/** Returns a grammar of tree-sitter, which is a WebAssembly library. */
export function readGrammar(grammar: URL): Uint8Array {
  return readPacked(fileURLToPath(grammar));
}
