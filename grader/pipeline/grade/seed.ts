/**
 * Seeds of a run. One text seed (`--seed`, or the course's secret with the submission's hash, or random) gives every
 * case its own inputs and its own memory layout; equal seeds give equal runs on every machine.
 */

/** FNV-1a, 32 bits (http://www.isthe.com/chongo/tech/comp/fnv/), finished with murmur3's mixer so that close texts lie far apart. */
export function hash32(text: string): number {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** @returns the seed of one purpose (`inputs`, `layout`, `dims`) of one case, 0 to 2^32 - 1 */
export function deriveSeed(seed: string, purpose: string, caseName: string): number {
  return hash32(`${seed}\n${purpose}\n${caseName}`);
}
