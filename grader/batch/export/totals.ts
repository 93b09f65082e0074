import type { Grade, GradeBook } from '../model.ts';

/** A book in which all points of an assignment are out of one total, and what was set apart for that. */
export interface EqualTotals {
  readonly book: GradeBook;
  /** A sentence for each grade that is open because its total is another one. */
  readonly apart: readonly string[];
}

/**
 * Opens grades that are out of another total than most of their assignment. On a GPU an assignment has points for
 * speed, and elsewhere it has none, so points of both cannot be in one column. The grades of the larger group stay.
 * Between equal groups, those with the larger total stay.
 */
export function withEqualTotals(book: GradeBook): EqualTotals {
  const mains = new Map(book.assignments.map(({ id }) => [id, mainTotal(book, id)]));
  const apart: string[] = [];
  const grades = book.grades.map((grade): Grade => {
    const main = mains.get(grade.assignment) ?? null;
    const isApart = grade.counted !== null && !grade.isExcused && grade.maxPoints !== null && grade.maxPoints !== main;
    if (!isApart || main === null) return grade;
    const open = `The result is out of ${grade.maxPoints} points, and most results of ${grade.assignment} are out of ${main}. Grade all of them on the same kind of machine, e.g. with --target emulator, and export again.`;
    apart.push(`${grade.student}, ${grade.assignment}: left empty, because the grade is open. ${open}`);
    return { ...grade, points: null, maxPoints: null, open, openCause: 'totals' };
  });
  return apart.length === 0 ? { book, apart } : { book: { ...book, grades }, apart };
}

function mainTotal({ grades }: GradeBook, id: string): number | null {
  const totals = new Map<number, number>();
  for (const { assignment, counted, maxPoints, isExcused } of grades) {
    if (assignment !== id || counted === null || isExcused || maxPoints === null) continue;
    totals.set(maxPoints, (totals.get(maxPoints) ?? 0) + 1);
  }
  const [main] = [...totals].sort(([a, m], [b, n]) => n - m || b - a);
  return main?.[0] ?? null;
}
