import type { Node } from 'web-tree-sitter';
import { type TranslationProblem, translateNumba } from '../numba/index.ts';
import type { AssignmentSpec } from '../spec/index.ts';
import { sourceParameter } from './compilers.ts';
import { defines, definitionAt, definitionsOf, isBalanced, looksLikeCuda } from './definitions.ts';
import { elementwiseSource } from './elementwise.ts';
import { type Compiled, Evaluator } from './evaluate.ts';
import { type LaidOut, laidOut, type Part } from './layout.ts';
import { type Cell, kindOfCell, readNotebook } from './notebook.ts';
import { at, joined, type Placed } from './origin.ts';
import type { GrammarParser } from './parser.ts';
import { unescaped } from './python-text.ts';
import { MAX_TEXT, type Value } from './values.ts';

/** The CUDA source of a hand-in in Python, or a sentence that says why there is none. */
export type Extracted =
  | ({
      readonly kind: 'source';
      /** A sentence on a choice that was made; `null` if there was none. */
      readonly note: string | null;
      /** The program that the source was translated from, line for line; none if it is CUDA C++ itself. */
      readonly shown?: Shown;
    } & LaidOut)
  | {
      readonly kind: 'refused';
      readonly reason: string;
      readonly details: readonly string[];
      /** The places that the reason and the details name. */
      readonly problems?: readonly PythonProblem[];
      /** True if the grader does not translate the program, which can be right. */
      readonly isUntranslated?: true;
    };

/** A place of a program in Python with its problem. */
export interface PythonProblem {
  /** The name in findings. */
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly reason: string;
}

/** The program of a student whose source was translated. */
export interface Shown {
  readonly source: string;
  /** The further texts, by their names in findings. */
  readonly headers: readonly { readonly name: string; readonly text: string }[];
}

/** A text of CUDA source in the program. */
interface Candidate {
  readonly placed: Placed;
  /** The function that compiles it, e.g. `load_inline`; `null` if it is only a text. */
  readonly use: string | null;
  /** Headers that PyTorch puts before it. */
  readonly before: string | null;
}

/** PyTorch begins each source of `cuda_sources` with these. */
const BEFORE_INLINE = '#include <torch/types.h>\n#include <cuda.h>\n#include <cuda_runtime.h>\n';

/** True if a name is that of a file whose CUDA source is in Python. */
export function isPython(fileName: string): boolean {
  return /\.(?:py|ipynb)$/i.test(fileName);
}

/**
 * Takes the CUDA source out of a Python program or a notebook. Python is parsed and never executed.
 * @param text - of the file
 * @param fileName - as findings name it
 * @param asked - names of the functions that the exercise asks for
 * @param entry - what the exercise asks for; null: kernels in Numba are not translated
 */
