import { Transform, type TransformCallback } from 'node:stream';

const HEADER = 8;
const STDERR = 2;

/**
 * The standard output of a container, out of an engine's attach stream: frames of a header (stream number, three unused
 * bytes, length as a 32-bit big-endian number) and that many bytes. What the reader does not take is not fetched.
 */
export class Frames extends Transform {
  readonly #onStderr: (chunk: Buffer) => void;
  #header = Buffer.alloc(0);
  #stream = 0;
  /** Bytes of the present frame that are still to come. */
  #left = 0;

  constructor(onStderr: (chunk: Buffer) => void) {
    super();
    this.#onStderr = onStderr;
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    let rest = chunk;
    while (rest.length > 0) rest = this.#left > 0 ? this.#content(rest) : this.#opening(rest);
    done();
  }

  #opening(chunk: Buffer): Buffer {
    const wanted = HEADER - this.#header.length;
    this.#header = Buffer.concat([this.#header, chunk.subarray(0, wanted)]);
    if (this.#header.length === HEADER) {
      this.#stream = this.#header[0] ?? 0;
      this.#left = this.#header.readUInt32BE(4);
      this.#header = Buffer.alloc(0);
    }
    return chunk.subarray(wanted);
  }

  #content(chunk: Buffer): Buffer {
    const content = chunk.subarray(0, this.#left);
    this.#left -= content.length;
    if (this.#stream === STDERR) this.#onStderr(content);
    else this.push(content);
    return chunk.subarray(content.length);
  }
}

/** The last bytes of a stream. */
export class Tail {
  readonly #limit: number;
  #kept = Buffer.alloc(0);

  constructor(limit: number) {
    this.#limit = limit;
  }

  add(chunk: Buffer): void {
    this.#kept = Buffer.concat([this.#kept, chunk]).subarray(-this.#limit);
  }

  text(): string {
    return this.#kept.toString('utf8');
  }
}
