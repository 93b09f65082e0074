import { type GradeBook, type LoadedCourse, meantStudent, noAssignment, OVERRIDES_FILE } from '../../batch/index.ts';

/** Returns a note for each decision that has no effect, because the batch has no such student or assignment. */
export function strayDecisions({ overrides }: Pick<LoadedCourse, 'overrides'>, book: GradeBook): string[] {
  const students = new Set(book.grades.map(({ student }) => student));
  const ids = book.assignments.map(({ id }) => id);
  return overrides.flatMap(({ line, student, assignment }) => {
    const at = `${OVERRIDES_FILE}:${line}: `;
    if (!students.has(student)) {
      return [
        `${at}there is no student ${JSON.stringify(student)}. The decision has no effect. ${meantStudent(student, students)}`,
      ];
    }
    if (assignment === null || ids.includes(assignment)) return [];
    return [`${at}${noAssignment(assignment, ids)}. The decision has no effect.`];
  });
}
