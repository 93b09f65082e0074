import type { Runs } from './runs.ts';
import { WordTable } from './table.ts';

/** The bytes of an element. */
export type Width = 1 | 2 | 4 | 8;

/** The tables of each element width: the width of a word and the distance of words, in bytes, the widest first. */
const TABLES: Readonly<Record<Width, readonly (readonly [width: Width, step: number])[]>> = {
  8: [[8, 8]],
  4: [[4, 4]],
  2: [
    [4, 2],
    [2, 2],
  ],
  1: [
    [4, 1],
    [1, 1],
  ],
};

/** Contents in which moved words are looked up. They are indexed when the first look-up needs them. */
export class Library {
  readonly sources: { readonly runs: Runs; readonly width: Width }[] = [];
  readonly #tables = new Map<Width, WordTable>();
  #indexed = 0;

  add(runs: Runs, width: Width): number {
    return this.sources.push({ runs, width }) - 1;
  }

  runs(source: number): Runs {
    return this.sources[source]!.runs;
  }

  width(source: number): Width {
    return this.sources[source]!.width;
  }

  /** Returns the tables that have words, the widest first. */
  tables(): WordTable[] {
    for (; this.#indexed < this.sources.length; this.#indexed++) {
      const { runs, width } = this.sources[this.#indexed]!;
      for (const [word, step] of TABLES[width]) {
        const table = this.#tables.get(word) ?? new WordTable(word);
        this.#tables.set(word, table);
        table.add(this.#indexed, runs, step);
      }
    }
    return [...this.#tables.values()].filter(({ size }) => size > 0).sort((a, b) => b.width - a.width);
  }
}
