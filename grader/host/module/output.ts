import type { RunLimits } from '../run.ts';
import { LimitReached } from '../signals.ts';

export type Stream = 'stdout' | 'stderr';

/** The output of a program, by stream, up to one limit for both streams. */
export class Output {
  readonly #chunks = { stdout: [] as Uint8Array[], stderr: [] as Uint8Array[] };
  readonly #onWrite: (stream: Stream, bytes: Uint8Array) => void;
  readonly #drops: boolean;
  #left: number;
  #isCut = false;

  /** @param onWrite - receives what is kept, when it is written */
  constructor(
    { outputBytes, dropsOutput = false }: Pick<RunLimits, 'outputBytes' | 'dropsOutput'>,
    onWrite: (stream: Stream, bytes: Uint8Array) => void = () => {},
  ) {
    this.#left = outputBytes;
    this.#drops = dropsOutput;
    this.#onWrite = onWrite;
  }

  /** True if something was not kept. */
  get isCut(): boolean {
    return this.#isCut;
  }

  /** @throws LimitReached after keeping what still fits, if output beyond the limit is not dropped */
  write(stream: Stream, bytes: Uint8Array): void {
    const kept = bytes.slice(0, this.#left);
    if (kept.length > 0) {
      this.#chunks[stream].push(kept);
      this.#onWrite(stream, kept);
    }
    this.#left -= kept.length;
    if (kept.length === bytes.length) return;
    this.#isCut = true;
    if (!this.#drops) throw new LimitReached('output');
  }

  text(stream: Stream): string {
    const decoder = new TextDecoder();
    return this.#chunks[stream].map((chunk) => decoder.decode(chunk, { stream: true })).join('') + decoder.decode();
  }
}
