/** A class book and its reports as students, and the platforms that they use, get them. */

import type { GradeBook } from '../model.ts';
import { canvasComments } from './canvas.ts';
import { type FeedbackFile, type FeedbackOptions, studentsOf } from './feedback.ts';
import { mailDrafts } from './mail.ts';
import { moodleFeedback } from './moodle.ts';
import { feedbackPages } from './pages.ts';

export type { FeedbackFile, FeedbackOptions } from './feedback.ts';
export { gradeSentences, studentsOf } from './feedback.ts';
export { parseSender } from './mail.ts';
export { forgetNames, type PlatformName, platformNames, rememberNames } from './names.ts';

/** Every format; a new one is its file and its line here. */
const FEEDBACK = {
  feedback: feedbackPages,
  'moodle-feedback': moodleFeedback,
  'canvas-comments': canvasComments,
  mail: mailDrafts,
} as const;

export type FeedbackFormat = keyof typeof FEEDBACK;
export const FEEDBACK_FORMATS = Object.keys(FEEDBACK) as readonly FeedbackFormat[];

export function isFeedbackFormat(format: string): format is FeedbackFormat {
  return (FEEDBACK_FORMATS as readonly string[]).includes(format);
}

/**
 * Makes what students get back. A student for whom it cannot be made is named in the notes, and costs the others
 * nothing.
 * @returns files by their paths from the folder of exports
 */
export async function makeFeedback(
  book: GradeBook,
  format: FeedbackFormat,
  options: FeedbackOptions,
): Promise<FeedbackFile[]> {
  return FEEDBACK[format](studentsOf(book, options), book, options);
}
