import type { Diagnostic, PastedKind } from './program.ts';

interface Pasted {
  readonly kind: PastedKind;
  /** The text to name: a command, or a character with its code. */
  readonly name: string;
}

/** Lines of Python that no line of C++ looks like. */
const PYTHON: readonly RegExp[] = [
  /^\s*import\s+\w[\w.]*(\s+as\s+\w+)?(\s*,.*)?\s*$/,
  /^\s*from\s+\w[\w.]*\s+import\s+\S/,
  /^\s*(async\s+)?def\s+\w+\s*\(.*\)\s*(->[^{};]*)?:\s*$/,
  /^\s*(class\s+\w+(\([^(){};]*\))?|elif\b.*|if\s+__name__\s*==.*|for\s+\w+\s+in\s+.*|with\s+.*\s+as\s+\w+):\s*$/,
  /^\s*print\s*\([^;]*\)\s*$/,
  /^\s*(\w+\s*=\s*)?[rfb]{0,2}("""|''')/,
];

/** Beginnings of Markdown beside a fence, as chat programs write it. */
const MARKDOWN = /^\s*(#{1,6}\s+[A-Z*`]|([-*]\s+|\d+\.\s+)?\*\*[A-Z`][^;*]*\*\*)/;
/** A sentence: at least four words without a sign of code, and a full stop or a colon at its end. */
const SENTENCE = /^\s*[A-Z][\w'\u2019`-]*,?!?(\s+[\w'\u2019`()/*+-]+[,!?.]?){3,}\s*[.:!?]\s*$/;
const OPENING = /^\s*(Sure|Certainly|Of course|Absolutely|Here\s+is|Here['\u2019]s)\b[^;{}=<>]*[.:!,]\s*$/;

/** Signs that word processors, PDF files and chats put in the place of those of a keyboard. */
const CHARACTERS: ReadonlySet<string> = new Set([
  '\u2010',
  '\u2011',
  '\u2012',
  '\u2013',
  '\u2014',
  '\u2212',
  '\u2018',
  '\u2019',
  '\u201c',
  '\u201d',
  '\u201e',
  '\u00d7',
  '\u2026',
  '\u2264',
  '\u2265',
  '\uff08',
  '\uff09',
  '\uff0c',
  '\uff1b',
  '\u037e',
]);

/** No line of text that somebody has pasted is longer, characters. Longer lines are made, and cost time. */
const LONGEST_LINE = 1000;
/** A program that defines a function of this name can call it without a semicolon by mistake. */
const OWN_PRINT = /\bprint\s*\([^()]*\)\s*\{/;

/** Returns what a line is that the compiler rejects; null if it can be code. */
export function pastedIn(line: string): Pasted | null {
  if (line.length > LONGEST_LINE) return null;
  if (/^\s*(`{3,}|~{3,})/.test(line)) return { kind: 'markdown-fence', name: line.trim().slice(0, 3) };
  const magic = /^\s*(%%?[a-z]\w*|!(?=\s*(?:nvcc|pip|apt|cat|ls|\.\/|git|cd|g\+\+)\b)\s*\S+|!\.\/\S*)/.exec(line)?.[1];
  if (magic !== undefined) return { kind: 'cell-magic', name: magic };
  if (PYTHON.some((pattern) => pattern.test(line)))
    return { kind: 'python-text', name: line.trim().split(/\s/)[0] ?? '' };
  if (MARKDOWN.test(line) || OPENING.test(line) || SENTENCE.test(line)) return { kind: 'chat-text', name: '' };
  const code = line.replace(/\/\/.*$|"(?:\\.|[^"\\])*"/g, '');
  const character = [...code].find((one) => CHARACTERS.has(one));
  return character === undefined ? null : { kind: 'copied-character', name: character };
}

/**
 * Names text that is not code, at lines that the compiler rejects. After such text, the compiler's other errors say
 * nothing about the program, so they are left out if they stand after it.
 * @param text - of the submission's own file, whose name is `fileName`
 */
export function withPasted(diagnostics: readonly Diagnostic[], text: string, fileName: string): Diagnostic[] {
  const lines = text.split('\n');
  const isOwnError = ({ severity, file, line }: Diagnostic): boolean =>
    severity === 'error' && file === fileName && line > 0;
  const byLine = new Map<number, Diagnostic>();
  for (const one of diagnostics.filter(isOwnError)) if (!byLine.has(one.line)) byLine.set(one.line, one);
  const hasPrint = OWN_PRINT.test(text);
  const first = [...byLine.values()]
    .sort((a, b) => a.line - b.line)
    .flatMap((one) => {
      const pasted = pastedIn((lines[one.line - 1] ?? '').replace(/\r$/, ''));
      return pasted === null || (hasPrint && pasted.name.startsWith('print')) ? [] : [{ diagnostic: one, pasted }];
    })[0];
  if (first === undefined) return [...diagnostics];
  const { diagnostic, pasted } = first;
  const told: Diagnostic = {
    ...diagnostic,
    rule: 'compile-error',
    detail: { hint: pasted.kind, topic: { kind: pasted.kind, name: pasted.name } },
  };
  const isAfter = (one: Diagnostic): boolean => one.line === 0 || one.line >= diagnostic.line;
  const before = diagnostics.filter((one) => one !== diagnostic && !(one.severity === 'error' && isAfter(one)));
  return [...before.filter((one) => !isAfter(one)), told, ...before.filter(isAfter)];
}
