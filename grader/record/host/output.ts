import { LimitReached } from '../signals.ts';

export type Stream = 'stdout' | 'stderr';

/** What a program prints, by stream, up to one limit for both. */
export class Output {
  readonly #chunks = { stdout: [] as Uint8Array[], stderr: [] as Uint8Array[] };
  readonly #onWrite: (stream: Stream, bytes: Uint8Array) => void;
  #left: number;

  /** @param onWrite - is told of what is kept, when it is written */
  constructor(limitBytes: number, onWrite: (stream: Stream, bytes: Uint8Array) => void = () => {}) {
    this.#left = limitBytes;
    this.#onWrite = onWrite;
  }

  /** @throws LimitReached after keeping what still fits */
  write(stream: Stream, bytes: Uint8Array): void {
    const kept = bytes.slice(0, this.#left);
    this.#chunks[stream].push(kept);
    if (kept.length > 0) this.#onWrite(stream, kept);
    this.#left -= bytes.length;
    if (this.#left < 0) {
      this.#left = 0;
      throw new LimitReached('output');
    }
  }

  text(stream: Stream): string {
    const decoder = new TextDecoder();
    return this.#chunks[stream].map((chunk) => decoder.decode(chunk, { stream: true })).join('') + decoder.decode();
  }
}
