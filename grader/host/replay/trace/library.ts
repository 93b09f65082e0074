import { informationOf } from './evidence.ts';
import type { Runs } from './runs.ts';
import { WordTable } from './table.ts';

/** The bytes of an element. */
export type Width = 1 | 2 | 4 | 8;

/**
 * Returns the offset of the element whose values in all runs are those of the word at a place, or -1 if no element has
 * them. The caller compares the element before it believes the answer.
 */
export type Inverse = (views: readonly DataView[], at: number) => number;

/** Which words are indexed: a few of all sources, all words of 4 and 8 bytes, or all words of 1 and 2 bytes. */
export type Depth = 'sparse' | 'words' | 'narrow';

type TableKind = readonly [width: Width, step: number];

/** The tables of each depth and element width: the bytes of a word, and of the stretches that have one indexed word each. */
const TABLES: Readonly<Record<Depth, Readonly<Record<Width, readonly TableKind[]>>>> = {
  sparse: { 8: [[8, 64]], 4: [[4, 64]], 2: [[4, 32]], 1: [[4, 16]] },
  words: { 8: [[8, 8]], 4: [[4, 4]], 2: [[4, 2]], 1: [[4, 1]] },
  narrow: { 8: [], 4: [], 2: [[2, 2]], 1: [[1, 1]] },
};
/** Bytes of a source up to which it is indexed at all words; longer ones are found in stretches, or by an inverse. */
const INDEXED_BYTES: Readonly<Record<Depth, number>> = {
  sparse: Number.POSITIVE_INFINITY,
  words: 2 ** 20,
  narrow: 2 ** 18,
};
/** Short sources are indexed at all words at once. */
const SHORT_BYTES = 2 ** 10;

/** A content in which moved words are looked up. */
export interface Source {
  readonly runs: Runs;
  readonly width: Width;
  readonly inverse: Inverse | null;
}

/** A set of tables that grows with the sources. */
class Index {
  readonly depth: Depth;
  readonly #tables = new Map<Width, WordTable>();
  #indexed = 0;

  constructor(depth: Depth) {
    this.depth = depth;
  }

  tables(sources: readonly Source[]): WordTable[] {
    const added: { table: WordTable; source: number; step: number }[] = [];
    const entries = new Map<WordTable, number>();
    for (; this.#indexed < sources.length; this.#indexed++) {
      const { runs, width, inverse } = sources[this.#indexed]!;
      if (inverse || runs.length > INDEXED_BYTES[this.depth]) continue;
      const depth = this.depth === 'sparse' && runs.length <= SHORT_BYTES ? 'words' : this.depth;
      for (const [word, step] of TABLES[depth][width]) {
        const table = this.#tables.get(word) ?? new WordTable(word);
        this.#tables.set(word, table);
        added.push({ table, source: this.#indexed, step });
        entries.set(table, (entries.get(table) ?? 0) + Math.ceil(runs.length / step));
      }
    }
    for (const [table, count] of entries) table.reserve(count);
    for (const { table, source, step } of added) table.add(source, sources[source]!.runs, step);
    return [...this.#tables.values()].filter(({ size }) => size > 0).sort((a, b) => b.width - a.width);
  }
}

/** Contents in which moved words are looked up. They are indexed when the first look-up needs them. */
export class Library {
  readonly sources: Source[] = [];
  readonly inverted: number[] = [];
  /** The number of elements of all sources. */
  elements = 0;
  readonly #information: number[] = [];
  readonly #indexes = { sparse: new Index('sparse'), words: new Index('words'), narrow: new Index('narrow') };

  add(runs: Runs, width: Width, inverse: Inverse | null = null): number {
    const source = this.sources.push({ runs, width, inverse }) - 1;
    if (inverse) this.inverted.push(source);
    this.elements += runs.length / width;
    return source;
  }

  runs(source: number): Runs {
    return this.sources[source]!.runs;
  }

  width(source: number): Width {
    return this.sources[source]!.width;
  }

  /** Returns how many bits an element of a source tells at most. */
  information(source: number): number {
    this.#information[source] ??= informationOf(this.runs(source), this.width(source));
    return this.#information[source];
  }

  /** Returns the tables of a depth that have words, the widest first. */
  tables(depth: Depth): WordTable[] {
    return this.#indexes[depth].tables(this.sources);
  }
}
