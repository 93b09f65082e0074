import type { DecisionFacts } from '../state/journal.ts';
import { readTable } from '../table.ts';

/** A decision of staff, a row of `overrides.csv`. */
export interface Override extends DecisionFacts {
  /** 1-based line of the file. */
  readonly line: number;
}

/** The columns of `overrides.csv`, in their order. */
export const OVERRIDE_COLUMNS = [
  'student',
  'assignment',
  'set',
  'add',
  'excused',
  'comment',
  'reason',
  'by',
  'date',
  'until',
] as const;

/** Further columns that `grade batch review --csv` writes, so that people know what to decide about. */
export const REVIEW_COLUMNS = ['group', 'attempt', 'kind', 'why', 'line', 'source'] as const;

/** Other names of the columns. */
export const OVERRIDE_ALIASES = {
  points: 'set',
  score: 'set',
  adjust: 'add',
  adjustment: 'add',
  excuse: 'excused',
  id: 'student',
} as const;

const YES: ReadonlySet<string> = new Set(['yes', 'true', '1', 'x', 'excused']);
const NO: ReadonlySet<string> = new Set(['no', 'false', '0']);
/** Not hexadecimal, as `Number` would read. */
const DECIMAL = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;
const DATE = /^\d{4}-\d{2}-\d{2}$/;

/**
 * Reads decisions of staff.
 * @param name - of the file, for problems
 * @returns the rows that decide something, in their order, and problems as `file:line: sentence`
 */
export function parseOverrides(
  text: string,
  name: string,
): { readonly rows: readonly Override[]; readonly problems: readonly string[] } {
  const { rows, problems } = readTable(text, name, {
    required: ['student'],
    optional: ['assignment', 'set', 'add', 'excused', 'comment', 'reason', 'by', 'date', 'until'],
    aliases: OVERRIDE_ALIASES,
    others: [...REVIEW_COLUMNS, 'name', 'email', 'section', 'note'],
  });
  const found: string[] = [...problems];
  const overrides = rows.map((row): Override => {
    const problem = (text: string): void => void found.push(`${name}:${row.line}: ${text}`);
    const number = (column: 'set' | 'add'): number | null => {
      const cell = row[column];
      if (cell === undefined) return null;
      const value = DECIMAL.test(cell) ? Number(cell) : Number.NaN;
      if (Number.isFinite(value) && (column === 'add' || value >= 0)) return value;
      const dotted = cell.replace(',', '.');
      if (/^[+-]?\d+,\d+$/.test(cell)) {
        problem(`${column} is ${JSON.stringify(cell)}; expected a point in place of the comma: ${dotted}`);
        return null;
      }
      problem(
        `${column} is ${JSON.stringify(cell)}; expected ${column === 'add' ? 'a number of points, e.g. 5 or -5' : 'a number of points from 0'}`,
      );
      return null;
    };
    const excusedOf = (): boolean | null => {
      const cell = row.excused?.toLowerCase();
      if (cell === undefined) return null;
      if (YES.has(cell)) return true;
      if (!NO.has(cell)) problem(`excused is ${JSON.stringify(row.excused)}; expected yes or no`);
      return false;
    };
    const moment = (column: 'date' | 'until'): string | null => {
      const cell = row[column];
      if (cell === undefined) return null;
      if (!isDate(cell)) {
        problem(`${column} is ${JSON.stringify(cell)}; expected a date, e.g. 2026-10-14 or 2026-10-14T23:59:00+02:00`);
      }
      return cell;
    };
    const [set, add, excused] = [number('set'), number('add'), excusedOf()];
    if (set !== null && add !== null) problem('the row has both set and add; expected one of them');
    return {
      line: row.line,
      student: row.student ?? '',
      assignment: row.assignment ?? null,
      set,
      add,
      excused,
      comment: row.comment ?? null,
      reason: row.reason ?? null,
      decidedBy: row.by ?? null,
      date: moment('date'),
      until: moment('until'),
    };
  });
  return { rows: overrides.filter(decides), problems: found };
}

/** True if a text is a day that exists, or a moment of one. */
export function isDate(text: string): boolean {
  const day = /^(\d{4}-\d{2}-\d{2})(?!\d)/.exec(text)?.[1];
  if (day === undefined || Number.isNaN(Date.parse(text))) return false;
  // JavaScript takes February 30 for a day of March.
  return new Date(`${day}T00:00:00Z`).toISOString().startsWith(day);
}

/** True if a row decides something. A row of a review that is still open does not. */
export function decides({ set, add, excused, comment, reason }: DecisionFacts): boolean {
  return [set, add, excused, comment, reason].some((cell) => cell !== null);
}

/** Returns text that is equal for rows that decide the same. */
export function identityOf(facts: DecisionFacts): string {
  const { student, assignment, set, add, excused, comment, reason, decidedBy, date, until } = facts;
  return JSON.stringify([student, assignment, set, add, excused, comment, reason, decidedBy, date, until]);
}

/** True if a decision still holds at a moment, in milliseconds since 1970. A date holds to the end of its day, here. */
export function holds({ until }: Pick<DecisionFacts, 'until'>, now: number): boolean {
  if (until === null) return true;
  const end = DATE.test(until) ? new Date(`${until}T23:59:59.999`) : new Date(until);
  return now <= end.getTime();
}

/** The cells of a row, in the order of {@link OVERRIDE_COLUMNS}. */
export function cellsOf(facts: DecisionFacts): (string | number | null)[] {
  const { student, assignment, set, add, excused, comment, reason, decidedBy, date, until } = facts;
  const said = excused === null ? null : excused ? 'yes' : 'no';
  return [student, assignment, set, add, said, comment, reason, decidedBy, date, until];
}

/** The effect of decisions on a grade. */
export interface Decided {
  /** `null` if there are no points. */
  readonly points: number | null;
  readonly isExcused: boolean;
  /** True if a decision sets the points or excuses the student, so that nothing else is waited for. */
  readonly isFinal: boolean;
}

/**
 * Applies decisions one after the other: `set` replaces the points, `add` adds to them.
 * @param points - before the decisions; `null` if there are none
 */
export function decide(points: number | null, decisions: readonly DecisionFacts[]): Decided {
  let decided: Decided = { points, isExcused: false, isFinal: false };
  for (const { set, add, excused } of decisions) {
    if (excused !== null) decided = { ...decided, isExcused: excused, isFinal: excused || decided.isFinal };
    if (set !== null) decided = { points: set, isExcused: excused === true, isFinal: true };
    if (add !== null && (decided.points !== null || decided.isFinal)) {
      decided = { ...decided, points: Math.max(0, hundredths((decided.points ?? 0) + add)) };
    }
  }
  return decided;
}

function hundredths(points: number): number {
  return Math.round(points * 100) / 100;
}
