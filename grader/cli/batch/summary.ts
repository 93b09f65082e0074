import Table from 'cli-table3';
import type { Grade, GradeBook } from '../../batch/index.ts';
import { wordPlural } from '../../explain/index.ts';
import { printable } from '../../platform/index.ts';
import { batchCommand, resumeCommand } from './open.ts';

export interface BatchFacts {
  readonly out: string;
  /** Submissions graded by this command, and those whose results were there. */
  readonly graded: number;
  readonly kept: number;
  /** Results of another engine or another version of an assignment. */
  readonly changed: number;
  readonly notes: readonly string[];
  readonly durationMs: number;
}

/** Findings that are named, at most. */
const FREQUENT = 5;
const OPEN_SHOWN = 10;

/** Plain text: it is read in logs too. */
export function summaryText(book: GradeBook, { out, graded, kept, changed }: BatchFacts): string {
  const lines = [countsText(book), ''];
  const rules = frequentRules(book.grades);
  if (rules.length > 0) lines.push(`Most often: ${rules.map(([rule, count]) => `${rule} (${count})`).join(', ')}.`);
  const open = book.grades.filter((grade) => grade.open !== null);
  if (open.length > 0) {
    lines.push(`${open.length} not final, which costs nobody a point:`);
    for (const grade of open.slice(0, OPEN_SHOWN)) lines.push(`  ${grade.student}, ${grade.assignment}: ${grade.open}`);
    if (open.length > OPEN_SHOWN)
      lines.push(`  and ${open.length - OPEN_SHOWN} more; ${batchCommand('status', out)} lists them.`);
    const ofPeople = open.filter(waitsForStaff).length;
    if (ofPeople > 0)
      lines.push(
        `${batchCommand('review', out)} shows the ${ofPeople} that ${ofPeople === 1 ? 'waits' : 'wait'} for staff.`,
      );
    if (ofPeople < open.length)
      lines.push(`${resumeCommand(out)} tries ${ofPeople === 0 ? 'them' : 'the others'} again.`);
  }
  if (changed > 0) {
    lines.push(
      `${wordPlural(changed, 'result is', 'results are')} of another engine or another version of the assignment, and ${changed === 1 ? 'was' : 'were'} kept. ${batchCommand('diff', out)} shows what would change.`,
    );
  }
  lines.push(`${graded} graded, ${kept} kept. Results: ${out}`);
  return `${lines.map(printable).join('\n')}\n`;
}

/** True if a grade is open until a person has done something about its file. */
function waitsForStaff({ attempts, open, openCause }: Grade): boolean {
  if (openCause === 'owner') return true;
  return attempts.some(({ attempt, problem }) => problem && open?.startsWith(`attempt ${attempt}: `));
}

/** A line an assignment. */
export function countsText({ assignments, grades }: GradeBook): string {
  if (assignments.length === 0) return 'There is nothing to grade.';
  const table = new Table({
    head: ['assignment', 'students', 'passed', 'failed', 'open', 'nothing', 'mean', 'median', 'of'],
    style: { head: [], border: [], compact: true },
    colAligns: ['left', ...Array<'right'>(8).fill('right')],
    chars: BORDERLESS,
  });
  for (const { id } of assignments) table.push(rowOf(id, grades));
  const excused = grades.filter(({ isExcused }) => isExcused).length;
  return excused === 0 ? table.toString() : `${table.toString()}\n${excused} excused.`;
}

/** The machine form of the same. */
export function summaryJson(book: GradeBook, facts: BatchFacts): unknown {
  return {
    schemaVersion: 1,
    ...facts,
    assignments: book.assignments.map(({ id }) => ({ id, ...countsOf(id, book.grades) })),
    frequentRules: Object.fromEntries(frequentRules(book.grades)),
    open: book.grades.flatMap(({ student, assignment, open }) =>
      open === null ? [] : [{ student, assignment, open }],
    ),
  };
}

function rowOf(id: string, grades: readonly Grade[]): string[] {
  const { students, passed, failed, open, nothing, mean, median, maxPoints } = countsOf(id, grades);
  const number = (value: number | null): string => (value === null ? '-' : String(Math.round(value * 10) / 10));
  return [
    id,
    ...[students, passed, failed, open, nothing].map(String),
    number(mean),
    number(median),
    number(maxPoints),
  ];
}

function countsOf(id: string, grades: readonly Grade[]) {
  const own = grades.filter(({ assignment }) => assignment === id);
  const verdicts = (verdict: string): number =>
    own.filter(({ counted, isExcused }) => !isExcused && counted?.result?.verdict === verdict).length;
  const points = own.flatMap((grade) => grade.points ?? []).sort((a, b) => a - b);
  const middle = points.length / 2;
  const median =
    points.length === 0 ? null : ((points[Math.ceil(middle) - 1] ?? 0) + (points[Math.floor(middle)] ?? 0)) / 2;
  return {
    students: own.length,
    passed: verdicts('passed'),
    failed: verdicts('failed'),
    open: own.filter(({ open }) => open !== null).length,
    nothing: own.filter(({ attempts, isExcused, open }) => !isExcused && open === null && attempts.length === 0).length,
    excused: own.filter(({ isExcused }) => isExcused).length,
    mean: points.length === 0 ? null : points.reduce((sum, value) => sum + value, 0) / points.length,
    median,
    maxPoints: own.find(({ maxPoints }) => maxPoints !== null)?.maxPoints ?? null,
  };
}

/** Rules of errors, by how many grades have them. */
function frequentRules(grades: readonly Grade[]): [string, number][] {
  const counts = new Map<string, number>();
  for (const { counted } of grades) {
    const findings = counted?.result?.checks.flatMap((check) => check.findings) ?? [];
    for (const rule of new Set(
      findings.filter(({ severity }) => severity === 'error').map((finding) => finding.rule),
    )) {
      counts.set(rule, (counts.get(rule) ?? 0) + 1);
    }
  }
  return [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)).slice(0, FREQUENT);
}

/** Columns apart by two spaces, with no lines. */
export const BORDERLESS = Object.fromEntries(
  ['top', 'top-mid', 'top-left', 'top-right', 'bottom', 'bottom-mid', 'bottom-left', 'bottom-right', 'left', 'left-mid']
    .concat(['mid', 'mid-mid', 'right', 'right-mid', 'middle'])
    .map((name) => [name, '']),
);
