import { z } from 'zod';

/** A code cell of a notebook. */
export interface Cell {
  /** 1-based number among the code cells. */
  readonly number: number;
  readonly text: string;
}

/** The code cells of a notebook, or a sentence that says why there are none. */
export type Notebook =
  | { readonly kind: 'cells'; readonly cells: readonly Cell[] }
  | { readonly kind: 'refused'; readonly reason: string };

const text = z
  .union([z.string(), z.array(z.string())])
  .transform((lines) => (typeof lines === 'string' ? lines : lines.join('')));
const cell = z.looseObject({
  cell_type: z.string(),
  source: text.optional(),
  input: text.optional(),
  language: z.string().optional(),
});
const notebook = z.looseObject({
  nbformat: z.number().optional(),
  cells: z.array(cell).optional(),
  worksheets: z.array(z.looseObject({ cells: z.array(cell) })).optional(),
  metadata: z
    .looseObject({
      kernelspec: z.looseObject({ language: z.string().optional(), name: z.string().optional() }).optional(),
      language_info: z.looseObject({ name: z.string().optional() }).optional(),
    })
    .optional(),
});

/** Languages whose cells can hold CUDA source. */
const LANGUAGES = /^(?:python\d?|ipython\d?|c|c\+\+\d*|cuda|xcpp\d*|xeus-.*)$/i;

/**
 * Reads a notebook of nbformat 3 or 4 (https://nbformat.readthedocs.io). Outputs are ignored.
 * @param name - of the file, for messages
 */
export function readNotebook(json: string, name: string): Notebook {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    return {
      kind: 'refused',
      reason: `${name} is not a whole notebook: ${placeOf(json)}. Save it in Jupyter again and hand in that file.`,
    };
  }
  const read = notebook.safeParse(value);
  const cells = read.data?.cells ?? read.data?.worksheets?.flatMap((sheet) => sheet.cells);
  if (!read.success || cells === undefined) {
    return {
      kind: 'refused',
      reason: `${name} is not a notebook: it has no list of cells. Save it in Jupyter again and hand in that file.`,
    };
  }
  const { metadata } = read.data;
  const language = metadata?.language_info?.name ?? metadata?.kernelspec?.language ?? null;
  if (language !== null && !LANGUAGES.test(language)) {
    return { kind: 'refused', reason: `${name} is a notebook in ${language}. Expected one in Python, or a .cu file.` };
  }
  const code = cells.filter(
    (one) => one.cell_type === 'code' && (one.language === undefined || LANGUAGES.test(one.language)),
  );
  if (code.length === 0) return { kind: 'refused', reason: `${name} has no code cell.` };
  return {
    kind: 'cells',
    cells: code.map((one, index) => ({
      number: index + 1,
      text: (one.source ?? one.input ?? '').replace(/\r\n?/g, '\n'),
    })),
  };
}

const JSON_TOKEN = /\s+|[{}[\],:]|"(?:\\.|[^"\\])*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;

/** Returns where JSON ends too early or is broken. */
function placeOf(json: string): string {
  const lineAt = (position: number): number => json.slice(0, position).split('\n').length;
  let at = 0;
  for (;;) {
    JSON_TOKEN.lastIndex = at;
    const token = JSON_TOKEN.exec(json);
    if (token === null) break;
    at += token[0].length;
  }
  const isCut = at === json.length || json[at] === '"' || /^[tfn-]\w*$/.test(json.slice(at));
  return isCut
    ? `it ends in line ${lineAt(json.length)}, before its last bracket`
    : `line ${lineAt(at)} is not valid JSON`;
}

/** The kind of a cell, by its first line. */
export type CellKind =
  | {
      readonly kind: 'python' /** Python, with magic lines as comments; lines stay where they are. */;
      readonly text: string;
    }
  | {
      readonly kind: 'cuda';
      readonly text: string /** 1-based line of the cell that the text begins in. */;
      readonly line: number;
    }
  | {
      readonly kind: 'file';
      readonly name: string;
      readonly text: string;
      readonly line: number;
      readonly appends: boolean;
    }
  | { readonly kind: 'other' };

