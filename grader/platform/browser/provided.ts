/** What a worker of the engine is started with, in the place of files and of Node's `workerData`. */
export interface Provided {
  /** The engine's files by path; a `Blob` is shared, not copied, between workers. */
  readonly files: Map<string, Blob>;
  readonly workerData: unknown;
}

export const provided: { files: Map<string, Blob>; workerData: unknown } = { files: new Map(), workerData: null };

/** Name of a worker that waits for its first message before it runs. */
export const ENGINE_WORKER = 'grade-engine';

/** Of workers alone, so TypeScript's library for pages lacks it. */
declare class FileReaderSync {
  readAsArrayBuffer(blob: Blob): ArrayBuffer;
}

/** @throws Error for a file that the site does not have, or that was not loaded */
export function readProvided(path: string): Uint8Array<ArrayBuffer> {
  const blob = provided.files.get(path);
  if (!blob) throw new Error(`the playground's file ${path} is not loaded`);
  return new Uint8Array(new FileReaderSync().readAsArrayBuffer(blob));
}
