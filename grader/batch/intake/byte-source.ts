import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { promisify } from 'node:util';
import { createGunzip, gunzip } from 'node:zlib';

const WINDOW_BYTES = 1 << 18;

/** Bytes of an archive, read from the beginning to the end. */
export interface ByteSource {
  /** Reads the next `count` bytes; fewer only at the end. */
  take(count: number): Promise<Buffer>;
  /** @throws Error if there are fewer bytes than that */
  skip(count: number): Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens an archive, also one that gzip has packed.
 * @param maxUnpackedBytes - the maximum that is unpacked: bytes that are skipped in a gzip stream have to be unpacked too
 */
export async function openBytes(path: string, maxUnpackedBytes: number): Promise<ByteSource> {
  const handle = await open(path, 'r');
  const { buffer } = await handle.read(Buffer.alloc(2), 0, 2, 0);
  if (buffer[0] !== 0x1f || buffer[1] !== 0x8b) return new PlainBytes(handle, (await handle.stat()).size);
  await handle.close();
  return new UnpackedBytes(path, maxUnpackedBytes);
}

/**
 * Opens an archive that is in memory, also one that gzip has packed.
 * @param maxUnpackedBytes - the maximum that is unpacked
 * @throws Error if gzip cannot unpack it, or if it unpacks to more
 */
export async function openBuffer(bytes: Buffer, maxUnpackedBytes: number): Promise<ByteSource> {
  const isPacked = bytes[0] === 0x1f && bytes[1] === 0x8b;
  return new BufferBytes(isPacked ? await promisify(gunzip)(bytes, { maxOutputLength: maxUnpackedBytes }) : bytes);
}

class BufferBytes implements ByteSource {
  #rest: Buffer;

  constructor(bytes: Buffer) {
    this.#rest = bytes;
  }

  async take(count: number): Promise<Buffer> {
    const taken = this.#rest.subarray(0, count);
    this.#rest = this.#rest.subarray(taken.length);
    return taken;
  }

  async skip(count: number): Promise<void> {
    if (count > this.#rest.length) throw ended();
    this.#rest = this.#rest.subarray(count);
  }

  async close(): Promise<void> {}
}

/** A file, in which skipping costs nothing. */
class PlainBytes implements ByteSource {
  readonly #handle: Awaited<ReturnType<typeof open>>;
  readonly #size: number;
  #position = 0;
  #window: Buffer = Buffer.alloc(0);
  #windowAt = 0;

  constructor(handle: Awaited<ReturnType<typeof open>>, size: number) {
    this.#handle = handle;
    this.#size = size;
  }

  async take(count: number): Promise<Buffer> {
    const wanted = Math.min(count, this.#size - this.#position);
    const at = this.#position - this.#windowAt;
    if (at < 0 || at + wanted > this.#window.length) {
      const window = Buffer.alloc(Math.max(wanted, WINDOW_BYTES));
      let length = 0;
      while (length < window.length) {
        const { bytesRead } = await this.#handle.read(window, length, window.length - length, this.#position + length);
        if (bytesRead === 0) break;
        length += bytesRead;
      }
      this.#window = window.subarray(0, length);
      this.#windowAt = this.#position;
    }
    const start = this.#position - this.#windowAt;
    const taken = Buffer.from(this.#window.subarray(start, start + wanted));
    this.#position += taken.length;
    return taken;
  }

  async skip(count: number): Promise<void> {
    if (this.#position + count > this.#size) throw ended();
    this.#position += count;
  }

  close(): Promise<void> {
    return this.#handle.close();
  }
}

/** What gzip has packed. */
class UnpackedBytes implements ByteSource {
  readonly #file: ReturnType<typeof createReadStream>;
  readonly #chunks: AsyncIterator<Buffer>;
  readonly #most: number;
  #unpacked = 0;
  #rest: Buffer = Buffer.alloc(0);

  constructor(path: string, most: number) {
    this.#file = createReadStream(path);
    const gunzip = createGunzip({ chunkSize: WINDOW_BYTES });
    this.#file.on('error', (error) => gunzip.destroy(error));
    this.#chunks = this.#file.pipe(gunzip)[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
    this.#most = most;
  }

  async take(count: number): Promise<Buffer> {
    const parts: Buffer[] = [];
    let missing = count;
    while (missing > 0 && (await this.#hasMore())) {
      const part = this.#rest.subarray(0, missing);
      parts.push(part);
      missing -= part.length;
      this.#rest = this.#rest.subarray(part.length);
    }
    return Buffer.concat(parts);
  }

  async skip(count: number): Promise<void> {
    let missing = count;
    while (missing > 0) {
      if (!(await this.#hasMore())) throw ended();
      const passed = Math.min(missing, this.#rest.length);
      missing -= passed;
      this.#rest = this.#rest.subarray(passed);
    }
  }

  async close(): Promise<void> {
    this.#file.destroy();
    await this.#chunks.return?.();
  }

  async #hasMore(): Promise<boolean> {
    while (this.#rest.length === 0) {
      const { done, value } = await this.#chunks.next();
      if (done) return false;
      this.#rest = value;
      this.#unpacked += value.length;
      if (this.#unpacked > this.#most) {
        throw new Error(`it unpacks to more than ${this.#most / 2 ** 30} GiB. Pack it again without what is so large`);
      }
    }
    return true;
  }
}

function ended(): Error {
  return new Error('it ends within an entry');
}
