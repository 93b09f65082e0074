import { readNotebook } from '../../handin/index.ts';
import type { Kept } from './kept.ts';

/** The language of a program: the ending of its file. */
export type Language = 'cu' | 'py' | 'ipynb';

/** Endings of files that a visitor can open, with the language. */
const ENDINGS: ReadonlyMap<string, Language> = new Map([
  ['cu', 'cu'],
  ['cuh', 'cu'],
  ['cpp', 'cu'],
  ['cc', 'cu'],
  ['txt', 'cu'],
  ['py', 'py'],
  ['ipynb', 'ipynb'],
]);

/** The text that an exercise begins with in Python. */
const PYTHON_STARTER = `# Kernels in Numba (@cuda.jit), or CUDA source for load_inline of PyTorch. It is read, and never executed.
`;

/** The program of one exercise, in each language that the visitor has used. */
export class Program {
  readonly #kept: Kept;
  readonly #id: string;
  readonly #starter: string;
  #language: Language;
  #text: string;

  /** @param starter - in CUDA C++ */
  constructor(kept: Kept, id: string, starter: string) {
    this.#kept = kept;
    this.#id = id;
    this.#starter = starter;
    const language = kept.language(id);
    this.#language = isLanguage(language) ? language : 'cu';
    this.#text = this.#stored();
  }

  get language(): Language {
    return this.#language;
  }

  /** True if there is a notebook, which only a file can bring. */
  get hasNotebook(): boolean {
    return this.#language === 'ipynb' || this.#kept.text(this.#key('ipynb')) !== null;
  }

  /** The name that findings have. */
  get fileName(): string {
    return `${this.#id}.${this.#language}`;
  }

  /** The file's text, as it is graded. */
  get text(): string {
    return this.#text;
  }

  /** The text to show: of a notebook its code cells. */
  get shown(): string {
    return this.#language === 'ipynb' ? cellsOf(this.#text) : this.#text;
  }

  write(text: string): void {
    this.#text = text;
    this.#kept.setText(this.#key(), text === this.#first() ? null : text);
  }

  choose(language: Language): void {
    this.#language = language;
    this.#kept.setLanguage(this.#id, language);
    this.#text = this.#stored();
  }

  /** Takes a file of the visitor. @returns false if its ending is of no language */
  open(name: string, text: string): boolean {
    const language = ENDINGS.get(name.split('.').at(-1)?.toLowerCase() ?? '');
    if (language === undefined) return false;
    this.choose(language);
    this.write(language === 'ipynb' ? withoutOutputs(text) : text);
    return true;
  }

  /** Throws the program away. A notebook's place is taken by the starter in Python. */
  reset(): void {
    this.#kept.setText(this.#key(), null);
    this.choose(this.#language === 'ipynb' ? 'py' : this.#language);
  }

  #key(language = this.#language): string {
    return language === 'cu' ? this.#id : `${this.#id}.${language}`;
  }

  #first(): string {
    return this.#language === 'cu' ? this.#starter : this.#language === 'py' ? PYTHON_STARTER : '';
  }

  #stored(): string {
    return this.#kept.text(this.#key()) ?? this.#first();
  }
}

export function isLanguage(text: string | null): text is Language {
  return text === 'cu' || text === 'py' || text === 'ipynb';
}

/** Takes outputs out of a notebook: they are large, and grading ignores them. What is no notebook stays as it is. */
function withoutOutputs(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json, (key, value) => (key === 'outputs' ? [] : value)));
  } catch {
    return json;
  }
}

/** Returns the code cells of a notebook as a text to read; of what is no notebook the text itself. */
function cellsOf(json: string): string {
  const found = readNotebook(json, '');
  return found.kind === 'refused'
    ? json
    : found.cells.map(({ number, text }) => `# cell ${number}\n${text}\n`).join('\n');
}
