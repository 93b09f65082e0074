import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';
import type { FeedbackFile } from './feedback.ts';

/** A local time, as zip has it, so that the bytes are the same in every time zone. */
const TIME = new Date(2000, 0, 1);

/** Returns a zip whose bytes follow from its entries alone; names are in UTF-8, and marked as that. */
export async function zipOf(entries: readonly FeedbackFile[]): Promise<Uint8Array> {
  const zip = new ZipFile();
  for (const { fileName, content } of entries) {
    zip.addBuffer(
      typeof content === 'string'
        ? Buffer.from(content)
        : Buffer.from(content.buffer, content.byteOffset, content.length),
      fileName,
      { mtime: TIME, forceDosTimestamp: true, mode: 0o100644 },
    );
  }
  zip.end();
  return buffer(zip.outputStream);
}
