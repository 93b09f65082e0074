/** Lines of a source, from the debug information of a module. */

import { type OffsetMap, offsetsIn } from '../lower/index.ts';
import { type LineTable, type Place, placeAt, readLineTable } from './lines.ts';
import { readSections } from './sections.ts';
import { readUnits, type Unit } from './units.ts';

export type { Place } from './lines.ts';

/**
 * Where the code of a module comes from, read from its line tables (`-debug-info-kind=line-tables-only`, DWARF 4).
 * A module without them knows no places.
 */
export class SourceMap {
  readonly #codeStart: number;
  readonly #offsets: OffsetMap | null;
  readonly #units: readonly { readonly unit: Unit; readonly table: LineTable }[];

  constructor(wasm: Uint8Array) {
    const { codeStart, custom } = readSections(wasm);
    const none = new Uint8Array();
    const lines = custom.get('.debug_line') ?? none;
    const units = readUnits({
      info: custom.get('.debug_info') ?? none,
      abbreviations: custom.get('.debug_abbrev') ?? none,
      ranges: custom.get('.debug_ranges') ?? none,
    });
    this.#codeStart = codeStart;
    this.#offsets = offsetsIn(custom);
    this.#units = units.flatMap((unit) => {
      const table = readLineTable(lines, unit.lineTable);
      return table ? [{ unit, table }] : [];
    });
  }

  /**
   * The place of an instruction, then those of the calls that were inlined around it, innermost first.
   * @param offset - from the start of the file, as in a stack trace (`wasm-function[12]:0x1234`)
   */
  placesAt(offset: number): Place[] {
    const address = this.#offsets?.before(offset - this.#codeStart) ?? offset - this.#codeStart;
    for (const { unit, table } of this.#units) {
      const place = placeAt(table, address);
      if (place) return [place, ...callers(unit, table, address)];
    }
    return [];
  }
}

function callers({ inlined }: Unit, { files }: LineTable, address: number): Place[] {
  return inlined
    .filter(({ ranges }) => ranges.some(({ start, end }) => address >= start && address < end))
    .sort((a, b) => b.depth - a.depth)
    .map(({ file, line, column }) => ({ file: files[file] ?? '', line, column }));
}
