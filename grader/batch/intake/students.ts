import type { RosterEntry } from '../model.ts';
import type { StudentKey } from './handed.ts';

type Column = Exclude<StudentKey['as'], 'any'>;

const COLUMNS: Readonly<Record<Column, (entry: RosterEntry) => readonly (string | null)[]>> = {
  canvas: ({ canvasId }) => [canvasId],
  github: ({ github }) => [github],
  id: ({ id, sisUserId, sisLoginId, idNumber }) => [id, sisUserId, sisLoginId, idNumber],
  email: ({ email }) => [email],
  name: ({ name }) => namesOf(name),
};

/** Finds students of a roster by whatever an export calls them. */
export class Students {
  readonly #roster: ReadonlyMap<string, RosterEntry> | null;
  #ids: ReadonlySet<string> | null = null;
  /** The students by column and folded key. */
  readonly #byKey = new Map<Column, Map<string, ReadonlySet<string>>>();

  constructor(roster: ReadonlyMap<string, RosterEntry> | null) {
    this.#roster = roster;
    for (const entry of roster?.values() ?? []) {
      for (const [column, keys] of Object.entries(COLUMNS) as [Column, (typeof COLUMNS)[Column]][]) {
        for (const key of keys(entry)) if (key !== null) this.#add(column, fold(key), entry.id);
      }
    }
  }

  /**
   * Finds a student by the surest key that the roster has a column for. A name, which students can choose, is looked
   * for only if there is no surer key. No name is looked for in the column of another platform.
   * @returns the roster's id, or the first key if the roster does not know any; whether it does; the students of the
   *   roster whom the keys do not distinguish, if there are several
   */
  find(keys: readonly StudentKey[]): {
    readonly student: string;
    readonly known: boolean;
    readonly owners: readonly string[];
  } {
    let isCompared = false;
    let owners: readonly string[] = [];
    for (const { as, value } of keys) {
      if (as !== 'any' && (!this.#byKey.has(as) || (as === 'name' && isCompared))) continue;
      isCompared = true;
      const found = as === 'any' ? this.#anywhere(value) : this.#in(as, value);
      const [first] = found;
      if (first !== undefined && found.length === 1) return { student: first, known: true, owners: [] };
      if (owners.length === 0) owners = found;
    }
    return { student: keys[0]?.value ?? '', known: this.#roster === null, owners };
  }

  /** Returns whether the roster has a column for what a platform calls its students; true without a roster. */
  hasColumn(column: Column): boolean {
    return this.#roster === null || this.#byKey.has(column);
  }

  /** Returns whether a student has an id in the roster, in whatever spelling. */
  hasId(name: string): boolean {
    this.#ids ??= new Set([...(this.#roster?.keys() ?? [])].map(fold));
    return this.#ids.has(fold(name));
  }

  /** Returns whether a platform's name for a student is the one in the roster. */
  isNamed(student: string, keys: readonly StudentKey[]): boolean {
    const names = namesOf(this.#roster?.get(student)?.name ?? null);
    return keys.some(({ as, value }) => as === 'name' && names.includes(letters(value)));
  }

  /** Whether the roster knows a name of a folder or file; null without a roster. */
  get isStudent(): ((name: string) => boolean) | null {
    return this.#roster === null ? null : (name) => this.#anywhere(name).length > 0;
  }

  #anywhere(value: string): readonly string[] {
    if (this.#roster?.has(value)) return [value];
    return [...new Set((Object.keys(COLUMNS) as Column[]).flatMap((column) => this.#in(column, value)))];
  }

  #in(column: Column, value: string): readonly string[] {
    const known = this.#byKey.get(column);
    return [...(known?.get(fold(value)) ?? (column === 'name' ? known?.get(letters(value)) : undefined) ?? [])];
  }

  #add(column: Column, key: string, id: string): void {
    const known = this.#byKey.get(column) ?? new Map<string, ReadonlySet<string>>();
    this.#byKey.set(column, known);
    known.set(key, new Set([...(known.get(key) ?? []), id]));
  }
}

/** "Ada Lovelace" is adalovelace, and lovelaceada for Canvas; "Lovelace, Ada" is both as well. */
function namesOf(name: string | null): string[] {
  if (name === null) return [];
  const parts = (name.includes(',') ? name.split(',').reverse() : name.split(/\s+/))
    .map(letters)
    .filter((part) => part !== '');
  const last = parts.at(-1) ?? '';
  return [parts.join(''), `${last}${parts.slice(0, -1).join('')}`].filter((form) => form !== '');
}

/** Returns the letters of a name: with their marks, because names can differ in these only. */
function letters(text: string): string {
  return fold(text).replace(/[^\p{L}\p{M}\p{N}]/gu, '');
}

/** Returns the same text for spellings that people take for the same. */
function fold(text: string): string {
  return text.normalize('NFKC').toLowerCase().normalize('NFKC');
}
