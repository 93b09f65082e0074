import type { Readable, Writable } from 'node:stream';
import { deserialize, serialize } from 'node:v8';

const HEADER_BYTES = 4;
/** Nothing that is sent comes near: what claims to be longer is no message. */
const MAX_BYTES = 2 ** 31 - 1;

/** Copied to be written at once: a second write waits for an event loop that may be busy for long. */
const AT_ONCE_BYTES = 4096;

/**
 * Messages over a pair of byte streams: four bytes of length (little-endian), then the value as structured clone
 * serialises it. Binary data goes as it is.
 */
export class Channel {
  readonly #output: Writable;
  #chunks: Buffer[] = [];
  #buffered = 0;

  /**
   * @param onMessage - called for each whole message
   * @param onBroken - called where what comes in is no message
   */
  constructor(
    input: Readable,
    output: Writable,
    onMessage: (message: unknown) => void,
    onBroken: (why: string) => void,
  ) {
    this.#output = output;
    input.on('data', (chunk: Buffer) => {
      this.#chunks.push(chunk);
      this.#buffered += chunk.length;
      try {
        for (let next = this.#take(); next; next = this.#take()) onMessage(deserialize(next));
      } catch (error) {
        onBroken(error instanceof Error ? error.message : String(error));
      }
    });
  }

  send(message: unknown): void {
    const body = serialize(message);
    const header = Buffer.alloc(HEADER_BYTES);
    header.writeUInt32LE(body.length);
    if (body.length <= AT_ONCE_BYTES) {
      this.#output.write(Buffer.concat([header, body]));
      return;
    }
    this.#output.write(header);
    this.#output.write(body);
  }

  /** The next message's bytes; null until all of them are there. */
  #take(): Buffer | null {
    if (this.#buffered < HEADER_BYTES) return null;
    const bytes = this.#peekLength();
    if (bytes > MAX_BYTES) throw new RangeError(`a message of ${bytes} bytes is announced`);
    if (this.#buffered < HEADER_BYTES + bytes) return null;
    const all = this.#chunks.length === 1 ? (this.#chunks[0] as Buffer) : Buffer.concat(this.#chunks);
    const rest = all.subarray(HEADER_BYTES + bytes);
    this.#chunks = rest.length > 0 ? [rest] : [];
    this.#buffered = rest.length;
    return all.subarray(HEADER_BYTES, HEADER_BYTES + bytes);
  }

  #peekLength(): number {
    const [first] = this.#chunks;
    if (first && first.length >= HEADER_BYTES) return first.readUInt32LE();
    const joined = Buffer.concat(this.#chunks);
    this.#chunks = [joined];
    return joined.readUInt32LE();
  }
}
