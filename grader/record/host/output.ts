import { LimitReached } from '../signals.ts';

/** What a program prints, by stream, up to one limit for both. */
export class Output {
  readonly #chunks = { stdout: [] as Uint8Array[], stderr: [] as Uint8Array[] };
  #left: number;

  constructor(limitBytes: number) {
    this.#left = limitBytes;
  }

  /** @throws LimitReached after keeping what still fits */
  write(stream: 'stdout' | 'stderr', bytes: Uint8Array): void {
    this.#chunks[stream].push(bytes.slice(0, this.#left));
    this.#left -= bytes.length;
    if (this.#left < 0) {
      this.#left = 0;
      throw new LimitReached('output');
    }
  }

  text(stream: 'stdout' | 'stderr'): string {
    const decoder = new TextDecoder();
    return this.#chunks[stream].map((chunk) => decoder.decode(chunk, { stream: true })).join('') + decoder.decode();
  }
}
