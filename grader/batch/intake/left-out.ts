import { STUDENT_LIMITS } from '../../limits/index.ts';
import { isCuda, lastPart } from './handed.ts';

/** Notes of one kind that are given in full; the others are counted. */
const MAX_NOTED = 20;
/** Characters of a name in a note. */
const MAX_NAME = 200;

/** Folders of other programs. */
const SKIPPED: ReadonlySet<string> = new Set(['__MACOSX', 'node_modules']);

/** Returns whether a path leads through a hidden folder or one of another program, or names a hidden file. */
export function isHidden(path: string): boolean {
  return path.split('/').some((part) => (part.startsWith('.') && part !== '..') || SKIPPED.has(part));
}

/** Notes on files that are left out, not more than a person reads. */
export class Notes {
  readonly #sentences: string[] = [];
  readonly #sentenceOf: (note: string) => string;
  #more = 0;

  /** @param sentenceOf - makes a sentence of a note */
  constructor(sentenceOf: (note: string) => string) {
    this.#sentenceOf = sentenceOf;
  }

  add(note: string): void {
    if (this.#sentences.length < MAX_NOTED) this.#sentences.push(this.#sentenceOf(note));
    else this.#more += 1;
  }

  /** Notes a hidden source. Folders of macOS repeat every file under a hidden name, and Jupyter those that were open. */
  addHidden(path: string): void {
    const isCopy = lastPart(path).startsWith('._') || /(^|\/)(__MACOSX|\.ipynb_checkpoints)\//.test(path);
    if (isCuda(path) && !isCopy) this.add(`${shown(path)} is hidden; left out.`);
  }

  /** Notes a source that is not a regular file. */
  addNoFile(path: string): void {
    if (isCuda(path)) this.add(`${shown(path)} is a link or a device, not a file; left out.`);
  }

  addCrowded(folder: string): void {
    this.add(`${shown(folder)} has more than ${STUDENT_LIMITS.filesOfAFolder} files; the others are left out.`);
  }

  all(): string[] {
    return [...this.#sentences, ...(this.#more > 0 ? [`${this.#more} more are left out.`] : [])];
  }
}

function shown(path: string): string {
  return path.length > MAX_NAME ? `${path.slice(0, MAX_NAME)}…` : path;
}
