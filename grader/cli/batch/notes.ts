import { printable, printableLine } from '../../platform/index.ts';
import type { Io } from '../io.ts';

/** Lines of a file of notes that are printed; the file has all. */
const SHOWN = 20;

/** Notes on stderr: each once, and of many in a file only the first. */
export class Notes {
  readonly #io: Pick<Io, 'stderr'>;
  readonly #said = new Set<string>();

  constructor(io: Pick<Io, 'stderr'>) {
    this.#io = io;
  }

  /** Says what a file of notes says. @param path - of the file, to which a long one is left */
  add(content: string, path: string): void {
    const lines = content.split('\n').filter((line) => line !== '');
    for (const line of lines.slice(0, SHOWN)) this.once(line);
    if (lines.length > SHOWN) this.say(`${lines.length - SHOWN} more notes are in ${path}.`);
  }

  say(text: string): void {
    this.#io.stderr.write(`note: ${printable(printableLine(text))}\n`);
  }

  once(text: string): void {
    if (this.#said.has(text)) return;
    this.#said.add(text);
    this.say(text);
  }
}