/** Cell magics whose cells are CUDA source. */
const CUDA_MAGIC = /^%%(?:cuda|cu|nvcc|cudacpp)(?:\s|$)/;
/** The cell magic of this project's Python package. Its cells are CUDA source, or Python with the source in it. */
const GRADE_MAGIC = /^%%grade(?:\s|$)/;
/** Cell magics that write a file: IPython's own, and that of nvcc4jupyter. */
const FILE_MAGIC = /^%%(?:writefile|file|cuda_group_save)\s+(.*)$/;
/** Cell magics of shells, which can write a file from the lines up to a mark. */
const SHELL_MAGIC = /^%%(?:bash|sh|script\s+(?:--\S+\s+)*(?:bash|sh))(?:\s|$)/;
const HERE_DOCUMENT = /^\s*(?:cat|tee)\s+(>{1,2})?\s*(\S+\.\w+)?\s*<<-?\s*(['"]?)(\w+)\3\s*(?:(>{1,2})\s*(\S+))?\s*$/;
/** Longer lines begin no file. */
const COMMAND_LENGTH = 400;
/** Cell magics whose cells are Python. */
const PYTHON_MAGIC = /^%%(?:time|timeit|capture|prun|python3?|debug)(?:\s|$)/;

/**
 * Returns what a cell holds.
 * @param isPython - tells whether a text is valid Python
 */
export function kindOfCell(cell: string, isPython: (text: string) => boolean): CellKind {
  const lines = cell.split('\n');
  const first = lines.findIndex((line) => line.trim() !== '');
  const magic = lines[first]?.trim() ?? '';
  const rest = lines.slice(first + 1).join('\n');
  if (CUDA_MAGIC.test(magic)) return { kind: 'cuda', text: rest, line: first + 2 };
  const file = FILE_MAGIC.exec(magic)?.[1];
  if (file !== undefined) {
    const words = file.split(/\s+/).map((word) => word.replace(/^["']|["']$/g, ''));
    const name =
      words.filter((word) => !word.startsWith('-')).at(words[0] === '-n' || words[0] === '--name' ? 0 : -1) ?? '';
    return {
      kind: 'file',
      name,
      text: rest,
      line: first + 2,
      appends: words.includes('-a') || words.includes('--append'),
    };
  }
  if (SHELL_MAGIC.test(magic)) return hereDocument(lines) ?? { kind: 'other' };
  if (GRADE_MAGIC.test(magic)) {
    return isPython(rest)
      ? { kind: 'python', text: withoutMagics(lines) }
      : { kind: 'cuda', text: rest, line: first + 2 };
  }
  if (magic.startsWith('%%') && !PYTHON_MAGIC.test(magic)) return { kind: 'other' };
  return { kind: 'python', text: withoutMagics(lines) };
}

/** Returns the file that a shell writes with `cat > x.cu <<'EOF'`; null if it writes none. Of several, the last `.cu` file. */
function hereDocument(lines: readonly string[]): CellKind | null {
  const files: Extract<CellKind, { kind: 'file' }>[] = [];
  let open: { readonly at: number; readonly mark: string; readonly name: string; readonly appends: boolean } | null =
    null;
  for (const [at, line] of lines.entries()) {
    if (open !== null) {
      if (line.trim() !== open.mark) continue;
      const text = lines.slice(open.at + 1, at).join('\n');
      files.push({ kind: 'file', name: open.name, text, line: open.at + 2, appends: open.appends });
      open = null;
    } else if (line.length <= COMMAND_LENGTH) {
      const [, before, first, , mark, after, last] = HERE_DOCUMENT.exec(line) ?? [];
      const name = first ?? last;
      if (mark !== undefined && name !== undefined) open = { at, mark, name, appends: (before ?? after) === '>>' };
    }
  }
  return files.findLast(({ name }) => /\.cu$/i.test(name)) ?? files.at(-1) ?? null;
}

/** Makes comments of the lines that IPython reads itself. */
function withoutMagics(lines: readonly string[]): string {
  let continues = false;
  let quotes: string | null = null;
  return lines
    .map((line) => {
      const isMagic: boolean =
        quotes === null &&
        (continues ||
          /^\s*(?:%|!|\?)/.test(line) ||
          /^\s*[\w.]+\?{1,2}\s*$/.test(line) ||
          /^\s*[\w, ]+=\s*[!%]/.test(line));
      // The statement that a magic measures is Python.
      const [, measured] = isMagic ? (/^%(?:time|timeit|prun)\s+(?:-\S+\s+)*(\S.*)$/.exec(line) ?? []) : [];
      if (measured !== undefined) {
        quotes = openQuotes(measured, quotes);
        return measured;
      }
      continues = isMagic && line.endsWith('\\');
      if (!isMagic) quotes = openQuotes(line, quotes);
      return isMagic ? `#${line.slice(1)}` : line;
    })
    .join('\n');
}

/** Returns the triple quotes that are open at the end of a line; `null` if there are none. A line of a string is no magic. */
function openQuotes(line: string, open: string | null): string | null {
  let quotes = open;
  for (const [mark] of line.matchAll(/\\.|"""|'''|#.*|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'/g)) {
    if (mark === '"""' || mark === "'''") quotes = quotes === null ? mark : quotes === mark ? null : quotes;
    else if (quotes !== null && mark.length > 2 && !mark.startsWith('\\') && mark.includes(quotes)) quotes = null;
  }
  return quotes;
}
