const MEMORY_SECTION = 5;
const PAGE = 65_536;

/**
 * The same module with a smaller limit on its memory. No byte moves, so that code offsets stay what they are in the
 * line tables.
 * @param bytes - limit; what the module starts with is granted in any case
 * @throws Error where the module has no memory of its own with a limit
 */
export function limitMemory(wasm: Uint8Array, bytes: number): Uint8Array<ArrayBuffer> {
  const limited = new Uint8Array(wasm);
  let at = 8;
  while (at < limited.length) {
    const section = limited[at];
    const size = readLeb(limited, at + 1);
    if (section === MEMORY_SECTION) {
      // After the section's size: number of memories, flags (1: there is a limit), initial pages, limit.
      const initial = readLeb(limited, size.end + 2);
      if (limited[size.end] !== 1 || limited[size.end + 1] !== 1) break;
      const maximum = readLeb(limited, initial.end);
      const pages = Math.max(initial.value, Math.min(maximum.value, Math.floor(bytes / PAGE)));
      writeLeb(limited, initial.end, maximum.end, pages);
      return limited;
    }
    at = size.end + size.value;
  }
  throw new Error('the host module has no memory with a limit');
}

function readLeb(bytes: Uint8Array, start: number): { value: number; end: number } {
  let value = 0;
  for (let at = start, shift = 0; ; at++, shift += 7) {
    const byte = bytes[at] ?? 0;
    value |= (byte & 0x7f) << shift;
    if ((byte & 0x80) === 0) return { value: value >>> 0, end: at + 1 };
  }
}

/** Fills [start, end) exactly; leading zero groups are allowed in this encoding. */
function writeLeb(bytes: Uint8Array, start: number, end: number, value: number): void {
  for (let at = start, rest = value; at < end; at++, rest >>>= 7) bytes[at] = (rest & 0x7f) | (at < end - 1 ? 0x80 : 0);
}
