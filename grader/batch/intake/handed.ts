/** A file of a folder or an archive, unread. */
export interface HandedFile {
  /** The path from the top of the folder or archive, with `/` on every platform. */
  readonly path: string;
  /** The path as the student knows it, with `/`; absent if that is `path`. */
  readonly name?: string;
  /** Other names by which the student's files can know it. */
  readonly alias?: string;
  /**
   * Reads its beginning, at most `limit` bytes.
   * @throws an error of the system, or one that says why it was left out
   */
  read(limit: number): Promise<Buffer>;
  /** Reads a file of the same folder or below, by its path from there; null if there is none. Absent if others use the folder. */
  readonly beside?: (path: string, limit: number) => Promise<Buffer | null>;
}

/** The files of an input, without the folder that the class was packed in. */
export interface Listing {
  readonly files: readonly HandedFile[];
  /** The names of the folders at the root, also of those in which there is no file. */
  readonly folders: readonly string[];
  /** The folder that the class was packed in; null if there is none. */
  readonly wrapper: string | null;
  /** Notes on what was left out, a sentence each. */
  readonly notes: readonly string[];
  /** Names at the root in which something cannot be read. */
  readonly lost: ReadonlySet<string>;
}

/**
 * The name that a platform gives a student, and in which columns of a roster that is looked for: students choose some of their
 * names, and none of these may be taken for another student's id.
 */
export interface StudentKey {
  readonly as: 'any' | 'canvas' | 'github' | 'id' | 'email' | 'name';
  readonly value: string;
}

/** The files that one student handed in, before it is decided which file counts. */
export interface Handed {
  /** The surest first; the first is the name if there is no roster. */
  readonly keys: readonly StudentKey[];
  readonly attempt: string | null;
  /** ISO 8601; null where the export does not tell. */
  readonly submittedAt: string | null;
  /** Times of other hand-ins, whose files are not there. */
  readonly otherTimes?: readonly string[];
  /** Files in the student's folder; a path begins at the top. */
  readonly files: readonly HandedFile[];
  /** The place where it was found, for messages. */
  readonly from: string;
  /** The name by which each download of the platform has this student; absent if that is `from`. */
  readonly identity?: string;
  /** The platform says that it came late, and not when. */
  readonly markedLate?: boolean;
}

/** Name of the last part of a path. */
export function lastPart(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** Returns the path of a file as the student knows it. */
export function knownName({ name, path }: HandedFile): string {
  return name ?? path;
}

/** Returns whether a source includes such files. */
export function isHeader(path: string): boolean {
  return /\.(cuh|h|hh|hpp|hxx|inl|inc|cu)$/i.test(path);
}

/** True if a file can be a Python program or a notebook, in which CUDA is a text. */
export function isPython(path: string): boolean {
  return /\.(?:py|ipynb)$/i.test(path);
}

export function isCuda(path: string): boolean {
  return path.toLowerCase().endsWith('.cu');
}
