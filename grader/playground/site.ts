/** What the page knows of its site: `index.html` holds it as JSON. Written by `write.ts`, read in the browser. */
export interface Site {
  readonly schemaVersion: 1;
  /** Of the program that wrote it. */
  readonly version: string;
  /** Of hidden cases. */
  readonly seed: string;
  /** Folder of the page's own scripts. */
  readonly app: string;
  readonly engine: EngineParts;
  readonly assignments: readonly ListedAssignment[];
}

/** A file of the site, whose name holds a hash of what is in it. */
export interface SiteFile {
  /** Relative to the page. */
  readonly url: string;
  /** As it is transferred: compressed by gzip. */
  readonly bytes: number;
}

export interface EngineParts {
  /** Small files of the engine: a {@link Pack}. */
  readonly pack: SiteFile;
  /** Large ones, by the path under which the engine reads them; always needed. */
  readonly files: Readonly<Record<string, SiteFile>>;
  /** The parts that read programs in Python, by the path under which the engine reads it. */
  readonly python: Readonly<Record<string, SiteFile>>;
  /** Precompiled headers that only sources need which include one of `when`. */
  readonly optional: readonly {
    readonly when: readonly string[];
    readonly files: Readonly<Record<string, SiteFile>>;
  }[];
}

export interface ListedAssignment {
  readonly id: string;
  readonly title: string;
  /** A {@link PlaygroundAssignment}. */
  readonly file: SiteFile;
}

/** Files by path, in base64. */
export type Pack = Readonly<Record<string, string>>;
