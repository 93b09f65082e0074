import { characterColumn, type Diagnostic, plainName, type Severity } from '../compile/index.ts';
import { WORD } from '../platform/index.ts';
import { INPUT_FOLDER } from './settings.ts';

interface Source {
  readonly text: string;
  /** Its name in the container. */
  readonly virtualName: string;
  /** The folder in which nvcc found it; default: that of a container. */
  readonly folder?: string;
  /** Its name in diagnostics. */
  readonly fileName: string;
}

/** A message as far as the line that opens it tells. */
interface Heading {
  readonly file: string;
  /** 0: none. */
  readonly line: number;
  /** Of the host compiler's preprocessor, in bytes; 0: told by a caret below. */
  readonly column: number;
  readonly level: string;
  readonly text: string;
  readonly side: Diagnostic['side'];
}

/** A heading and the lines up to the next one: the rest of the message, the source, a caret, the way that led there. */
interface Block extends Heading {
  readonly below: readonly string[];
}

const LIMIT = 20;
/** How cudafe and cicc indent the source line under a message. */
const INDENT = 2;
const LEVEL = '(catastrophic error|fatal error|internal error|[Ee]rror|[Ww]arning|note|remark)';
/** `file(3): error: …`, with a number for warnings: the front end of cudafe and cicc. */
const FRONT_END = new RegExp(`^(\\S.*?)\\((\\d+)\\): ${LEVEL}(?: #[\\w-]+)?: (.*)$`);
/** `At end of source: error: …` */
const END_OF_SOURCE = new RegExp(`^At end of source: ${LEVEL}(?: #[\\w-]+)?: (.*)$`);
/** `file:3:10: fatal error: …`: the host compiler's preprocessor. */
const PREPROCESSOR = new RegExp(`^(\\S.*?):(\\d+):(?:(\\d+):)? ${LEVEL}: (.*)$`);
/** `ptxas error   : …`, `ptxas /tmp/x.ptx, line 35; error   : …` */
const ASSEMBLER = /^ptxas(?: \S+, line \d+;)? *(error|fatal|warning)\s*: (.*)$/;

/**
 * What nvcc and the programs that it runs say about a submission, in the form of Clang's diagnostics. A message about a
 * header is moved to the line of the submission that led there.
 */
export function parseNvccLog(log: string, source: Source): Diagnostic[] {
  const found = new Map<string, Diagnostic>();
  for (const block of blocks(log)) {
    const severity = severityOf(block.level);
    if (severity === null || /^Ptx assembly aborted/.test(block.text)) continue;
    const diagnostic = diagnosticOf(block, severity, source);
    // Every GPU asked for is compiled by itself and says the same again.
    const key = `${diagnostic.severity} ${diagnostic.line}:${diagnostic.column} ${diagnostic.message}`;
    if (!found.has(key)) found.set(key, diagnostic);
  }
  // Errors first, so that a flood of warnings hides none.
  const all = [...found.values()].sort((a, b) => Number(a.severity === 'warning') - Number(b.severity === 'warning'));
  return all.slice(0, LIMIT);
}

function* blocks(log: string): Generator<Block> {
  let heading: Heading | null = null;
  let below: string[] = [];
  for (const raw of log.split('\n')) {
    const line = raw.replace(/\r$/, '');
    const next = headingOf(line);
    // An empty line ends a message of the front end.
    if (heading && (next || line === '')) {
      yield { ...heading, below };
      heading = null;
    }
    if (next) {
      heading = next;
      below = [];
    } else if (heading) below.push(line);
  }
  if (heading) yield { ...heading, below };
}

function headingOf(line: string): Heading | null {
  const front = FRONT_END.exec(line);
  if (front) return heading(front[1], front[2], '0', front[3], front[4], 'both');
  const end = END_OF_SOURCE.exec(line);
  if (end) return heading('', '0', '0', end[1], end[2], 'both');
  const preprocessor = PREPROCESSOR.exec(line);
  if (preprocessor) {
    const text = preprocessor[5]?.replace(/ \[-W[^\]]*\]$/, '');
    return heading(preprocessor[1], preprocessor[2], preprocessor[3], preprocessor[4], text, 'both');
  }
  const assembler = ASSEMBLER.exec(line);
  if (assembler) return heading('ptxas', '0', '0', assembler[1], assembler[2], 'device');
  return null;
}

function heading(
  file = '',
  line = '0',
  column = '0',
  level = '',
  text = '',
  side: Diagnostic['side'] = 'both',
): Heading {
  return { file, line: Number(line), column: Number(column), level, text: text.trim(), side };
}

function severityOf(level: string): Severity | null {
  if (level === 'note' || level === 'remark') return null;
  return level.toLowerCase() === 'warning' ? 'warning' : 'error';
}

