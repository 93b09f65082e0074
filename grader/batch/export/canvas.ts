import { forSpreadsheet, wellFormed } from '../../report/index.ts';
import type { BookAssignment, Grade, GradeBook } from '../model.ts';
import { type ExportFile, pointsOf } from './book.ts';
import { type Note, notesOn } from './notes.ts';
import { type Cell, table } from './table.ts';

const HEAD = ['Student', 'ID', 'SIS User ID', 'SIS Login ID', 'Section'] as const;

/**
 * Canvas' gradebook, to be imported into it. Canvas finds students by one of the three ids, which are therefore written
 * as they are; name and section are for people, and are made harmless for spreadsheets. It begins with a byte order mark, as
 * Canvas' own export does, so that Excel reads names right. A student without an id has a row all the same: Canvas asks
 * who that is.
 */
export function exportCanvas(book: GradeBook): ExportFile[] {
  const students = [...byStudent(book.grades)];
  const unknown = students.filter(([, grades]) => !isKnown(grades[0])).map(([student]) => student);
  const rows: Cell[][] = [
    [...HEAD, ...book.assignments.map(columnTitle)],
    // As Canvas writes it; it takes a row for one of points where the first cell says so.
    ['    Points Possible', '', '', '', '', ...book.assignments.map(({ id }) => totalOf(book, id))],
    ...students.map(([student, grades]) => [
      ...identity(student, grades[0]),
      ...book.assignments.map(({ id }) => {
        const grade = grades.find(({ assignment }) => assignment === id);
        // Canvas reads EX as excused.
        return grade?.isExcused ? 'EX' : grade ? pointsOf(grade) : null;
      }),
    ]),
  ];
  const notes: Note[] = [
    ...book.assignments
      .filter(({ canvasId }) => canvasId === null)
      .map(({ id }) => `${id}: Canvas' id of the assignment is not known, so importing this creates a new one.`),
    ...unknown.map(
      (who): Note => ({
        who,
        why: 'no id that Canvas knows, so Canvas will ask who this is. The roster needs canvas_id, sis_user_id or sis_login_id.',
      }),
    ),
  ];
  return [{ fileName: 'canvas.csv', content: table(rows, { mark: true }) }, ...notesOn(book, 'canvas', notes)];
}

function byStudent(grades: readonly Grade[]): Map<string, Grade[]> {
  const students = new Map<string, Grade[]>();
  for (const grade of grades) students.set(grade.student, [...(students.get(grade.student) ?? []), grade]);
  return students;
}

/** A title without an id makes a new assignment. */
function columnTitle({ title, canvasId }: BookAssignment): string {
  return canvasId === null ? forSpreadsheet(title) : `${wellFormed(title)} (${canvasId})`;
}

function isKnown(grade: Grade | undefined): boolean {
  const roster = grade?.roster;
  return Boolean(roster?.canvasId || roster?.sisUserId || roster?.sisLoginId);
}

function identity(student: string, grade: Grade | undefined): (string | null)[] {
  const { name, canvasId, sisUserId, sisLoginId, section } = grade?.roster ?? {};
  return [
    forSpreadsheet(name ?? student),
    canvasId ?? null,
    sisUserId ?? null,
    sisLoginId ?? null,
    section ? forSpreadsheet(section) : null,
  ];
}

function totalOf({ grades }: GradeBook, id: string): number | null {
  return grades.find(({ assignment, maxPoints }) => assignment === id && maxPoints !== null)?.maxPoints ?? null;
}
