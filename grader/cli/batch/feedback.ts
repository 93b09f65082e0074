import type { BatchStore, GradeBook } from '../../batch/index.ts';

/** Returns a note for each assignment whose hidden cases are those of feedback: its points are not the grade. */
export function feedbackNotes(store: BatchStore, { assignments }: GradeBook): string[] {
  if (store.batch.seed !== null) return [];
  return assignments
    .filter(({ id }) => store.drawnFor(id) === 'feedback')
    .map(
      ({ id }) =>
        `${id} was graded with the hidden cases of feedback. For the grade that counts, grade the class again after the due date, into another folder.`,
    );
}
