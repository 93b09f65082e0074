import { Bytes } from './bytes.ts';

/** A place in a source file, 1-based; 0 where the compiler knows none. */
export interface Place {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

interface Row extends Place {
  readonly address: number;
}

/** Rows of one stretch of code in the order of their addresses. */
interface Sequence {
  readonly start: number;
  readonly end: number;
  readonly rows: readonly Row[];
}

/** What the linker writes in the place of addresses of code that it left out. */
export const FIRST_TOMBSTONE = 0xffff_fffe;

/** One line table of `.debug_line`: addresses to places. */
export interface LineTable {
  /** By number; call sites in `.debug_info` name files so. */
  readonly files: readonly string[];
  readonly sequences: readonly Sequence[];
}

const VERSION = 4;

/**
 * Reads the line table at an offset (DWARF 4, section 6.2).
 * @returns null for a version that our Clang does not write
 */
export function readLineTable(section: Uint8Array, offset: number): LineTable | null {
  const bytes = new Bytes(section);
  bytes.at = offset;
  const length = bytes.u32();
  const end = bytes.at + length;
  if (bytes.u16() !== VERSION) return null;
  const headerLength = bytes.u32();
  const program = bytes.at + headerLength;
  const minInstruction = bytes.u8();
  bytes.skip(1); // Operations per instruction: one.
  bytes.skip(1); // Whether rows begin as statements.
  const lineBase = bytes.i8();
  const lineRange = bytes.u8();
  const opcodeBase = bytes.u8();
  const operands = Array.from({ length: opcodeBase - 1 }, () => bytes.u8());
  const files = readFiles(bytes);
  bytes.at = program;
  const sequences = runProgram(bytes, end, { minInstruction, lineBase, lineRange, opcodeBase, operands, files });
  return { files, sequences };
}

/** Directories, then files; numbers of both begin with 1. */
function readFiles(bytes: Bytes): string[] {
  const directories = [''];
  for (let name = bytes.text(); name !== ''; name = bytes.text()) directories.push(name);
  const files = [''];
  for (let name = bytes.text(); name !== ''; name = bytes.text()) {
    const directory = directories[bytes.unsigned()] ?? '';
    bytes.unsigned(); // Time of modification.
    bytes.unsigned(); // Length.
    files.push(directory === '' || name.startsWith('/') ? name : `${directory}/${name}`);
  }
  return files;
}

interface Header {
  readonly minInstruction: number;
  readonly lineBase: number;
  readonly lineRange: number;
  readonly opcodeBase: number;
  readonly operands: readonly number[];
  readonly files: readonly string[];
}

function runProgram(bytes: Bytes, end: number, header: Header): Sequence[] {
  const { minInstruction, lineBase, lineRange, opcodeBase, operands, files } = header;
  const sequences: Sequence[] = [];
  let rows: Row[] = [];
  let state = { address: 0, file: 1, line: 1, column: 0 };
  const emit = () => {
    const { address, file, line, column } = state;
    rows.push({ address, file: files[file] ?? '', line, column });
  };
  while (bytes.at < end) {
    const opcode = bytes.u8();
    if (opcode >= opcodeBase) {
      const adjusted = opcode - opcodeBase;
      state.address += minInstruction * Math.floor(adjusted / lineRange);
      state.line += lineBase + (adjusted % lineRange);
      emit();
      continue;
    }
    switch (opcode) {
      case 0: {
        const length = bytes.unsigned();
        const next = bytes.at + length;
        const extended = bytes.u8();
        if (extended === 1) {
          const start = rows[0]?.address ?? state.address;
          if (start < FIRST_TOMBSTONE) sequences.push({ start, end: state.address, rows });
          rows = [];
          state = { address: 0, file: 1, line: 1, column: 0 };
        } else if (extended === 2) state.address = length - 1 === 8 ? bytes.u64() : bytes.u32();
        bytes.at = next;
        break;
      }
      case 1:
        emit();
        break;
      case 2:
        state.address += minInstruction * bytes.unsigned();
        break;
      case 3:
        state.line += bytes.signed();
        break;
      case 4:
        state.file = bytes.unsigned();
        break;
      case 5:
        state.column = bytes.unsigned();
        break;
      case 8:
        state.address += minInstruction * Math.floor((255 - opcodeBase) / lineRange);
        break;
      case 9:
        state.address += bytes.u16();
        break;
      default:
        // What says nothing of places: its operands are passed over.
        for (let count = operands[opcode - 1] ?? 0; count > 0; count--) bytes.unsigned();
    }
  }
  return sequences;
}

/** The place of the code at an address; null where the table does not know it. */
export function placeAt({ sequences }: LineTable, address: number): Place | null {
  const sequence = sequences.find(({ start, end }) => address >= start && address < end);
  const row = sequence?.rows.findLast((candidate) => candidate.address <= address);
  return row ? { file: row.file, line: row.line, column: row.column } : null;
}
