import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import { canonicalName, delimiterOf } from '../table.ts';

/**
 * Returns a table with more rows. Columns that it lacks are added behind its own.
 * @param rows - of cells in the order of `columns`
 */
export function extended(
  text: string,
  columns: readonly string[],
  aliases: Readonly<Record<string, string>>,
  rows: readonly (readonly (string | number | null)[])[],
): string {
  const delimiter = delimiterOf(text.replace(/^\ufeff/, ''));
  const table = parse(text, { bom: true, delimiter, relax_column_count: true, skip_empty_lines: true }) as string[][];
  const [head = [], ...lines] = table;
  const names = head.map((cell) => canonicalName(cell, aliases));
  const missing = columns.filter((column) => !names.includes(column));
  const order = [...names, ...missing];
  const width = order.length;
  const padded = lines.map((line) => [...line, ...Array<string>(Math.max(0, width - line.length)).fill('')]);
  const added = rows.map((row) => order.map((name) => row[columns.indexOf(name)] ?? ''));
  return stringify([[...head, ...missing], ...padded, ...added], { delimiter });
}
