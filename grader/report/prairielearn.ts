import { wordCheckAim, wordVerdict } from '../explain/index.ts';
import { wellFormed } from './escape.ts';
import { bounded, findingsText } from './feedback.ts';
import { type Grading, gradingOf, type Judged, type Pictures } from './model.ts';
import { pngUrl } from './png.ts';

/** PrairieLearn reads no larger results: 1 MB. The rest is for the JSON around texts and pictures. */
const RESULT_BYTES = 900_000;
const TEST_BYTES = 32_000;
const LABELS = { input: 'input', expected: 'expected', got: 'yours', difference: 'difference' } as const;

/**
 * PrairieLearn's `/grade/results/results.json` (its documentation, External grading, Grading results).
 *
 * An open grade is not gradable there: no points are given or taken, and it counts as no attempt.
 * @param maxPoints - what the points are out of
 */
export function prairielearnResult(
  judged: Judged,
  grading: Grading,
  maxPoints: number,
  pictures: Pictures | null = null,
): object {
  const { result } = judged;
  if (grading.status !== 'graded') {
    return { gradable: false, message: grading.reason, format_errors: [grading.reason] };
  }
  // Students handed in one file; where it lies for staff is nothing to them.
  const here = { result, path: result.submission.file };
  const text = {
    gradable: true,
    score: shareOf(grading.points, maxPoints, result.verdict === 'passed'),
    message: wellFormed(wordVerdict(result)),
    output: wellFormed(grading.notes.join('\n')),
    tests: result.checks.map((check) => ({
      name: check.id,
      description: wordCheckAim(check.id),
      // Where one test lacks its points, PrairieLearn shows none at all. 0 of 0 is shown as information.
      points: check.score,
      max_points: check.maxScore,
      message: wellFormed(check.summary),
      output: bounded(findingsText(check, here), TEST_BYTES, '…'),
    })),
  };
  return { ...text, images: imagesWithin(pictures, RESULT_BYTES - JSON.stringify(text).length) };
}

export function renderPrairielearn(judged: Judged, pictures: Pictures | null): string {
  const { result } = judged;
  return `${JSON.stringify(prairielearnResult(judged, gradingOf(result), result.maxScore, pictures), null, 2)}\n`;
}

/** 0 to 1. An assignment that gives no points is passed or not. */
function shareOf(points: number, maxPoints: number, passed: boolean): number {
  return maxPoints > 0 ? Math.min(1, points / maxPoints) : Number(passed);
}

/** The pictures of a visible case, as many as fit. */
function imagesWithin(pictures: Pictures | null, bytes: number): object[] {
  let room = bytes;
  return (pictures?.images ?? []).flatMap(({ role, raster }) => {
    const url = pngUrl(raster);
    if (url.length > room) return [];
    room -= url.length;
    return [{ label: wellFormed(`${pictures?.output}, ${LABELS[role]} (case ${pictures?.case})`), url }];
  });
}
