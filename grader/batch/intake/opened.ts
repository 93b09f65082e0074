import type { List } from './select.ts';

/** The beginning of an entry, or why it cannot be read. */
export type Content = { readonly bytes: Buffer } | { readonly problem: string };

/** An archive that is read in two steps: its list, then the content of some entries. */
export interface Archive {
  readonly list: List;
  /** @param wanted - the number of bytes to keep, by the entry's number in the last list */
  read(wanted: ReadonlyMap<number, number>): Promise<ReadonlyMap<number, Content>>;
  close(): Promise<void>;
}
