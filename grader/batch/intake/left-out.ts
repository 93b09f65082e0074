import { STUDENT_LIMITS } from '../../limits/index.ts';
import { isCuda, lastPart } from './handed.ts';

/** Notes on one student that are given in full; the others are counted. */
const MAX_NOTED = 20;
/** Characters of a name in a note. */
const MAX_NAME = 200;

/** Folders of other programs. */
const SKIPPED: ReadonlySet<string> = new Set(['__MACOSX', 'node_modules']);

/** Returns whether a path leads through a hidden folder or one of another program, or names a hidden file. */
export function isHidden(path: string): boolean {
  return path.split('/').some((part) => (part.startsWith('.') && part !== '..') || SKIPPED.has(part));
}

/** Notes on files that are left out: of each student not more than a person reads. */
export class Notes {
  readonly #sentences: string[] = [];
  readonly #counts = new Map<string, number>();

  /** @param owner - the student, or the place at the root, whose file it is: no other's notes are shortened for it */
  add(owner: string, note: string): void {
    const count = (this.#counts.get(owner) ?? 0) + 1;
    this.#counts.set(owner, count);
    if (count <= MAX_NOTED) this.#sentences.push(note);
  }

  /** Notes a hidden source. Folders of macOS repeat every file under a hidden name, and Jupyter those that were open. */
  addHidden(owner: string, path: string): void {
    const isCopy = lastPart(path).startsWith('._') || /(^|\/)(__MACOSX|\.ipynb_checkpoints)\//.test(path);
    if (isCuda(path) && !isCopy) this.add(owner, `${shown(path)} is hidden; left out.`);
  }

  /** Notes a source that is not a regular file. */
  addNoFile(owner: string, path: string): void {
    if (isCuda(path)) this.add(owner, `${shown(path)} is a link or a device, not a file; left out.`);
  }

  addCrowded(owner: string, folder: string): void {
    this.add(owner, `${shown(folder)} has more than ${STUDENT_LIMITS.files} files; the others are left out.`);
  }

  all(): string[] {
    const more = [...this.#counts].filter(([, count]) => count > MAX_NOTED);
    return [
      ...this.#sentences,
      ...more.map(([owner, count]) => `${count - MAX_NOTED} more in ${shown(owner)} are left out.`),
    ];
  }
}

/** Shortens a path for a note. */
export function shown(path: string): string {
  return path.length > MAX_NAME ? `${path.slice(0, MAX_NAME)}…` : path;
}
