/** A file of a folder or an archive, unread. */
export interface HandedFile {
  /** From the top of the folder or archive, with `/` on every platform. */
  readonly path: string;
  readonly bytes: number;
  /** Its beginning, at most `limit` bytes. */
  read(limit: number): Promise<Buffer>;
}

/** What one student handed in, before it is decided which file counts. */
export interface Handed {
  /** What the student may be called in the roster, the surest first; the first is the name where there is no roster. */
  readonly keys: readonly string[];
  readonly attempt: string | null;
  /** ISO 8601; null where the export does not tell. */
  readonly submittedAt: string | null;
  /** Files in the student's folder; a path is told from the top. */
  readonly files: readonly HandedFile[];
  /** Where it was found, for messages. */
  readonly from: string;
  /** The platform says that it came late, and not when. */
  readonly markedLate?: boolean;
}

/** Name of the last part of a path. */
export function lastPart(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

export function isCuda(path: string): boolean {
  return path.toLowerCase().endsWith('.cu');
}
