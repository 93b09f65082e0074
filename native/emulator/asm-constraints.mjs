// What to change in Clang's program so that it reads `asm` statements of device code as nvcc does. Device code is
// compiled for WebAssembly, whose `asm` knows no constraint but "r"; nvcc's are "h", "r", "l", "f" and "d". Clang knows
// them for NVIDIA's own target, in a virtual function. So in the tables of virtual functions of all targets that have
// no constraints of their own, that function takes the place of one that says no to everything. What the letters mean
// is then decided in grader/compile/ir/ptx/.

import { OP, place, places, Reader, SECTION, signed } from './wasm-program.mjs';

/** The edit of that name. */
export const CONSTRAINTS = {
  name: 'asm-constraints',
  does: "gives each target without constraints for `asm` those of NVIDIA's target",
  why: 'Device code is compiled for WebAssembly, whose `asm` has no constraints. They belong to a target, and no option adds some.',
  finds:
    "the function with the mask of NVIDIA's letters, its slot in the table, and the same slot of other targets' virtual tables",
  make: (program) => constraintEdits(program),
};
const EDIT = CONSTRAINTS.name;

/** What that function looks a letter up in: one bit for each of c, d, f, h, l, q, r, counted from c. */
const NVIDIAS_LETTERS = [...'cdfhlqr'].reduce((bits, letter) => bits | (1 << (letter.charCodeAt(0) - 99)), 0);
/** A body without variables that answers false. */
const SAYS_NO = [0, OP.i32, 0, OP.end].join();
const WORD = 4;

/**
 * @param {Uint8Array} program - the package's llvm.core.wasm
 * @returns {[at: number, out: number, hex: string][]} as of reusable-clang.mjs
 * @throws EditError for a program in which that function, or what it should replace, is not found
 */
export function constraintEdits(program) {
  const reader = new Reader(program);
  const sections = reader.sections();
  const bodies = bodiesOf(reader, sections.get(SECTION.code));
  const pattern = Buffer.from([OP.i32, ...signed(NVIDIAS_LETTERS)]);
  const code = Buffer.from(program.buffer, program.byteOffset, program.byteLength);
  const found = [];
  for (let at = code.indexOf(pattern, bodies[0]?.from); at >= 0; at = code.indexOf(pattern, at + 1)) {
    const inside = bodies.findIndex(({ from, end }) => from <= at && at < end);
    if (inside >= 0 && !found.includes(inside)) found.push(inside);
  }
  const own = place(found, {
    ...{ edit: EDIT, what: "functions that know NVIDIA's constraints" },
    lookFor:
      'Look for `NVPTXTargetInfo::validateAsmConstraint` in clang/lib/Basic/Targets/NVPTX.h: its letters make the ' +
      'mask NVIDIAS_LETTERS, and with many more or fewer letters LLVM no longer makes a mask of them.',
  });

  const imported = sections.get(SECTION.imports).count;
  const table = tableOf(reader, sections.get(SECTION.elements));
  const slot = place(
    table.flatMap((entry, index) => (entry === own + imported ? [index] : [])),
    {
      ...{ edit: EDIT, what: 'entries of the table for that function' },
      lookFor: 'The function is virtual, so the table has it once: look whether the mask is in another function now.',
    },
  );
  const words = wordsOf(reader, program, sections.get(SECTION.data));
  /** Where a table of virtual functions has this word, with the functions before and after it that it inherits. */
  const inherited = words.flatMap(({ values }, segment) => {
    const found = [];
    for (let i = values.indexOf(slot); i >= 0; i = values.indexOf(slot, i + 1)) found.push({ segment, i });
    return found;
  });
  const tables = inherited
    .map(({ segment, i }) => alike(words, words[segment].values[i - 1], words[segment].values[i + 1], table.length))
    .sort((a, b) => b.length - a.length)[0];
  const silent = (tables ?? []).filter(({ value }) => {
    const body = bodies[table[value] - imported];
    return body && program.subarray(body.from, body.end).join() === SAYS_NO;
  });
  places(inherited, {
    ...{ edit: EDIT, what: 'virtual tables with that function' },
    lookFor: 'Look whether its slot is in the data as a word at a multiple of four.',
  });
  places(silent, {
    ...{ edit: EDIT, what: 'virtual tables of targets without constraints' },
    lookFor:
      'Look at the order of virtual functions in clang/include/clang/Basic/TargetInfo.h: those before and after ' +
      '`validateAsmConstraint` must be ones that NVPTXTargetInfo inherits, and SAYS_NO must be the body of the one of ' +
      'WebAssemblyTargetInfo.',
  });
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
