/** What this browser remembers; where it may not, the page works all the same. */
export class Kept {
  assignment(): string | null {
    return this.#get('assignment');
  }

  setAssignment(id: string): void {
    this.#set('assignment', id);
  }

  /** The program that was last written for an exercise in a language; null if that is the starter. */
  text(key: string): string | null {
    return this.#get(`text/${key}`);
  }

  setText(key: string, text: string | null): void {
    this.#set(`text/${key}`, text);
  }

  /** The language that was last chosen for an exercise. */
  language(id: string): string | null {
    return this.#get(`language/${id}`);
  }

  setLanguage(id: string, language: string): void {
    this.#set(`language/${id}`, language);
  }

  #get(key: string): string | null {
    try {
      return localStorage.getItem(PREFIX + key);
    } catch {
      return null;
    }
  }

  #set(key: string, value: string | null): void {
    try {
      if (value === null) localStorage.removeItem(PREFIX + key);
      else localStorage.setItem(PREFIX + key, value);
    } catch {
      // No room, or storage is turned off.
    }
  }
}

const PREFIX = 'grade-playground/';
