import { printable, printableLine } from '../../platform/index.ts';
import type { Io } from '../io.ts';

/** Lines of a file of notes that are printed; the file has all. */
const SHOWN = 20;

/** Letters of a line that lists names; the file has all. */
const MAX_LINE = 400;

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
    for (const line of lines.slice(0, SHOWN)) this.once(line, path);
    if (lines.length > SHOWN)
      this.say(`${lines.length - SHOWN} more ${lines.length - SHOWN === 1 ? 'note is' : 'notes are'} in ${path}.`);
  }

  say(text: string, path?: string): void {
    const isLong = path !== undefined && text.length > MAX_LINE;
    const cut = isLong
      ? `${text.slice(0, Math.max(text.lastIndexOf('; ', MAX_LINE), MAX_LINE / 2))} and others, who are in ${path}.`
      : text;
    this.#io.stderr.write(`note: ${printable(printableLine(cut))}\n`);
  }

  once(text: string, path?: string): void {
    if (this.#said.has(text)) return;
    this.#said.add(text);
    this.say(text, path);
  }
}
