// Reads a program in WebAssembly's binary format, as far as a change of Clang's own asks for it.

/** Numbers of sections. */
export const SECTION = {
  types: 1,
  imports: 2,
  functions: 3,
  memory: 5,
  globals: 6,
  exports: 7,
  elements: 9,
  code: 10,
  data: 11,
};
export const OP = {
  ...{ if: 0x04, end: 0x0b, return: 0x0f, call: 0x10, callIndirect: 0x11, brTable: 0x0e, select: 0x1c },
  ...{ localGet: 0x20, localTee: 0x22, globalGet: 0x23, globalSet: 0x24, tableSet: 0x26 },
  ...{ memorySize: 0x3f, memoryGrow: 0x40, i32: 0x41, f32: 0x43, f64: 0x44, eq: 0x46, gtU: 0x4b, add: 0x6a, sub: 0x6b },
  ...{ bulk: 0xfc, simd: 0xfd },
};
/** One number follows: block, loop, if, br, br_if, call, variables, table.get, i32.const, i64.const, ref.null, ref.func. */
const ONE_NUMBER = new Set(
  [
    [2, 3, 4, 0x0c, 0x0d, 0x10],
    [0x20, 0x21, 0x22, 0x23, 0x24, 0x25],
    [0x41, 0x42, 0xd0, 0xd2],
  ].flat(),
);

/** An edit that a program does not have the places for. */
export class EditError extends Error {
  /**
   * @param {string} edit - its name
   * @param {string} problem
   * @param {string} [lookFor] - what to look for in the program
   */
  constructor(edit, problem, lookFor) {
    super(`the edit \`${edit}\` of Clang's program: ${problem}${lookFor ? `. ${lookFor}` : ''}`);
    this.edit = edit;
  }
}

/**
 * Checks how many places were found.
 * @param {readonly T[]} found
 * @param {{ edit: string, what: string, most?: number, lookFor: string }} place - at least one is needed
 * @returns {readonly T[]} the places
 * @template T
 */
export function places(found, { edit, what, most = Number.POSITIVE_INFINITY, lookFor }) {
  if (found.length > 0 && found.length <= most) return found;
  const needed = most === 1 ? 'exactly one' : 'at least one';
  throw new EditError(edit, `found ${found.length} ${what}, and needs ${needed}`, lookFor);
}

/** Returns the one place of several that were found. */
export function place(found, { edit, what, lookFor }) {
  return places(found, { edit, what, most: 1, lookFor })[0];
}

export class Reader {
  at = 0;

  constructor(program) {
    this.program = program;
  }

  from(at) {
    this.at = at;
    return this;
  }

  byte() {
    return this.program[this.at++];
  }

  unsigned() {
    let value = 0;
    for (let scale = 1; ; scale *= 128) {
      const byte = this.program[this.at++];
      value += (byte & 0x7f) * scale;
      if (byte < 0x80) return value;
    }
  }

  /** A number whose value does not matter. */
  skip() {
    while (this.program[this.at++] >= 0x80);
  }

  bytes() {
    const length = this.unsigned();
    this.at += length;
    return this.program.subarray(this.at - length, this.at);
  }

  sections() {
    const sections = new Map();
    this.at = 8;
    while (this.at < this.program.length) {
      const id = this.byte();
      const sizeAt = this.at;
      const size = this.unsigned();
      const from = this.at;
      const count = this.unsigned();
      sections.set(id, { sizeAt, from, itemsAt: this.at, end: from + size, count });
      this.at = from + size;
    }
    return sections;
  }

  /** Moves to the next one. @returns its first byte @throws Error where it could change a table or a segment */
  instruction() {
    const op = this.byte();
    if (ONE_NUMBER.has(op)) this.skip();
    else if (op === OP.callIndirect || (op >= 0x28 && op <= 0x3e)) for (let n = 0; n < 2; n++) this.skip();
    else if (op === OP.memorySize || op === OP.memoryGrow) this.at++;
    else if (op === OP.f32) this.at += 4;
    else if (op === OP.f64) this.at += 8;
    else if (op === OP.select) this.bytes();
    else if (op === OP.brTable) for (let targets = this.unsigned(); targets >= 0; targets--) this.skip();
    else if (op === OP.bulk) this.#bulk();
    else if (op === OP.tableSet || op >= OP.simd) throw new Error(`an instruction ${op.toString(16)}`);
    return op;
  }

  #bulk() {
    const kind = this.unsigned();
    // Conversions of numbers; memory.copy and memory.fill. What is left changes tables or segments.
    if (kind === 10) this.at += 2;
    else if (kind === 11) this.at++;
    else if (kind > 7) throw new Error(`an instruction fc ${kind}`);
  }
}

export function unsigned(value) {
  const bytes = [];
  for (let rest = value; ; rest >>>= 7) {
    if (rest < 0x80) return [...bytes, rest];
    bytes.push((rest & 0x7f) | 0x80);
  }
}

export function signed(value) {
  const bytes = [];
  for (let rest = value; ; rest >>= 7) {
    const last = rest >= -64 && rest < 64;
    bytes.push((rest & 0x7f) | (last ? 0 : 0x80));
    if (last) return bytes;
  }
}
