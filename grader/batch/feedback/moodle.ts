import type { GradeBook } from '../model.ts';
import type { FeedbackFile, FeedbackOptions, StudentFeedback } from './feedback.ts';
import { reportArchives } from './reports.ts';

/**
 * For "Upload multiple feedback files in a zip" of Moodle's assignments. Moodle reads the participant's number from the
 * name of the folder, which is the folder of its own download.
 */
export function moodleFeedback(
  students: Iterable<StudentFeedback>,
  book: GradeBook,
  options: FeedbackOptions,
): Promise<FeedbackFile[]> {
  return reportArchives(students, book, options, {
    platform: 'moodle',
    format: 'moodle-feedback',
    title: 'Moodle',
    pathOf: (name) => `${name}_assignsubmission_file_/report.html`,
  });
}