export function extractCuda(
  text: string,
  fileName: string,
  asked: readonly string[],
  parser: GrammarParser,
  entry: AssignmentSpec['entry'] | null = null,
): Extracted {
  const isNotebook = /\.ipynb$/i.test(fileName);
  const read = isNotebook ? readNotebook(text, fileName) : { kind: 'cells' as const, cells: [{ number: 1, text }] };
  if (read.kind === 'refused') return { ...read, details: [] };
  const evaluator = new Evaluator();
  const files = new Map<string, { placed: Placed; unit: number }>();
  const errors: PythonProblem[] = [];
  const candidates: Candidate[] = [];
  const python: string[] = [];
  /** Cells with CUDA source and no magic before it. */
  const bare: string[] = [];
  for (const [unit, cell] of read.cells.entries()) {
    const kind = isNotebook
      ? kindOfCell(cell.text, (rest) => isValid(rest, parser))
      : { kind: 'python' as const, text: cell.text };
    python.push(kind.kind === 'python' ? kind.text : '');
    if (kind.kind === 'python') {
      const problem = runPython(evaluator, kind.text, unit, parser);
      if (problem !== null) errors.push({ ...problem, file: placeName(fileName, isNotebook, cell) });
      if (problem !== null && looksLikeCuda(kind.text)) bare.push(placeName(fileName, isNotebook, cell));
    }
    if (kind.kind === 'cuda') {
      candidates.push({
        placed: unescaped(kind.text, true, { unit, line: kind.line }),
        use: 'a cell for CUDA',
        before: null,
      });
    }
    if (kind.kind === 'file') {
      const placed = unescaped(kind.text, true, { unit, line: kind.line });
      const known = kind.appends ? files.get(kind.name) : undefined;
      const whole = known ? joined([known.placed, at('\n', { unit, line: kind.line }), placed]) : placed;
      evaluator.write(kind.name, whole);
      files.set(kind.name, { placed: whole, unit });
    }
  }
  if (!isNotebook && errors.length > 0) {
    return notPython(errors);
  }
  for (const [name, { placed }] of files) {
    if (/\.cu$/i.test(name)) candidates.push({ placed, use: name, before: null });
  }
  const { compiled, texts, decorators, elementwise, read: others, reductions } = evaluator.found;
  candidates.push(
    ...compiled.flatMap((one) => sourcesOf(one, asked)),
    ...texts.filter(({ text: one }) => looksLikeCuda(one)).map((placed) => ({ placed, use: null, before: null })),
  );
  const name = (unit: number): string =>
    placeName(fileName, isNotebook, read.cells[unit] ?? { number: unit + 1, text: '' });
  const isNumba = python.some((one) => /\bnumba\b/.test(one));
  const defined = candidates.some(({ placed }) => asked.some((one) => defines(placed.text, one)));
  const translated = entry && isNumba && !defined ? fromNumba(python, entry, name, parser) : null;
  if (translated?.isNumba && translated.extracted) return translated.extracted;
  const operation = elementwise.at(-1);
  if (entry && operation && !defined) {
    const made = elementwiseSource(operation, entry);
    if (made.kind === 'refused') {
      const { unit, line } = operation.place;
      const reason = `\`ElementwiseKernel\`: ${made.reason}`;
      const problems = [{ file: name(unit), line, column: 1, reason }];
      return {
        kind: 'refused',
        reason: `${name(unit)}:${line}: ${reason}.`,
        details: [],
        problems,
        isUntranslated: true,
      };
    }
    return { kind: 'source', note: null, ...laidOut(made.placed, name, () => true, null) };
  }
  const isOpen = compiled.some((one) => sourcesOf(one, asked).length === 0);
  const chosen = choose(maximal(candidates), asked, fileName, name, isOpen);
  if (chosen.kind !== 'chosen' && others.length > 0) return { ...REFUSED, reason: otherFile(fileName, others) };
  if (chosen.kind === 'none') {
    const [reduction] = reductions;
    if (reduction) return { ...REFUSED, reason: `${name(reduction.unit)}:${reduction.line}: ${NO_REDUCTIONS}` };
    const [cell] = bare;
    if (isNotebook && cell !== undefined) return { ...REFUSED, reason: `${cell} ${NO_MAGIC}` };
    // After an error of syntax, the place of a kernel says nothing.
    const own = errors.length === 0 ? translated?.extracted : null;
    return own ?? nothingFound(fileName, isNotebook, decorators, errors);
  }
  if (chosen.kind === 'refused') return chosen;
  const { candidate, note } = chosen;
  const isMain = (part: string): boolean => asked.some((one) => defines(part, one));
  const laid = laidOut(candidate.placed, name, isMain, candidate.before);
  const written = [...files].flatMap(([path, file]): Part[] =>
    /\.(?:cuh|h|hpp|inc|inl)$/i.test(path) ? [{ path, name: name(file.unit), text: paddedText(file.placed) }] : [],
  );
  return { kind: 'source', note, ...laid, headers: [...laid.headers, ...written] };
}

const REFUSED = { kind: 'refused', details: [] } as const;
const NO_REDUCTIONS =
  '`ReductionKernel` is not translated. Write the kernel as a text for `RawKernel`, or hand in a .cu file.';
const NO_MAGIC = 'has CUDA source, and is a cell for Python. Make `%%cuda` the first line of this cell.';

function otherFile(fileName: string, names: readonly string[]): string {
  const [first = ''] = names;
  return `${fileName} compiles the file \`${first}\`, which is not in it. Hand in \`${first.replace(/^.*[\\/]/, '')}\`.`;
}

/** The most problems of a program in a message. */
const MOST_PROBLEMS = 5;
/** The longest line of a program that is shown. */
const LINE_LENGTH = 160;

/** Returns a line of a program with a sign under a column; none if it is too long to be read. */
function excerpt(text: string, line: number, column: number): string[] {
  if (text.length > LINE_LENGTH) return [];
  const number = String(line).padStart(5);
  const before = text.slice(0, column - 1).replace(/[^\t]/g, ' ');
  return [`${number} | ${text}`, `${' '.repeat(number.length)} | ${before}^`];
}

/** A program in Numba; if there are no kernels that can be translated, the reason if there is one. */
interface FromNumba {
  readonly isNumba: boolean;
  readonly extracted: Extracted | null;
}

