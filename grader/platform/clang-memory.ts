/** Bytes of a page of WebAssembly's memory. */
export const PAGE = 65_536;
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
