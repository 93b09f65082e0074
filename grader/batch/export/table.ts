import { stringify } from 'csv-stringify/sync';

export type Cell = string | number | null;

/** CSV as RFC 4180 has it but for its line ends, which are line feeds. Empty cells are empty, not quoted. */
export function table(rows: readonly (readonly Cell[])[], { mark = false }: { readonly mark?: boolean } = {}): string {
  // A carriage return that stands alone ends a line for some readers, so it has to be quoted too.
  return stringify(rows as Cell[][], { bom: mark, quoted_match: /\r/ });
}
