import { Bytes } from './bytes.ts';
import { FIRST_TOMBSTONE } from './lines.ts';

/** An address range, end excluded. */
interface Range {
  readonly start: number;
  readonly end: number;
}

/** Code of a function that was inlined, and where its call stands in the caller. */
export interface Inlined {
  readonly ranges: readonly Range[];
  /** Depth in the tree of scopes: the innermost of several is the deepest. */
  readonly depth: number;
  /** Number of a file in the unit's line table. */
  readonly file: number;
  readonly line: number;
  readonly column: number;
}

export interface Unit {
  /** Offset of its line table. */
  readonly lineTable: number;
  readonly inlined: readonly Inlined[];
}

export interface DebugSections {
  readonly info: Uint8Array;
  readonly abbreviations: Uint8Array;
  readonly ranges: Uint8Array;
}

const VERSION = 4;
const TAG_INLINED_SUBROUTINE = 0x1d;
const ATTRIBUTE = {
  lineTable: 0x10,
  lowPc: 0x11,
  highPc: 0x12,
  ranges: 0x55,
  callColumn: 0x57,
  callFile: 0x58,
  callLine: 0x59,
};
const FORM_ADDRESS = 0x01;

interface Abbreviation {
  readonly tag: number;
  readonly hasChildren: boolean;
  readonly attributes: readonly { readonly name: number; readonly form: number }[];
}

/** Reads what `.debug_info` says of inlining (DWARF 4, sections 3.3.8 and 7.5); units of other versions are left out. */
export function readUnits(sections: DebugSections): Unit[] {
  const bytes = new Bytes(sections.info);
  const units: Unit[] = [];
  while (!bytes.atEnd) {
    const length = bytes.u32();
    const end = bytes.at + length;
    if (bytes.u16() === VERSION) {
      const abbreviations = readAbbreviations(sections.abbreviations, bytes.u32());
      bytes.addressBytes = bytes.u8();
      const unit = readUnit(bytes, end, abbreviations, sections.ranges);
      if (unit) units.push(unit);
    }
    bytes.at = end;
  }
  return units;
}

function readUnit(
  bytes: Bytes,
  end: number,
  abbreviations: Map<number, Abbreviation>,
  ranges: Uint8Array,
): Unit | null {
  const inlined: Inlined[] = [];
  let lineTable: number | null = null;
  let base = 0;
  let depth = 0;
  while (bytes.at < end) {
    const code = bytes.unsigned();
    if (code === 0) {
      depth -= 1;
      continue;
    }
    const abbreviation = abbreviations.get(code);
    // Without its shape an entry cannot be passed over: what follows stays unknown.
    if (!abbreviation) break;
    const values = new Map<number, number>();
    let highIsAddress = false;
    for (const { name, form } of abbreviation.attributes) {
      const value = readForm(bytes, form);
      if (value !== null) values.set(name, value);
      if (name === ATTRIBUTE.highPc) highIsAddress = form === FORM_ADDRESS;
    }
    if (depth === 0) {
      lineTable = values.get(ATTRIBUTE.lineTable) ?? null;
      base = values.get(ATTRIBUTE.lowPc) ?? 0;
    }
    if (abbreviation.tag === TAG_INLINED_SUBROUTINE) {
      inlined.push({
        ranges: rangesOf(values, highIsAddress, ranges, base, bytes.addressBytes),
        depth,
        file: values.get(ATTRIBUTE.callFile) ?? 0,
        line: values.get(ATTRIBUTE.callLine) ?? 0,
        column: values.get(ATTRIBUTE.callColumn) ?? 0,
      });
    }
    if (abbreviation.hasChildren) depth += 1;
  }
  return lineTable === null ? null : { lineTable, inlined };
}

function rangesOf(
  values: ReadonlyMap<number, number>,
  highIsAddress: boolean,
  section: Uint8Array,
  base: number,
  addressBytes: number,
): Range[] {
  const list = values.get(ATTRIBUTE.ranges);
  if (list !== undefined) return readRanges(section, list, base, addressBytes);
  const start = values.get(ATTRIBUTE.lowPc);
  const high = values.get(ATTRIBUTE.highPc);
  if (start === undefined || high === undefined || start >= FIRST_TOMBSTONE) return [];
  return [{ start, end: highIsAddress ? high : start + high }];
}

/** Pairs up to a pair of zeros; a first half of all ones changes the base. */
function readRanges(section: Uint8Array, offset: number, unitBase: number, addressBytes: number): Range[] {
  const bytes = new Bytes(section);
  bytes.addressBytes = addressBytes;
  const allOnes = 2 ** (8 * addressBytes) - 1;
  const ranges: Range[] = [];
  let base = unitBase;
  for (bytes.at = offset; bytes.at + 2 * addressBytes <= bytes.length; ) {
    const [start, end] = [bytes.address(), bytes.address()];
    if (start === 0 && end === 0) break;
    if (start === allOnes) base = end;
    else if (start < FIRST_TOMBSTONE) ranges.push({ start: base + start, end: base + end });
  }
  return ranges;
}

function readAbbreviations(section: Uint8Array, offset: number): Map<number, Abbreviation> {
  const bytes = new Bytes(section);
  const abbreviations = new Map<number, Abbreviation>();
  bytes.at = offset;
  for (let code = bytes.unsigned(); code !== 0; code = bytes.unsigned()) {
    const tag = bytes.unsigned();
    const hasChildren = bytes.u8() === 1;
    const attributes: { name: number; form: number }[] = [];
    for (;;) {
      const [name, form] = [bytes.unsigned(), bytes.unsigned()];
      if (name === 0 && form === 0) break;
      attributes.push({ name, form });
    }
    abbreviations.set(code, { tag, hasChildren, attributes });
  }
  return abbreviations;
}

/** @returns null for what is not a number of interest here @throws Error for a form that DWARF 4 does not have */
function readForm(bytes: Bytes, form: number): number | null {
  switch (form) {
    case 0x01: // addr
      return bytes.address();
    case 0x06: // data4
    case 0x0e: // strp
    case 0x10: // ref_addr
    case 0x13: // ref4
    case 0x17: // sec_offset
      return bytes.u32();
    case 0x05: // data2
    case 0x12: // ref2
      return bytes.u16();
    case 0x0b: // data1
    case 0x0c: // flag
    case 0x11: // ref1
      return bytes.u8();
    case 0x07: // data8
    case 0x14: // ref8
    case 0x20: // ref_sig8
      return bytes.u64();
    case 0x0d: // sdata
      return bytes.signed();
    case 0x0f: // udata
    case 0x15: // ref_udata
      return bytes.unsigned();
    case 0x19: // flag_present
      return 1;
    case 0x08: // string
      bytes.text();
      return null;
    case 0x03: // block2
      bytes.skip(bytes.u16());
      return null;
    case 0x04: // block4
      bytes.skip(bytes.u32());
      return null;
    case 0x09: // block
    case 0x18: // exprloc
      bytes.skip(bytes.unsigned());
      return null;
    case 0x0a: // block1
      bytes.skip(bytes.u8());
      return null;
    case 0x16: // indirect
      return readForm(bytes, bytes.unsigned());
    default:
      throw new Error(`debug information has an unknown form 0x${form.toString(16)}`);
  }
}
