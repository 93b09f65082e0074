import { BLOCK, BR, BR_IF, BR_TABLE, CODE_SECTION, Cursor, END, IF, LOOP, skipImmediates } from './instructions.ts';

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
