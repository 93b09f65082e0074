// What to change in Clang's program so that it reads `asm` statements of device code as nvcc does. Device code is
// compiled for WebAssembly, whose `asm` knows no constraint but "r"; nvcc's are "h", "r", "l", "f" and "d". Clang knows
// them for NVIDIA's own target, in a virtual function. So in the tables of virtual functions of all targets that have
// no constraints of their own, that function takes the place of one that says no to everything. What the letters mean
// is then decided in grader/compile/ir/ptx/.

import { OP, Reader, SECTION, signed } from './wasm-program.mjs';

/** What that function looks a letter up in: one bit for each of c, d, f, h, l, q, r, counted from c. */
const NVIDIAS_LETTERS = [...'cdfhlqr'].reduce((bits, letter) => bits | (1 << (letter.charCodeAt(0) - 99)), 0);
/** A body without variables that answers false. */
const SAYS_NO = [0, OP.i32, 0, OP.end].join();
const WORD = 4;

/**
 * @param {Uint8Array} program - the package's llvm.core.wasm
 * @returns {[at: number, out: number, hex: string][]} as of reusable-clang.mjs
 * @throws Error for a program in which that function, or what it should replace, is not found
 */
export function constraintEdits(program) {
  const reader = new Reader(program);
  const sections = reader.sections();
  const bodies = bodiesOf(reader, sections.get(SECTION.code));
  const pattern = Buffer.from([OP.i32, ...signed(NVIDIAS_LETTERS)]);
  const code = Buffer.from(program.buffer, program.byteOffset, program.byteLength);
  const at = code.indexOf(pattern, bodies[0]?.from);
  const own = bodies.findIndex(({ from, end }) => from <= at && at < end);
  if (at < 0 || own < 0 || code.indexOf(pattern, at + 1) >= 0)
    throw new Error("Clang's program has not one function that knows NVIDIA's constraints");

  const imported = sections.get(SECTION.imports).count;
  const table = tableOf(reader, sections.get(SECTION.elements));
  const slot = table.indexOf(own + imported);
  const words = wordsOf(reader, program, sections.get(SECTION.data));
  /** Where a table of virtual functions has this word, with the functions before and after it that it inherits. */
  const places = words.flatMap(({ values }, segment) => {
    const found = [];
    for (let i = values.indexOf(slot); i >= 0; i = values.indexOf(slot, i + 1)) found.push({ segment, i });
    return found;
  });
  const tables = places
    .map(({ segment, i }) => alike(words, words[segment].values[i - 1], words[segment].values[i + 1], table.length))
    .sort((a, b) => b.length - a.length)[0];
  const silent = (tables ?? []).filter(({ value }) => {
    const body = bodies[table[value] - imported];
    return body && program.subarray(body.from, body.end).join() === SAYS_NO;
  });
  if (silent.length === 0) throw new Error("Clang's program has no target without constraints");
  const bytes = Buffer.alloc(WORD);
  bytes.writeUInt32LE(slot);
  return silent.map(({ at }) => [at, WORD, bytes.toString('hex')]);
}

/** Words between these two. */
function alike(words, before, after, functions) {
  if (!(before > 0 && before < functions && after > 0 && after < functions)) return [];
  const found = [];
  for (const { values, at } of words) {
    for (let i = values.indexOf(before); i >= 0; i = values.indexOf(before, i + 1)) {
      if (values[i + 2] === after) found.push({ value: values[i + 1], at: at + WORD * (i + 1) });
    }
  }
  return found;
}

function bodiesOf(reader, { itemsAt, count }) {
  reader.from(itemsAt);
  return Array.from({ length: count }, () => {
    const bytes = reader.unsigned();
    const from = reader.at;
    reader.at += bytes;
    return { from, end: reader.at };
  });
}

/** Of each entry of the table, its function's number. */
function tableOf(reader, { itemsAt, count }) {
  reader.from(itemsAt);
  const table = [];
  for (let segment = 0; segment < count; segment++) {
    const from = offsetOf(reader);
    const functions = reader.unsigned();
    for (let i = 0; i < functions; i++) table[from + i] = reader.unsigned();
  }
  return table;
}

/** The data as the words that lie at multiples of four. */
function wordsOf(reader, program, { itemsAt, count }) {
  reader.from(itemsAt);
  const words = [];
  for (let segment = 0; segment < count; segment++) {
    const address = offsetOf(reader);
    const bytes = reader.unsigned();
    const skipped = (WORD - (address % WORD)) % WORD;
    const at = reader.at + skipped;
    const length = Math.max(0, Math.floor((bytes - skipped) / WORD));
    words.push({ at, values: new Uint32Array(Uint8Array.from(program.subarray(at, at + length * WORD)).buffer) });
    reader.at += bytes;
  }
  return words;
}

/** Where in table or memory a segment begins. */
function offsetOf(reader) {
  if (reader.unsigned() !== 0 || reader.byte() !== OP.i32) throw new Error("a segment of Clang's program has no place");
  const offset = reader.unsigned();
  if (reader.byte() !== OP.end) throw new Error("a segment of Clang's program has no plain place");
  return offset;
}
