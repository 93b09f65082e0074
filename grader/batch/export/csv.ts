import { forSpreadsheet, gradingOf } from '../../report/index.ts';
import { CHECK_IDS, type GradeResult } from '../../result/index.ts';
import type { Grade, GradeBook, GradedAttempt } from '../model.ts';
import { type ExportFile, openReason, pointsOf, rounded, shownAttempt } from './book.ts';
import { type Cell, table } from './table.ts';

interface Row {
  readonly grade: Grade;
  readonly attempt: GradedAttempt | null;
  readonly result: GradeResult | null;
  /** null also where others than the student failed: the points of such a result mean nothing. */
  readonly judged: GradeResult | null;
}

/** Every column, in their order. */
const COLUMNS: Readonly<Record<string, (row: Row) => Cell>> = {
  student: ({ grade }) => forSpreadsheet(grade.student),
  name: ({ grade }) => text(grade.roster?.name),
  assignment: ({ grade }) => forSpreadsheet(grade.assignment),
  attempt: ({ attempt }) => text(attempt?.attempt),
  submitted_at: ({ attempt }) => text(attempt?.submittedAt),
  days_late: ({ grade, attempt }) => (attempt ? grade.daysLate : null),
  score: ({ judged }) => judged && rounded(judged.score),
  max_score: ({ judged }) => judged?.maxScore ?? null,
  penalty: ({ grade }) => (grade.counted ? rounded(grade.latePenalty) : null),
  points: ({ grade }) => pointsOf(grade),
  verdict: ({ result }) => result?.verdict ?? null,
  responsible: ({ result }) => result?.responsible ?? null,
  ...Object.fromEntries(CHECK_IDS.map((id) => [id, ({ judged }: Row) => checkPoints(judged, id)])),
  open: ({ grade }) => text(openReason(grade)),
  computed: ({ grade }) => grade.computed && rounded(grade.computed),
  excused: ({ grade }) => (grade.isExcused ? 'yes' : null),
  comment: ({ grade }) => text(grade.decisions.flatMap(({ comment }) => comment ?? []).join(' ') || null),
};

/**
 * A row a student and assignment, for spreadsheets and scripts. Text is made harmless for spreadsheets (`forSpreadsheet`
 * says how scripts take that back); numbers are written as they are. A cell is empty where there is nothing to tell:
 * nobody's score is 0 because it is not known.
 */
export function exportCsv(book: GradeBook): ExportFile[] {
  const rows = book.grades.map((grade) => {
    const attempt = shownAttempt(grade);
    const result = attempt?.result ?? null;
    const row: Row = { grade, attempt, result, judged: result && isGraded(result) ? result : null };
    return Object.values(COLUMNS).map((cell) => cell(row));
  });
  return [{ fileName: 'grades.csv', content: table([Object.keys(COLUMNS), ...rows]) }];
}

function isGraded(result: GradeResult): boolean {
  return gradingOf(result).status === 'graded';
}

/** null where the check has no points to give. */
function checkPoints(judged: GradeResult | null, id: string): Cell {
  const check = judged?.checks.find((candidate) => candidate.id === id);
  return check && check.maxScore > 0 ? rounded(check.score) : null;
}

function text(value: string | null | undefined): Cell {
  return value == null ? null : forSpreadsheet(value);
}
