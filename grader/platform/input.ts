import type { Readable } from 'node:stream';

/** Standard input of this process, for a program that reads it. */
export interface InputStream {
  /** Waits until there is something. @returns at most `bytes` of it, at least one; none at the end */
  readonly read: (bytes: number) => Promise<Uint8Array>;
  /** Nobody will read it any more: it must not keep the process from ending. */
  close(): void;
}

/** @param stream - is left alone until it is first read */
export function inputStream(stream: Readable): InputStream {
  let iterator: AsyncIterator<Uint8Array> | null = null;
  let left: Uint8Array = new Uint8Array();
  return {
    async read(bytes) {
      while (left.length === 0) {
        iterator ??= stream[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>;
        const next = await iterator.next();
        if (next.done) return new Uint8Array();
        left = next.value;
      }
      const chunk = left.subarray(0, bytes);
      left = left.subarray(chunk.length);
      return chunk;
    },
    close() {
      if (iterator) stream.destroy();
    },
  };
}
