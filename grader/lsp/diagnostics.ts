import { type Diagnostic, DiagnosticSeverity, type Range } from 'vscode-languageserver';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import type { Finding } from '../result/index.ts';

const SEVERITIES = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  note: DiagnosticSeverity.Information,
} as const;

/**
 * Returns a finding as an editor shows it.
 * @param index - the number of the finding, which code actions name
 * @param uriOf - the address of another file of the submission, by the name that findings have
 */
export function diagnosticOf(
  finding: Finding,
  index: number,
  document: TextDocument,
  uriOf: (file: string) => string,
): Diagnostic {
  const { rule, severity, message, line, column, related = [] } = finding;
  const relatedInformation = related.flatMap((one) => {
    const uri = one.file === undefined ? document.uri : uriOf(one.file);
    if (one.line === undefined) return [];
    return [{ location: { uri, range: rangeOf(document, one.line, one.column) }, message: one.message }];
  });
  return {
    range: rangeOf(document, line, column),
    severity: SEVERITIES[severity],
    code: rule,
    source: 'grade',
    message,
    ...(relatedInformation.length > 0 && { relatedInformation }),
    data: index,
  };
}

/** Returns a question to the user, at the first line. */
export function questionOf(message: string, document: TextDocument): Diagnostic {
  return { range: rangeOf(document), severity: DiagnosticSeverity.Information, source: 'grade', message };
}

/** Returns the word at a place; without a column, the code of the line. Without a line it is the first line. */
export function rangeOf(document: TextDocument, line = 1, column?: number): Range {
  const row = Math.min(line - 1, document.lineCount - 1);
  const text = lineOf(document, row);
  const start = column === undefined ? text.search(/\S|$/) : Math.min(column - 1, text.length);
  const word = column === undefined ? null : /^\w+/.exec(text.slice(start));
  const end = word ? start + word[0].length : Math.max(text.trimEnd().length, start);
  return { start: { line: row, character: start }, end: { line: row, character: end } };
}

/** Returns a line without its end. */
export function lineOf(document: TextDocument, row: number): string {
  return document
    .getText({ start: { line: row, character: 0 }, end: { line: row + 1, character: 0 } })
    .replace(/\r?\n$/, '');
}
