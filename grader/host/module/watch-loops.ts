import { BLOCK, BR, BR_IF, BR_TABLE, CODE_SECTION, Cursor, END, IF, LOOP, skipImmediates } from './instructions.ts';
import { leb, Output, signedLeb } from './rewritten.ts';

/** A module whose loops ask now and then whether they may go on. */
export interface WatchedModule {
  readonly wasm: Uint8Array<ArrayBuffer>;
  /** Offset in the module as Clang wrote it, which line tables tell of, of an offset in this one. */
  originalOf(offset: number): number;
}

/**
 * The same program, with a countdown at the beginning of every turn of a loop: at zero, the function in the last element
 * of the table is called, and gives how many turns may follow until it is asked again. Nothing else tells a loop without
 * an end, where no thread can look into another. No function, type or global gets another number.
 * @returns null for a module that has no table, or instructions that Clang does not write for us
 */
export function watchLoops(wasm: Uint8Array): WatchedModule | null {
  const sections = sectionsOf(wasm);
  const [types, imports, tables, globals, code] = [TYPE, IMPORT, TABLE, GLOBAL, CODE_SECTION].map((id) =>
    sections.find((section) => section.id === id),
  );
  if (!types || !tables || !globals || !code) return null;
  const table = largerTable(wasm, tables);
  const importedGlobals = imports ? countImportedGlobals(wasm, imports) : 0;
  if (!table || importedGlobals === null) return null;
  const type = appended(wasm, types, ASKED_TYPE);
  const global = appended(wasm, globals, COUNTDOWN);
  const check = checkOf({ type: type.index, global: importedGlobals + global.index, slot: table.slot });
  const out = new Output(wasm);
  out.copy(0, HEADER);
  for (const section of sections) {
    const changed = { [TYPE]: type.content, [TABLE]: table.content, [GLOBAL]: global.content }[section.id];
    if (section === code) {
      if (!writeCode(wasm, section, check, out)) return null;
    } else if (changed) {
      out.add([section.id, ...leb(changed.length)]);
      out.add(changed);
    } else out.copy(section.at, section.end);
  }
  return { wasm: out.bytes(), originalOf: (offset) => out.originalOf(offset) };
}

const [TYPE, IMPORT, TABLE, GLOBAL] = [1, 2, 4, 6] as const;
const HEADER = 8;
/** `() -> i32` */
const ASKED_TYPE = [0x60, 0, 1, 0x7f];
/** A variable i32 that begins at 1, so that a loop is asked soon. */
const COUNTDOWN = [0x7f, 1, 0x41, 1, 0x0b];

interface Section {
  readonly id: number;
  readonly at: number;
  readonly start: number;
  readonly end: number;
}

function sectionsOf(wasm: Uint8Array): Section[] {
  const sections: Section[] = [];
  const cursor = new Cursor(wasm, HEADER);
  while (cursor.offset < wasm.length) {
    const at = cursor.offset;
    const id = cursor.byte();
    const size = cursor.number();
    const start = cursor.offset;
    cursor.offset = start + size;
    sections.push({ id, at, start, end: cursor.offset });
  }
  return sections;
}

/** A section with one more entry, and that entry's number. */
function appended(wasm: Uint8Array, { start, end }: Section, entry: readonly number[]) {
  const cursor = new Cursor(wasm, start);
  const index = cursor.number();
  return { index, content: [...leb(index + 1), ...wasm.subarray(cursor.offset, end), ...entry] };
}

/** The one table with one more element, and that element's number; null where there are other tables. */
function largerTable(wasm: Uint8Array, { start, end }: Section) {
  const cursor = new Cursor(wasm, start);
  const [count, type, flags, slot] = [cursor.number(), cursor.byte(), cursor.byte(), cursor.number()];
  if (count !== 1 || flags > 1) return null;
  const limits = flags === 1 ? [slot + 1, cursor.number() + 1] : [slot + 1];
  return cursor.offset === end ? { slot, content: [1, type, flags, ...limits.flatMap(leb)] } : null;
}

/** null where something is imported whose form is not known. */
function countImportedGlobals(wasm: Uint8Array, { start }: Section): number | null {
  const cursor = new Cursor(wasm, start);
  const skipName = () => {
    const length = cursor.number();
    cursor.offset += length;
  };
  let globals = 0;
  for (let left = cursor.number(); left > 0; left--) {
    skipName();
    skipName();
    const kind = cursor.byte();
    if (kind === 0) cursor.number();
    else if (kind === 3) {
      globals += 1;
      cursor.offset += 2;
    } else return null;
  }
  return globals;
}

/** What a loop begins with: at zero, ask; count down. */
function checkOf({ type, global, slot }: { type: number; global: number; slot: number }): readonly number[] {
  const [get, set] = [
    [0x23, ...leb(global)],
    [0x24, ...leb(global)],
  ];
  const ask = [0x41, ...signedLeb(slot), 0x11, ...leb(type), 0, ...set];
  return [...get, 0x45, 0x04, 0x40, ...ask, 0x0b, ...get, 0x41, 1, 0x6b, ...set];
}

/** @returns false for instructions that are not known */
function writeCode(wasm: Uint8Array, { start, end }: Section, check: readonly number[], out: Output): boolean {
  const cursor = new Cursor(wasm, start);
  const functions = cursor.number();
  const bodies: { readonly start: number; readonly end: number; readonly loops: readonly number[] }[] = [];
  for (let i = 0; i < functions; i++) {
    const size = cursor.number();
    const body = { start: cursor.offset, end: cursor.offset + size };
    const loops = loopsIn(cursor, body.end);
    if (!loops) return false;
    bodies.push({ ...body, loops });
  }
  if (cursor.offset !== end) return false;
  const sizes = bodies.map((body) => body.end - body.start + body.loops.length * check.length);
  const size = sizes.reduce((sum, one) => sum + leb(one).length + one, leb(functions).length);
  out.add([CODE_SECTION, ...leb(size), ...leb(functions)]);
  for (const [index, body] of bodies.entries()) {
    out.add(leb(sizes[index] ?? 0));
    let from = body.start;
    for (const loop of body.loops) {
      out.copy(from, loop);
      out.add(check, loop);
      from = loop;
    }
    out.copy(from, body.end);
  }
  return true;
}

/** Offsets at which the bodies of a function's loops begin. */
function loopsIn(cursor: Cursor, end: number): number[] | null {
  const loops: number[] = [];
  cursor.skipNumbers(2 * cursor.number());
  while (cursor.offset < end) {
    const opcode = cursor.byte();
    if (opcode === BLOCK || opcode === LOOP || opcode === IF) {
      cursor.number();
      if (opcode === LOOP) loops.push(cursor.offset);
    } else if (opcode === BR_TABLE) cursor.skipNumbers(cursor.number() + 1);
    else if (opcode === BR || opcode === BR_IF) cursor.number();
    else if (opcode !== END && !skipImmediates(opcode, cursor)) return null;
  }
  return cursor.offset === end ? loops : null;
}