/** Translates kernels in Numba. */
function fromNumba(
  cells: readonly string[],
  entry: AssignmentSpec['entry'],
  nameOf: (unit: number) => string,
  parser: GrammarParser,
): FromNumba {
  const trees = cells.map((cell) => parser.parse(cell));
  try {
    const program = translateNumba(
      trees.flatMap((tree) => tree?.rootNode ?? []),
      entry,
    );
    if (program.kind === 'none') {
      return { isNumba: false, extracted: program.problem && untranslated([program.problem], cells, nameOf) };
    }
    if (program.kind === 'refused') return { isNumba: true, extracted: untranslated(program.problems, cells, nameOf) };
    const placed = joined(program.lines.map(({ unit, line, code }) => at(`${code}\n`, { unit, line })));
    const laid = laidOut(placed, nameOf, (part) => defines(part, entry.function), program.before);
    const texts = cells.map((text, unit) => ({ name: nameOf(unit), text }));
    const main = texts.find(({ name }) => name === laid.fileName)?.text ?? '';
    const shown = { source: main, headers: texts };
    return { isNumba: true, extracted: { kind: 'source', note: null, shown, ...laid } };
  } finally {
    for (const tree of trees) tree?.delete();
  }
}

/** Returns the refusal of a program that is not translated. */
function untranslated(
  all: readonly TranslationProblem[],
  cells: readonly string[],
  nameOf: (unit: number) => string,
): Extracted {
  const [first = '', ...details] = all.slice(0, MOST_PROBLEMS).flatMap(({ place, message }) => {
    if (place === null) return [`${nameOf(0)} ${message}.`];
    const { unit, line, column } = place;
    const text = cells[unit]?.split('\n')[line - 1] ?? '';
    return [`${nameOf(unit)}:${line}:${column}: ${message}.`, ...excerpt(text, line, column)];
  });
  const left = all.length - MOST_PROBLEMS;
  if (left > 0) details.push(`${left} more of this kind.`);
  const problems = all.flatMap(({ place, message }): PythonProblem[] =>
    place ? [{ file: nameOf(place.unit), line: place.line, column: place.column, reason: message }] : [],
  );
  const about = problems.length > 0 && ({ problems, isUntranslated: true } as const);
  return { kind: 'refused', reason: first, details, ...about };
}

function placeName(fileName: string, isNotebook: boolean, { number }: Cell): string {
  return isNotebook ? `${fileName} cell ${number}` : fileName;
}

function isValid(text: string, parser: GrammarParser): boolean {
  const tree = parser.parse(text);
  if (tree === null) return false;
  try {
    return !tree.rootNode.hasError;
  } finally {
    tree.delete();
  }
}

