// What to change in Clang's program so that an instance of it can be put back to where it began. A new instance for each
// run of a tool costs as much as a short run does: a table of 37,000 functions is filled, and memory is taken from the
// system page by page. Memory and the stack pointer can be put back from outside; but WebAssembly's memory never
// shrinks, and the C library takes its size for where free memory begins. So the program counts pages itself, in a
// second global: `memory.size` reads it, and a function does for it what `memory.grow` does.

import { EditError, OP, place, places, Reader, SECTION, signed, unsigned } from './wasm-program.mjs';

/** The edit of that name. */
export const OWN_PAGES = {
  name: 'own-pages',
  does: 'counts pages of memory in a second global, and exports it and the stack pointer',
  why: 'An instance can be put back to its start; a new one costs as much as a short run. No option changes how the C library asks for memory.',
  finds: 'every memory.size and memory.grow; the one global is the stack pointer',
  make: (program) => reusableEdits(program).edits,
};
const EDIT = OWN_PAGES.name;

const I32 = 0x7f;
const VOID = 0x40;
const NEEDED = ['types', 'imports', 'functions', 'memory', 'globals', 'exports', 'code'];
/** The stack pointer, which is there, and the pages that this run has. */
const [STACK, PAGES] = [0, 1];

/**
 * @param {Uint8Array} program - the package's llvm.core.wasm
 * @returns {{ bytes: number, edits: [at: number, out: number, hex: string][] }} its length, and in their order what to
 *   leave out where and what to put there instead
 * @throws EditError for a program in which more can change than its memory and one global
 */
export function reusableEdits(program) {
  const reader = new Reader(program);
  const sections = reader.sections();
  const [types, imports, functions, memory, globals, exports, code] = NEEDED.map((name) => {
    const section = sections.get(SECTION[name]);
    const lookFor = 'Look at the sections in `wasm-objdump -h`; their numbers are in wasm-program.mjs.';
    return place(section ? [section] : [], { edit: EDIT, what: `sections of ${name}`, lookFor });
  });
  place(Array(globals.count).fill(0), {
    ...{ edit: EDIT, what: 'globals' },
    lookFor:
      'Look for globals beside the stack pointer: if a run can change one, it must be exported and put back too.',
  });
  place(Array(memory.count).fill(0), {
    edit: EDIT,
    what: 'memories',
    lookFor: 'A second memory must be put back too.',
  });
  const { sizes, grows } = memoryInstructions(reader, code);
  const grow = [OP.call, ...unsigned(importedFunctions(reader, imports) + functions.count)];
  const wider = grow.length - 2;
  const bodies = grows.map(({ body: { sizeAt, from, end } }) => [sizeAt, from - sizeAt, unsigned(end - from + wider)]);
  const widerBodies = bodies.reduce((sum, [, out, size]) => sum + size.length - out + wider, 0);
  const initial = reader.from(memory.itemsAt + 1).unsigned();
  const function_ = [...unsigned(GROW.length), ...GROW];
  const edits = [
    ...appended(functions, 1, unsigned(typeOfGrow(reader, types))),
    ...appended(globals, 1, [I32, 1, OP.i32, ...signed(initial), OP.end]),
    ...appended(exports, 2, [...exported('stack', STACK), ...exported('pages', PAGES)]),
    ...appended(code, 1, function_, widerBodies),
    ...sizes.map((at) => [at, 2, [OP.globalGet, PAGES]]),
    ...grows.map(({ at }) => [at, 2, grow]),
    ...bodies,
  ];
  return {
    bytes: program.length,
    edits: edits.sort(([a], [b]) => a - b).map(([at, out, bytes]) => [at, out, Buffer.from(bytes).toString('hex')]),
  };
}

/** Pages that are wanted → those before; -1 where there are no more. Memory may have them already, of an earlier run. */
const GROW = [
  ...[1, 1, I32],
  ...[OP.globalGet, PAGES, OP.localGet, 0, OP.add, OP.localTee, 1, OP.memorySize, 0, OP.gtU, OP.if, VOID],
  ...[OP.localGet, 1, OP.memorySize, 0, OP.sub, OP.memoryGrow, 0, OP.i32, ...signed(-1), OP.eq, OP.if, VOID],
  ...[OP.i32, ...signed(-1), OP.return, OP.end, OP.end],
  ...[OP.globalGet, PAGES, OP.localGet, 1, OP.globalSet, PAGES, OP.end],
];

/** Puts more at the end of a section. @param {number} [grown] - by how much else its content gets longer */
function appended({ sizeAt, from, itemsAt, end, count }, more, bytes, grown = 0) {
  const counted = unsigned(count + more);
  const size = unsigned(end - itemsAt + counted.length + bytes.length + grown);
  return [
    [sizeAt, from - sizeAt, size],
    [from, itemsAt - from, counted],
    [end, 0, bytes],
  ];
}

function exported(name, global) {
  return [name.length, ...Buffer.from(name), 3, global];
}

function importedFunctions(reader, { itemsAt, count }) {
  reader.from(itemsAt);
  for (let i = 0; i < count; i++) {
    reader.bytes();
    reader.bytes();
    const lookFor = 'Look for an imported memory, table or global: it must be put back too.';
    if (reader.byte() !== 0) throw new EditError(EDIT, 'found an import that is not a function', lookFor);
    reader.unsigned();
  }
  return count;
}

/** The number of the type (i32) → i32. */
function typeOfGrow(reader, { itemsAt, count }) {
  reader.from(itemsAt);
  for (let type = 0; type < count; type++) {
    reader.byte();
    const [parameters, results] = [reader.bytes(), reader.bytes()];
    if ([...parameters, 0, ...results].join() === [I32, 0, I32].join()) return type;
  }
  const lookFor = 'Add the type to the section of types: the function that stands for memory.grow has it.';
  return place([], { edit: EDIT, what: 'types (i32) -> i32', lookFor });
}

function memoryInstructions(reader, { itemsAt, count }) {
  const sizes = [];
  const grows = [];
  reader.from(itemsAt);
  for (let i = 0; i < count; i++) {
    const sizeAt = reader.at;
    const bytes = reader.unsigned();
    const body = { sizeAt, from: reader.at, end: reader.at + bytes };
    for (let groups = reader.unsigned(); groups > 0; groups--) {
      reader.unsigned();
      reader.byte();
    }
    while (reader.at < body.end) {
      const at = reader.at;
      const op = instructionOf(reader, i);
      if (op === OP.memorySize) sizes.push(at);
      if (op === OP.memoryGrow) grows.push({ at, body });
    }
    if (reader.at !== body.end) throw new EditError(EDIT, `function ${i} cannot be read`, READER);
  }
  const bodies = grows.map(({ body }) => body.from);
  if (new Set(bodies).size < bodies.length)
    throw new EditError(EDIT, 'found two memory.grow in one function', 'Sum up how much longer each function gets.');
  const lookFor = 'Look for how the C library asks for memory (sbrk, dlmalloc); an import could do it.';
  places(sizes, { edit: EDIT, what: 'instructions memory.size', lookFor });
  places(grows, { edit: EDIT, what: 'instructions memory.grow', lookFor });
  return { sizes, grows };
}

const READER = 'Look at its instructions in `wasm-objdump -d`, and teach them to Reader in wasm-program.mjs.';

function instructionOf(reader, number) {
  try {
    return reader.instruction();
  } catch (error) {
    throw new EditError(EDIT, `function ${number} has ${error.message}`, READER);
  }
}
