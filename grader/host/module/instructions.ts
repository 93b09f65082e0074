/** Number of the section that holds the functions' code. */
export const CODE_SECTION = 10;

/** Reads a module from a byte on. */
export class Cursor {
  readonly #bytes: Uint8Array;
  offset: number;

  constructor(bytes: Uint8Array, offset: number) {
    this.#bytes = bytes;
    this.offset = offset;
  }

  byte(): number {
    return this.#bytes[this.offset++] ?? 0;
  }

  /** An unsigned LEB128. */
  number(): number {
    let value = 0;
    for (let scale = 1; ; scale *= 128) {
      const byte = this.byte();
      value += (byte & 0x7f) * scale;
      if (byte < 0x80) return value;
    }
  }

  skipNumbers(count: number): void {
    for (let i = 0; i < count; i++) this.number();
  }
}

export const [BLOCK, LOOP, IF, END, BR, BR_IF, BR_TABLE] = [0x02, 0x03, 0x04, 0x0b, 0x0c, 0x0d, 0x0e];
const [F32_CONST, F64_CONST, EXTENDED] = [0x43, 0x44, 0xfc];

/** How many LEB128 numbers follow an opcode (WebAssembly Core Specification 2.0, "Index of Instructions"). */
const NUMBERS: readonly (readonly [from: number, to: number, numbers: number])[] = [
  [0x00, 0x01, 0],
  [0x05, 0x05, 0],
  [0x0f, 0x0f, 0],
  [0x10, 0x10, 1],
  [0x11, 0x11, 2],
  [0x1a, 0x1b, 0],
  [0x20, 0x26, 1],
  [0x28, 0x3e, 2],
  [0x3f, 0x42, 1],
  [0x45, 0xc4, 0],
  [0xd0, 0xd0, 1],
  [0xd1, 0xd1, 0],
  [0xd2, 0xd2, 1],
];
/** The same of those that begin with 0xfc, by their second number. */
const EXTENDED_NUMBERS = [0, 0, 0, 0, 0, 0, 0, 0, 2, 1, 2, 1, 2, 1, 2, 1, 1, 1];

/**
 * Skips what follows an opcode that begins, ends or leaves no block.
 * @returns false for an opcode that Clang does not write for us
 */
export function skipImmediates(opcode: number, at: Cursor): boolean {
  if (opcode === F32_CONST || opcode === F64_CONST) {
    at.offset += opcode === F32_CONST ? 4 : 8;
    return true;
  }
  const numbers =
    opcode === EXTENDED
      ? EXTENDED_NUMBERS[at.number()]
      : NUMBERS.find(([from, to]) => opcode >= from && opcode <= to)?.[2];
  if (numbers === undefined) return false;
  at.skipNumbers(numbers);
  return true;
}
