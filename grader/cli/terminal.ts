import { createInterface } from 'node:readline/promises';
import { UsageError } from '../platform/index.ts';
import type { Io } from './io.ts';

/** Someone who answers. */
export interface Terminal {
  /** The line that was typed. */
  readonly ask: (question: string) => Promise<string>;
  readonly say: (text: string) => void;
}

export interface OpenTerminal extends Terminal {
  readonly close: () => void;
}

/** The user ended the input in place of an answer. */
export class InputEnded extends UsageError {}

/** Returns true if a user can answer questions. */
export function canAsk({ stdin, stderr }: Pick<Io, 'stdin' | 'stderr'>): boolean {
  return stdin === null && stderr.isTTY;
}

/** Questions on stderr, answers from the keyboard. Ctrl-C interrupts the program, Ctrl-D ends the answers. */
export function askOnTerminal(signal: AbortSignal): OpenTerminal {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  // In its raw mode a terminal sends no signal.
  lines.on('SIGINT', () => process.kill(process.pid, 'SIGINT'));
  signal.addEventListener('abort', () => lines.close(), { once: true });
  // Keeps what was pasted or typed ahead of its question, which `question()` would drop.
  const typed = lines[Symbol.asyncIterator]();
  return {
    ask: async (question) => {
      lines.setPrompt(question);
      lines.prompt();
      const { done, value } = await typed.next();
      signal.throwIfAborted();
      if (done) throw new InputEnded('The answers ended. Nothing was written.');
      return value;
    },
    say: (text) => {
      process.stderr.write(text);
    },
    close: () => lines.close(),
  };
}
