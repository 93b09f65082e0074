import type { Input } from './module/input.ts';

/**
 * Standard input from one thread to another. The program's thread stops until the other has answered, because a read
 * of the C library cannot wait in any other way; asked only when the program reads, so that one that does not read
 * never waits for an input that has no end.
 */
const CHUNK = 65_536;
const HEADER = 8;
/** Words of the header. */
const STATE = 0;
const LENGTH = 1;
const ASKED = 0;
const ANSWERED = 1;

/** @returns as many bytes as there are, at least one, at most as many as asked for; none at the end */
export type ReadInput = (bytes: number) => Promise<Uint8Array>;

export function inputChannel(): SharedArrayBuffer {
  return new SharedArrayBuffer(HEADER + CHUNK);
}

/** The program's end. @param ask - tells the other thread how many bytes are wanted */
export function inputFrom(channel: SharedArrayBuffer, ask: (bytes: number) => void): Input {
  const header = new Int32Array(channel, 0, 2);
  return {
    read(bytes) {
      if (bytes === 0) return new Uint8Array();
      Atomics.store(header, STATE, ASKED);
      ask(Math.min(bytes, CHUNK));
      Atomics.wait(header, STATE, ASKED);
      return new Uint8Array(channel, HEADER, Atomics.load(header, LENGTH));
    },
  };
}

/** The other end. */
export async function answerInput(channel: SharedArrayBuffer, bytes: number, read: ReadInput): Promise<void> {
  const header = new Int32Array(channel, 0, 2);
  // An input that fails has ended, as far as the program can tell.
  const chunk = await read(bytes).catch(() => new Uint8Array());
  new Uint8Array(channel, HEADER, chunk.length).set(chunk);
  Atomics.store(header, LENGTH, chunk.length);
  Atomics.store(header, STATE, ANSWERED);
  Atomics.notify(header, STATE);
}
