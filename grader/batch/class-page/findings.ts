import { sayingKey } from '../../explain/index.ts';
import { allFindings, type PlacedFinding } from '../../report/index.ts';
import type { Rule } from '../../result/index.ts';
import type { Counted } from './standing.ts';

/** A finding with the submission that it is about. */
export interface Located extends Counted {
  readonly finding: PlacedFinding;
  /** null where it cannot be read. */
  readonly source: string | null;
  /** The line that it is about, as written; null where none is named or it is not in the submission. */
  readonly text: string | null;
}

/** The same thing that happened to several students. */
export interface Common {
  readonly rule: Rule;
  readonly severity: PlacedFinding['severity'];
  /** Students who have it, once each, in the order of the book. */
  readonly students: readonly Located[];
  /** Of the shortest submission: the quickest to read. */
  readonly example: Located;
}

/** Errors and warnings of everybody's attempt that counts. */
export function locatedFindings(counted: readonly Counted[], sourceOf: (counted: Counted) => string | null): Located[] {
  return counted.flatMap((one) => {
    const findings = allFindings(one.result).filter(({ severity }) => severity !== 'note');
    if (findings.length === 0) return [];
    const source = sourceOf(one);
    const lines = source?.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/) ?? [];
    return findings.map((finding) => ({ ...one, finding, source, text: lineOf(finding, one, lines) }));
  });
}

/** Groups findings by what they say, whatever their numbers are; errors first, then what most students have. */
export function commonFindings(located: readonly Located[]): Common[] {
  return grouped(located, ({ finding }) => sayingKey(finding));
}

/** The same rule on the same line, however it is spaced: what a class copied from one another, or from the handout. */
export function sharedLines(located: readonly Located[]): Common[] {
  return grouped(located, ({ finding, text }) => {
    const key = text === null ? '' : lineKey(text);
    return /\w/.test(key) ? `${finding.rule}|${key}` : null;
  }).filter(({ students }) => students.length > 1);
}

function grouped(located: readonly Located[], keyOf: (located: Located) => string | null): Common[] {
  const groups = new Map<string, Map<string, Located>>();
  for (const one of located) {
    const key = keyOf(one);
    if (key === null) continue;
    const group = groups.get(key) ?? new Map<string, Located>();
    groups.set(key, group);
    if (!group.has(one.grade.student)) group.set(one.grade.student, one);
  }
  const common = [...groups].map(([key, group]) => ({ key, ...commonOf([...group.values()]) }));
  const rank = ({ severity }: Common): number => (severity === 'error' ? 0 : 1);
  return common
    .sort((a, b) => rank(a) - rank(b) || b.students.length - a.students.length || (a.key < b.key ? -1 : 1))
    .map(({ key: _, ...one }) => one);
}

function commonOf(students: readonly Located[]): Common {
  const length = ({ source }: Located): number => source?.length ?? Number.POSITIVE_INFINITY;
  const example = students.reduce((best, one) => (length(one) < length(best) ? one : best));
  return { rule: example.finding.rule, severity: example.finding.severity, students, example };
}

function lineOf({ file, line }: PlacedFinding, { result }: Counted, lines: readonly string[]): string | null {
  if (line === undefined || (file !== undefined && file !== result.submission.file)) return null;
  return lines[line - 1] ?? null;
}

/** A line without its spaces, but for those between words. */
export function lineKey(line: string): string {
  return line
    .trim()
    .replace(/\s+/g, ' ')
    .replace(/ ?([^\w\s]) ?/g, '$1');
}