/** Runs what is known of a program. @returns its first problem; `null` if it is Python */
function runPython(evaluator: Evaluator, text: string, unit: number, parser: GrammarParser): Problem | null {
  const tree = parser.parse(text);
  if (tree === null) return { line: 1, column: 1, reason: 'the program is too large to parse' };
  try {
    evaluator.run(tree.rootNode, unit);
    const error = tree.rootNode.hasError ? firstError(tree.rootNode) : null;
    if (error === null) return ofPython2(tree.rootNode);
    const fence = text.split('\n').findIndex((line) => /^\s*(?:`{3}|~{3})/.test(line));
    if (fence !== -1) {
      const reason = 'Markdown, and no Python: copy only the code between the lines with ```';
      return { line: fence + 1, column: 1, reason };
    }
    const line = text.split('\n')[error.startPosition.row]?.trim() ?? '';
    if (/^(?:%|!)\s*\w/.test(line))
      return problemAt(error, 'a line for notebooks, and no Python: hand in the .ipynb file');
    const hint = inFormatted(error) ? '. In an f-string, the braces of C++ are `{{` and `}}`' : '';
    return problemAt(error, `${NOT_PYTHON}${hint}`);
  } finally {
    tree.delete();
  }
}

type Problem = Omit<PythonProblem, 'file'>;

const NOT_PYTHON = 'not valid Python';

function problemAt({ startPosition: { row, column } }: Node, reason: string): Problem {
  return { line: row + 1, column: column + 1, reason };
}

/** Returns the refusal of a program that Python would not run. */
function notPython(problems: readonly PythonProblem[]): Extract<Extracted, { kind: 'refused' }> {
  const [first = '', ...details] = problems.map(placedText);
  const isPlain = problems[0]?.reason.startsWith(NOT_PYTHON) ?? false;
  return { kind: 'refused', reason: `${first}.${isPlain ? ' Run it with Python first.' : ''}`, details, problems };
}

function placedText({ file, line, column, reason }: PythonProblem): string {
  return `${file}:${line}:${column}: ${reason}`;
}

/** Returns the place of a statement that only Python 2 has; null if there is none. */
function ofPython2(root: Node): Problem | null {
  const [found] = root.descendantsOfType(['print_statement', 'exec_statement']);
  if (!found) return null;
  const name = found.type === 'print_statement' ? 'print' : 'exec';
  return problemAt(found, `${NOT_PYTHON} 3: \`${name}\` is a function, as in \`${name}(…)\``);
}

/** True if an error stands after the start of an f-string with several lines, as CUDA source is. */
function inFormatted({ startIndex, tree }: Node): boolean {
  const starts = [...tree.rootNode.text.slice(0, startIndex).matchAll(/(\w*)(?:'''|""")/g)];
  return starts.length % 2 === 1 && /f/i.test(starts.at(-1)?.[1] ?? '');
}

function firstError(node: Node): Node | null {
  if (node.isError || node.isMissing) return node;
  for (const child of node.children) {
    if (!child?.hasError && !child?.isMissing) continue;
    const found = firstError(child);
    if (found) return found;
  }
  return null;
}

/** Returns the source that a function compiles; none if it is not known. */
function sourcesOf({ by, source, host }: Compiled, asked: readonly string[]): Candidate[] {
  const device = textsOf(source);
  // The function can be C++ that calls what the CUDA source defines.
  const cpp = textsOf(host).filter(({ text }) => asked.some((name) => defines(text, name)));
  const isOfHost = device.length > 0 && !device.some(({ text }) => asked.some((name) => defines(text, name)));
  const parts = isOfHost ? [...device, ...cpp] : device;
  if (parts.reduce((sum, { text }) => sum + text.length, 0) > MAX_TEXT) return [];
  // PyTorch joins the sources of a list with a line end.
  const placed = joined(
    parts.flatMap((part, index) => (index === 0 ? [part] : [at('\n', part.places[0] ?? { unit: 0, line: 1 }), part])),
  );
  const before = by === 'load_inline' ? BEFORE_INLINE : null;
  return placed.text.trim() === '' ? [] : [{ placed, use: by, before }];
}

/** Returns the texts of a value; none if a part of it is not known. */
function textsOf(value: Value | null): Placed[] {
  if (value?.kind === 'text') return [value.placed];
  const parts = value?.kind === 'list' ? value.items.map(textsOf) : [];
  return parts.some((part) => part.length === 0) ? [] : parts.flat();
}

/** Leaves out texts that are a part of another one. Of the same text, what is given to a compiler stays. */
function maximal(candidates: readonly Candidate[]): Candidate[] {
  return candidates.filter(
    (one, index) =>
      !candidates.some((other, at) => {
        if (at === index || !isPartOf(one.placed, other.placed)) return false;
        if (one.placed.text.length !== other.placed.text.length) return true;
        return one.use === null ? other.use !== null || at > index : other.use !== null && at > index;
      }),
  );
}

/** True if a text was made with another one: the same characters from the same lines. */
function isPartOf(part: Placed, whole: Placed): boolean {
  const [first] = part.places;
  for (let at = whole.text.indexOf(part.text); at !== -1; at = whole.text.indexOf(part.text, at + 1)) {
    const place = whole.places[at];
    if (first?.line === place?.line && first?.unit === place?.unit) return true;
  }
  return false;
}

type Chosen =
  | { readonly kind: 'chosen'; readonly candidate: Candidate; readonly note: string | null }
  | Extract<Extracted, { kind: 'refused' }>
  | { readonly kind: 'none' };

/** The source that defines what is asked for. Of several, the last one: that is what the program ends with. */
function choose(
  candidates: readonly Candidate[],
  asked: readonly string[],
  fileName: string,
  nameOf: (unit: number) => string,
  isOpen: boolean,
): Chosen {
  if (candidates.length === 0) return isOpen ? knownWhenItRuns(fileName, [], nameOf) : { kind: 'none' };
  const all = candidates.filter(({ placed }) => asked.some((name) => defines(placed.text, name)));
  // A text that nothing compiles may be an old one; so may a cell that a call does not read.
  const compiled = all.filter(({ use }) => use !== null && sourceParameter(use) !== null);
  const used = compiled.length > 0 ? compiled : all.filter(({ use }) => use !== null);
  const fitting = used.length > 0 ? used : inOrder(all);
  const last = fitting.at(-1);
  const whole = fitting.filter(({ placed }) => isBalanced(placed.text));
  if (used.length === 0 && isOpen && whole.length !== 1) return knownWhenItRuns(fileName, inOrder(candidates), nameOf);
  if (last) {
    const note =
      fitting.length > 1
        ? `${fitting.length} sources in ${fileName} define \`${asked[0]}\`: ${placesOf(fitting, asked, nameOf)}. The last one is graded.`
        : null;
    return { kind: 'chosen', candidate: last, note };
  }
  const [only] = candidates;
  if (only && candidates.length === 1) return { kind: 'chosen', candidate: only, note: null };
  return {
    kind: 'refused',
    reason: `${fileName} has ${candidates.length} CUDA sources, and none defines \`${asked[0]}\`. Which one is the solution? Name its function \`${asked[0]}\`.`,
    details: listOf(candidates, nameOf),
  };
}

function knownWhenItRuns(
  fileName: string,
  candidates: readonly Candidate[],
  nameOf: (unit: number) => string,
): Extract<Extracted, { kind: 'refused' }> {
  return {
    kind: 'refused',
    reason: `The source that ${fileName} compiles is known only when it runs. Give the whole text to \`load_inline\`, as a constant.`,
    details: listOf(candidates, nameOf),
  };
}

/** Returns a line per source: its place, and what it defines. */
function listOf(candidates: readonly Candidate[], nameOf: (unit: number) => string): string[] {
  return candidates.map(({ placed }) => {
    const place = placed.places[0] ?? { unit: 0, line: 1 };
    const names = definitionsOf(placed.text);
    return `${nameOf(place.unit)}:${place.line}: ${names.length === 0 ? 'defines no function' : `defines ${names.join(', ')}`}`;
  });
}

/** Sorts texts by the place where they begin. */
function inOrder(candidates: readonly Candidate[]): readonly Candidate[] {
  const key = ({ placed: { places } }: Candidate): number => (places[0]?.unit ?? 0) * 2 ** 24 + (places[0]?.line ?? 0);
  return [...candidates].sort((a, b) => key(a) - key(b));
}

function placesOf(
  candidates: readonly Candidate[],
  asked: readonly string[],
  nameOf: (unit: number) => string,
): string {
  const places = candidates.map(({ placed }) => {
    const at = asked.map((name) => definitionAt(placed.text, name)).find((found) => found !== null) ?? 0;
    const { unit, line } = placed.places[at] ?? { unit: 0, line: 1 };
    return `${nameOf(unit)}:${line}`;
  });
  return places.join(', ');
}

function nothingFound(
  fileName: string,
  isNotebook: boolean,
  decorators: ReadonlySet<string>,
  errors: readonly PythonProblem[],
): Extracted {
  const isTriton = [...decorators].some((name) => /^(?:triton\.|cupyx\.jit\.|jit\.rawkernel)/.test(name));
  if (isTriton) {
    return {
      kind: 'refused',
      reason: `${fileName} has kernels in Triton or of CuPy's \`jit\`. The exercises take CUDA C++ and kernels in Numba (\`@cuda.jit\`).`,
      details: [],
    };
  }
  const ready = [...decorators].find((name) => /(?:^|\.)(?:vectorize|guvectorize|reduce|stencil)$/.test(name));
  if (ready !== undefined) {
    return {
      kind: 'refused',
      reason: `${fileName} has functions with \`@${ready}\`, of which Numba makes kernels itself. Write the kernel with \`@cuda.jit\`, and launch it.`,
      details: [],
    };
  }
  const isNumba = [...decorators].some((name) => /(?:^|\.)jit$/.test(name));
  if (isNumba && errors.length > 0) {
    return notPython(errors);
  }
  if (isNumba) {
    return {
      kind: 'refused',
      reason: `${fileName} has kernels in Numba (\`@cuda.jit\`). This exercise takes CUDA C++: write the kernel as a text for \`load_inline\`, or hand in a .cu file.`,
      details: [],
    };
  }
  const cell = isNotebook ? ', or a cell that begins with `%%cuda` or `%%writefile solution.cu`' : '';
  return {
    kind: 'refused',
    reason: `${fileName} has no CUDA source. Expected a text with \`__global__\`, e.g. for \`cuda_sources\` of \`load_inline\`${cell}.`,
    details: errors.map(placedText),
    ...(errors.length > 0 && { problems: errors }),
  };
}

function paddedText({ text, places }: Placed): string {
  return `${'\n'.repeat((places[0]?.line ?? 1) - 1)}${text}`;
}
