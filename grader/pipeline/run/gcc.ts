import { cutAround, wordOccurrence } from '../../explain/index.ts';
import { printable, printableLine } from '../../platform/index.ts';
import type { Finding, ProgramFinding } from '../../result/index.ts';

export interface GccOptions {
  readonly color: boolean;
  /** Lines of a file, to show the place of a finding; null where the file is not known. */
  readonly lines: (file: string) => readonly string[] | null;
}

type Place = Pick<Finding, 'file' | 'line' | 'column'>;
type Severity = Finding['severity'];

const COLORS: Readonly<Record<Severity, string>> = { error: '1;31', warning: '1;35', note: '1;36' };
const BOLD = '1';
const CARET = '1;32';

/** Findings in the form that gcc's messages have, which editors and scripts read. */
export function renderGcc(findings: readonly ProgramFinding[], options: GccOptions): string {
  return findings.map((finding) => renderFinding(finding, options)).join('');
}

function renderFinding(finding: ProgramFinding, options: GccOptions): string {
  const { rule, severity, message, hint, related = [] } = finding;
  const occurrence = wordOccurrence(finding);
  const text = `${rule}: ${message}${occurrence && ` [${occurrence}]`}`;
  return [
    headline(finding, severity, text, options) + excerpt(finding, options),
    ...related.map((end) => headline(end, 'note', end.message, options) + excerpt(end, options)),
    ...(hint ? [headline(finding, 'note', hint, options)] : []),
  ].join('');
}

/** `program.cu:12:5: error: …` */
function headline(place: Place, severity: Severity, text: string, { color }: GccOptions): string {
  const where = [place.file ?? 'grade', place.line, place.column].filter((part) => part !== undefined).join(':');
  const label = paint(`${severity}:`, COLORS[severity], color);
  return `${paint(`${printableLine(where)}:`, BOLD, color)} ${label} ${printable(text)}\n`;
}

/** The line of source with a caret under the column. */
function excerpt({ file, line, column }: Place, { color, lines }: GccOptions): string {
  if (file === undefined || line === undefined) return '';
  const whole = lines(file)?.[line - 1]?.replace(/\r$/, '');
  if (whole === undefined) return '';
  const { text, place } = cutAround(whole, (column ?? 1) - 1);
  const gutter = String(line).padStart(5);
  const shown = `${gutter} | ${printable(text)}\n`;
  if (column === undefined) return shown;
  // Tabs stay what they are, so that the caret stands where the terminal puts the character.
  const before = text.slice(0, place).replace(/[^\t]/g, ' ');
  return `${shown}${' '.repeat(gutter.length)} | ${before}${paint('^', CARET, color)}\n`;
}

function paint(text: string, code: string, color: boolean): string {
  return color ? `\u001b[${code}m${printable(text)}\u001b[0m` : printable(text);
}
