import { createHash } from 'node:crypto';
import { wordVerdict } from '../../explain/index.ts';
import { bounded, checkText } from '../../report/index.ts';
import { gradingOf, shownAttempt } from '../export/index.ts';
import { gradeSentences } from '../feedback/index.ts';
import type { Grade } from '../model.ts';

/** A comment, not a report. */
const COMMENT_BYTES = 4000;

export interface Comment {
  readonly text: string;
  /** The words at its end by which the next push finds it again. */
  readonly mark: string;
}

/** Returns what a student gets as a comment in words without markup: the grade, and what failed. */
export function commentOf(grade: Grade): Comment {
  const text = bounded([...gradeSentences(grade), ...checkLines(grade)].join('\n'), COMMENT_BYTES, '…');
  const digest = createHash('sha256').update(text).digest('hex').slice(0, 12);
  const mark = `[grade ${digest}]`;
  return { text: `${text}\n${mark}`, mark };
}

/** Returns the verdict and a line for each failed check; nothing for a grade that is open. */
export function checkLines(grade: Grade): string[] {
  const result = shownAttempt(grade)?.result;
  if (!result || gradingOf(grade)?.status !== 'graded') return [];
  const failed = result.checks.filter(({ status }) => status === 'failed');
  const here = { result, path: result.submission.file };
  return [wordVerdict(result), ...failed.map((check) => `${check.id}: ${checkText(check, here)}`)];
}
