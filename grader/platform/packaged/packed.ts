import { existsSync, readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';

/**
 * A file of this package. In what npm installs, large ones that few submissions need are compressed
 * (scripts/lib/packed.mjs).
 * @throws Error as `readFileSync` does
 */
export function readPacked(path: string): Uint8Array {
  if (existsSync(path) || !existsSync(`${path}.br`)) return new Uint8Array(readFileSync(path));
  return new Uint8Array(brotliDecompressSync(readFileSync(`${path}.br`)));
}
