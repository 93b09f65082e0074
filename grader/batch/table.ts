import { CsvError, parse } from 'csv-parse/sync';

/** A CSV file read by the names of its columns. */
export interface Table<Column extends string> {
  readonly rows: readonly (Readonly<Partial<Record<Column, string>>> & { readonly line: number })[];
  /** `file:line: problem`, in order. */
  readonly problems: readonly string[];
}

interface Columns<Column extends string> {
  readonly required: readonly Column[];
  readonly optional: readonly Column[];
  /** Other names under which a column is accepted, in lower case with underscores. */
  readonly aliases?: Readonly<Record<string, Column>>;
  /** Other columns that may be there; absent if any may. */
  readonly others?: readonly string[];
}

/**
 * Reads a CSV file with a header line. Names of columns are taken in any case, with spaces or hyphens for underscores;
 * unknown ones are ignored, and empty cells are as if they were not there.
 * @param name - of the file, for problems
 */
export function readTable<Column extends string>(text: string, name: string, columns: Columns<Column>): Table<Column> {
  let records: readonly Row[];
  try {
    records = rowsOf(text);
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return { rows: [], problems: [`${name}:${Number(error.lines) || 1}: not valid CSV: ${error.message}`] };
  }
  const [header, ...lines] = records;
  if (/^sep=/i.test(header?.cells[0] ?? '')) {
    return { rows: [], problems: [`${name}:${header?.line}: remove this line: only Excel reads it`] };
  }
  const known: readonly string[] = [...columns.required, ...columns.optional];
  const names = (header?.cells ?? []).map((cell) => canonicalName(cell, columns.aliases ?? {}));
  const problems = columns.required
    .filter((column) => !names.includes(column))
    .map(
      (column) => `${name}:1: there is no column ${column}; the first line has to name the columns ${known.join(', ')}`,
    );
  for (const column of names) {
    if (columns.others && column !== '' && !known.includes(column) && !columns.others.includes(column)) {
      problems.push(`${name}:1: there is no column ${JSON.stringify(column)}; expected ${known.join(', ')}`);
    }
  }
  for (const [index, column] of names.entries()) {
    if (known.includes(column) && names.indexOf(column) !== index)
      problems.push(`${name}:1: the column ${column} is there twice`);
  }
  if (problems.length > 0) return { rows: [], problems };
  const rows = lines.map(({ cells, line }) => {
    const row: Partial<Record<string, string>> = {};
    for (const [index, cell] of cells.entries()) {
      const column = names[index] ?? '';
      if (cell !== '' && known.includes(column)) row[column] = cell;
    }
    // Its end would be lost, and its cells can be those of other columns.
    if (cells.slice(names.length).some((cell) => cell !== '')) {
      problems.push(
        `${name}:${line}: the row has ${cells.length} cells, and the first line has ${names.length}; put text with the delimiter in quotes`,
      );
    }
    return { ...(row as Partial<Record<Column, string>>), line };
  });
  for (const row of rows) {
    for (const column of columns.required) {
      if (row[column] === undefined) problems.push(`${name}:${row.line}: ${column} is empty`);
    }
  }
  return { rows, problems };
}

interface Row {
  readonly cells: readonly string[];
  /** The 1-based line in which the row begins. */
  readonly line: number;
}

/** Returns the rows in which something is written: spreadsheets also save empty rows. @throws CsvError */
function rowsOf(text: string): Row[] {
  const records = parse(text, {
    bom: true,
    raw: true,
    relax_column_count: true,
    trim: true,
    delimiter: delimiterOf(text),
  }) as unknown as { readonly raw: string; readonly record: string[] }[];
  let next = 1;
  return records.flatMap(({ raw, record }) => {
    const line = next;
    next += raw.match(/\r\n|\r|\n/g)?.length ?? 0;
    return record.every((cell) => cell === '') ? [] : [{ cells: record, line }];
  });
}

/** Sorts problems, each `file:line: problem`, by their lines. */
export function inLineOrder(problems: readonly string[]): string[] {
  const lineOf = (problem: string): number => Number(/:(\d+): /.exec(problem)?.[1] ?? 0);
  return [...problems].sort((a, b) => lineOf(a) - lineOf(b));
}

/** Spreadsheets of many countries write semicolons. */
export function delimiterOf(text: string): string {
  const header = text.slice(0, text.search(/\r?\n|$/));
  const count = (mark: string): number => header.split(mark).length;
  return [';', '\t'].find((mark) => count(mark) > count(',')) ?? ',';
}

/** Returns the name of a column as programs know it: in lower case with underscores, and not an alias. */
export function canonicalName(cell: string, aliases: Readonly<Record<string, string>>): string {
  const plain = cell
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_');
  return Object.hasOwn(aliases, plain) ? (aliases[plain] ?? plain) : plain;
}
