import type { GradeBook } from '../model.ts';
import type { FeedbackFile, FeedbackOptions, StudentFeedback } from './feedback.ts';
import { reportArchives } from './reports.ts';

/**
 * For "Upload Submissions" of Canvas, which adds each file as a comment on its submission. Canvas reads the numbers of
 * the user and of what was handed in from the file's name, which begins as in its own download.
 */
export function canvasComments(
  students: Iterable<StudentFeedback>,
  book: GradeBook,
  options: FeedbackOptions,
): Promise<FeedbackFile[]> {
  return reportArchives(students, book, options, {
    platform: 'canvas',
    format: 'canvas-comments',
    title: 'Canvas',
    pathOf: (name) => `${name}_report.html`,
  });
}
