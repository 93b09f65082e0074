import type { DrawnFor } from '../platform/files/index.ts';
import type { Course } from './course-schema.ts';

/**
 * Returns what hidden cases of an assignment are drawn for at a moment: before its due date for feedback, then for the
 * grade. An assignment without a due date is graded at once.
 * @param now - in milliseconds since 1970
 */
export function drawnForAt({ assignments }: Course, assignment: string, now: number): DrawnFor {
  const due = assignments?.[assignment]?.due;
  return due !== undefined && now < Date.parse(due) ? 'feedback' : 'grade';
}
