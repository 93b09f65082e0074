/** What of the machine's files a program may read. */
export interface FileAccess {
  /** Absolute path of the folder from which it names files. It may read there only what `folders` say. */
  readonly workingFolder: string;
  /** Absolute paths. */
  readonly folders: readonly string[];
}

/** The files that a program may read, as the machine gives them; a browser gives them from memory. */
export interface FileSystem {
  /**
   * Opens a file or a folder.
   * @param path - from the working folder, or from the root of the file system where it leads to nothing there: the C
   * library tells both in the same way
   */
  open(path: string): OpenFile | 'folder' | Refusal;
  /**
   * Lists a folder, without `.` and `..`, in no order.
   * @param path - as for {@link open}
   */
  list(path: string): readonly FolderEntry[] | 'file' | Refusal;
}

export interface FolderEntry {
  readonly name: string;
  readonly kind: 'file' | 'folder' | 'link' | 'other';
}

export interface OpenFile {
  readonly bytes: number;
  /** @returns how many bytes were read; fewer than there is room for only at the end */
  read(into: Uint8Array, position: number): number;
  close(): void;
}

/** Why nothing is opened: nothing is there, it cannot be read, or the program was given no folder that it lies in. */
export type Refusal = 'missing' | 'unreadable' | 'outside';