function diagnosticOf(block: Block, severity: Severity, source: Source): Diagnostic {
  return {
    severity,
    message: messageOf(block).replaceAll(pathOf(source), () => source.fileName),
    file: source.fileName,
    ...positionOf(block, source),
    side: block.side,
    rule: severity === 'error' ? 'compile-error' : null,
  };
}

/** Symbols in quotes, and one at the end of a message. */
const MANGLED = new RegExp(`'(_Z\\d${WORD}*)'|\\b(_Z\\d${WORD}*)$`, 'g');
const QUOTED = new RegExp(`'(_Z\\d${WORD}*)'`);
const FUNCTION = new RegExp(`function '(${WORD}+)'`);
const AT_WORD = new RegExp(`^${WORD}+|^.`);
const IS_WORD = new RegExp(`^${WORD}`);

/** Kernels by their own names, and the continuation lines ("argument types are: (int)") joined. */
function messageOf({ text, below }: Block): string {
  const caret = below.findIndex(isCaret);
  const rest = caret > 1 ? below.slice(0, caret - 1).map((line) => line.trim()) : [];
  const plain = text.replace(MANGLED, (_, quoted?: string, last?: string) => `'${plainName(quoted ?? last ?? '')}'`);
  return [plain, ...rest].join('; ');
}

function positionOf(block: Block, source: Source): { readonly line: number; readonly column: number } {
  const lines = source.text.split('\n');
  if (block.file === pathOf(source)) {
    const { line } = block;
    const column = block.column > 0 ? characterColumn(lines, line, block.column) : caretColumn(block, lines[line - 1]);
    return { line, column };
  }
  const line = block.file === 'ptxas' ? kernelLine(block.text, lines) : originLine(block, source, lines);
  return { line, column: line > 0 ? firstColumn(lines[line - 1]) : 0 };
}

/** The last line of the submission on the way that led into a header: where the student wrote something. */
function originLine(block: Block, source: Source, lines: readonly string[]): number {
  const own = pathOf(source);
  // `… at line 4 of /in/solution.cu`; before CUDA 12, `/in/solution.cu(4): here` on a line of its own.
  const way = block.below.map(
    (text) => / at line (\d+) of (\S+)$/.exec(text) ?? /^(?=\S+\((\d+)\): here$)([^(]+)/.exec(text),
  );
  const line = way.find((step) => step?.[2] === own)?.[1];
  if (line !== undefined) return Number(line);
  return block.file === '' ? (lines.at(-1) === '' ? lines.length - 1 : lines.length) : 0;
}

/** As nvcc was given it. */
function pathOf({ folder = INPUT_FOLDER, virtualName }: Source): string {
  return `${folder}/${virtualName}`;
}

/** Where the kernel that ptxas names ("Entry function '_Z4tilePf' uses too much shared data") is written, or 0. */
function kernelLine(text: string, lines: readonly string[]): number {
  const mangled = QUOTED.exec(text)?.[1];
  const name = mangled === undefined ? FUNCTION.exec(text)?.[1] : plainName(mangled);
  // It names no function where it cannot read one's instructions: then they were written by hand.
  if (name === undefined) return lines.findIndex((line) => /\b(?:__asm__|asm)\b/.test(line)) + 1;
  return lines.findIndex((line) => new RegExp(`(?:^|[\\s*&])${name}\\s*\\(`).test(line)) + 1;
}

/**
 * The front end shows a line after the preprocessor: macros are expanded, tabs are blanks. The place that its caret
 * points at is found again in the student's line by the word there.
 */
function caretColumn({ below }: Block, written = ''): number {
  const caret = below.findIndex(isCaret);
  const shown = below[caret - 1]?.slice(INDENT) ?? '';
  const at = (below[caret]?.indexOf('^') ?? 0) - INDENT;
  if (caret < 1 || at < 0) return firstColumn(written);
  if (written.replaceAll('\t', ' ').startsWith(shown.slice(0, at + 1))) return at + 1;
  const word = AT_WORD.exec(shown.slice(at))?.[0] ?? '';
  const before = occurrences(shown.slice(0, at), word).length;
  const places = occurrences(written, word);
  return (places[before] ?? places.at(-1) ?? firstColumn(written) - 1) + 1;
}

function occurrences(text: string, word: string): number[] {
  if (word === '') return [];
  const isWord = IS_WORD.test(word);
  const pattern = isWord ? `(?<!${WORD})${word}(?!${WORD})` : word.replace(/[^\w]/g, '\\$&');
  return [...text.matchAll(new RegExp(pattern, 'g'))].map(({ index }) => index);
}

function isCaret(line: string): boolean {
  return /^\s*\^\s*$/.test(line);
}

function firstColumn(line = ''): number {
  return line.search(/\S|$/) + 1;
}
