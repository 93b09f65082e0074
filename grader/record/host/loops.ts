/**
 * The outermost loop around a place in a function of a WebAssembly module.
 * @param offset - byte offset in the module, as in a stack trace
 * @returns offset of the last jump back to the loop's beginning, whose line is the loop's own; null outside of loops,
 *   and in code with instructions that Clang does not write for us
 */
export function loopAround(wasm: Uint8Array, offset: number): number | null {
  const at = new Cursor(wasm, 8);
  while (at.offset < wasm.length) {
    const section = at.byte();
    const end = at.number() + at.offset;
    if (section === CODE_SECTION) return loopInCode(at, offset);
    at.offset = end;
  }
  return null;
}

const CODE_SECTION = 10;

class Cursor {
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

function loopInCode(at: Cursor, offset: number): number | null {
  const functions = at.number();
  for (let i = 0; i < functions; i++) {
    const bytes = at.number();
    const end = at.offset + bytes;
    if (offset < end) return offset < at.offset ? null : loopInFunction(at, end, offset);
    at.offset = end;
  }
  return null;
}

interface Block {
  readonly isLoop: boolean;
  readonly start: number;
  /** The last branch to a loop's beginning so far. */
  backEdge: number | null;
}

function loopInFunction(at: Cursor, end: number, offset: number): number | null {
  const blocks: Block[] = [];
  let outermost: number | null = null;
  const locals = at.number();
  at.skipNumbers(2 * locals);
  while (at.offset < end) {
    const start = at.offset;
    const opcode = at.byte();
    const branch = (depth: number) => {
      const target = blocks.at(-1 - depth);
      if (target?.isLoop) target.backEdge = start;
    };
    if (opcode === BLOCK || opcode === LOOP || opcode === IF) {
      at.number();
      blocks.push({ isLoop: opcode === LOOP, start, backEdge: null });
    } else if (opcode === END) {
      const block = blocks.pop();
      if (block?.isLoop && block.start <= offset && offset < start) outermost = block.backEdge;
    } else if (opcode === BR || opcode === BR_IF) branch(at.number());
    else if (opcode === BR_TABLE) for (let left = at.number() + 1; left > 0; left--) branch(at.number());
    else if (!skipImmediates(opcode, at)) return null;
  }
  return outermost;
}

const [BLOCK, LOOP, IF, END, BR, BR_IF, BR_TABLE] = [0x02, 0x03, 0x04, 0x0b, 0x0c, 0x0d, 0x0e];
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

/** @returns false for an opcode that is not known */
function skipImmediates(opcode: number, at: Cursor): boolean {
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
