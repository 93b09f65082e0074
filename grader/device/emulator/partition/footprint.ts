import { FOOTPRINT_BYTES, FOOTPRINT_STORED_SHIFT } from '../../../abi/index.ts';
import type { Machine } from '../machine.ts';
import type { Range } from './part.ts';

/** In every byte: the bits of what was read, and as far to the left those of what was stored to. */
const READ = 0x0f0f0f0f;
const STORED = FOOTPRINT_STORED_SHIFT;

/** What the launch did on this machine with a range: a byte a word, padded to a multiple of four; null for nothing. */
export function footprintOf(machine: Machine, { address, bytes }: Pick<Range, 'address' | 'bytes'>): Uint8Array | null {
  const first = address - (address % 4);
  const words = Math.ceil((address + bytes - first) / 4);
  const footprint = new Uint8Array(Math.ceil(words / 4) * 4);
  for (let at = 0; at < words; at += FOOTPRINT_BYTES) {
    const count = Math.min(FOOTPRINT_BYTES, words - at);
    const from = machine.exports.__emu_footprint(first + 4 * at, count) >>> 0;
    footprint.set(machine.bytes(from, count), at);
  }
  return quads(footprint).some((quad) => quad !== 0) ? footprint : null;
}

/** Did one of the two store to a byte that the other one read or stored to? */
export function meet(a: Uint8Array, b: Uint8Array): boolean {
  const [left, right] = [quads(a), quads(b)];
  for (let i = 0; i < left.length; i++) {
    const [x, y] = [left[i] ?? 0, right[i] ?? 0];
    if ((((x >>> STORED) & (y | (y >>> STORED))) | (x & (y >>> STORED))) & READ) return true;
  }
  return false;
}

export function unite(into: Uint8Array, other: Uint8Array): void {
  const [target, source] = [quads(into), quads(other)];
  for (let i = 0; i < target.length; i++) target[i] = (target[i] ?? 0) | (source[i] ?? 0);
}

function quads(footprint: Uint8Array): Uint32Array {
  return new Uint32Array(footprint.buffer, footprint.byteOffset, footprint.length / 4);
}
