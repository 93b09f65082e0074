import type { RosterEntry } from '../model.ts';

/** Finds students of a roster by whatever an export calls them. */
export class Students {
  readonly #roster: ReadonlyMap<string, RosterEntry> | null;
  /** By any key in lower case; null where two students share it. */
  readonly #byKey = new Map<string, string | null>();

  constructor(roster: ReadonlyMap<string, RosterEntry> | null) {
    this.#roster = roster;
    for (const entry of roster?.values() ?? []) {
      const { id, email, github, canvasId, sisUserId, sisLoginId, idNumber, name } = entry;
      for (const key of [id, email, github, canvasId, sisUserId, sisLoginId, idNumber, ...namesOf(name)]) {
        if (key !== null) this.#add(key.toLowerCase(), id);
      }
    }
  }

  /**
   * @param keys - the surest first
   * @returns the roster's id, or the first key where the roster does not know any; whether it does
   */
  find(keys: readonly string[]): { readonly student: string; readonly known: boolean } {
    const own = keys.find((key) => this.#roster?.has(key));
    if (own !== undefined) return { student: own, known: true };
    for (const key of keys) {
      for (const form of [key.toLowerCase(), letters(key)]) {
        const id = this.#byKey.get(form);
        if (id !== undefined && id !== null) return { student: id, known: true };
      }
    }
    return { student: keys[0] ?? '', known: this.#roster === null };
  }

  #add(key: string, id: string): void {
    const before = this.#byKey.get(key);
    this.#byKey.set(key, before === undefined || before === id ? id : null);
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

function letters(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}
