import { wordNumber, wordPlural, wordRule } from '../../explain/index.ts';
import { type Excerpt, excerptOf } from '../../report/index.ts';
import type { Common, Located } from './findings.ts';
import { linkTo, nameOf, percent } from './standing.ts';

/** Findings with an example, and those that are told in a line. */
const WITH_EXAMPLE = 6;
const IN_A_LINE = 30;
const LINES = 12;
/** Students of a shared line that are linked at once. */
const NAMED = 5;
/** Of a line that is too long to be written by hand, what is shown. */
const LONGEST_LINE = 300;
const LONGEST_MESSAGE = 1000;

const SEVERITY_WORDS = { error: 'Error', warning: 'Warning', note: 'Note' } as const;

export function commonView(common: readonly Common[], all: number, report: string): object | null {
  if (common.length === 0) return null;
  const rest = common.slice(WITH_EXAMPLE);
  return {
    shown: common.slice(0, WITH_EXAMPLE).map((one) => ({ ...lineOf(one, all), ...exampleOf(one.example, report) })),
    rest: rest.slice(0, IN_A_LINE).map((one) => ({ ...lineOf(one, all), link: placeOf(one.example, report) })),
    more: rest.length > IN_A_LINE ? `${wordPlural(rest.length - IN_A_LINE, 'kind')} more, each rarer.` : null,
  };
}

/** Wrong lines that several students have. */
export function linesView(shared: readonly Common[], report: string): object | null {
  if (shared.length === 0) return null;
  return {
    lines: shared.slice(0, LINES).map(({ rule, students, example }) => ({
      rule,
      text: bounded(example.text?.trim() ?? ''),
      count: wordNumber(students.length),
      named: students.slice(0, NAMED).map((one) => ({ name: nameOf(one.grade), link: placeOf(one, report) })),
      more: students.length > NAMED ? wordNumber(students.length - NAMED) : null,
    })),
    more: shared.length > LINES ? `${wordPlural(shared.length - LINES, 'line')} more, each of fewer students.` : null,
  };
}

function lineOf({ rule, severity, students, example }: Common, all: number): object {
  return {
    rule,
    severity,
    severityWord: SEVERITY_WORDS[severity],
    about: wordRule(rule).title,
    message: bounded(example.finding.message, LONGEST_MESSAGE),
    students: wordPlural(students.length, 'student'),
    share: percent(students.length, all),
  };
}

function exampleOf(example: Located, report: string): object {
  const { finding, source, text, grade } = example;
  // Only the source is at hand, and no header.
  const isOfSource = finding.file === undefined || finding.file === grade.counted?.result?.submission.file;
  const excerpt =
    source === null || text === null || !isOfSource ? null : excerptOf(source, finding.line, finding.column);
  return {
    name: nameOf(grade),
    link: placeOf(example, report),
    line: text === null ? null : (finding.line ?? null),
    excerpt: excerpt && excerptView(excerpt),
    hint: finding.hint ?? null,
  };
}

function excerptView({ lines, caret }: Excerpt): object[] {
  return lines.map(({ number, text, marked }) => ({
    number,
    text: bounded(text),
    marked,
    caret: marked && caret !== null && caret < LONGEST_LINE ? `${' '.repeat(caret)}^` : null,
  }));
}

/** The line in the report; lines have anchors in HTML alone. */
function placeOf({ attempt, finding, text }: Located, report: string): string {
  const anchor = text !== null && report.endsWith('.html') ? `#L${finding.line}` : '';
  return `${linkTo(attempt, report)}${anchor}`;
}

function bounded(text: string, longest = LONGEST_LINE): string {
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}
