import type { CheckId } from '../result/index.ts';
import { number, plural } from './text.ts';

/** Sentences that gradebooks and graders of others show beside a result. */

/** The reasons why a grade is open. */
export const OPEN_CAUSES = [
  'ungraded',
  'infrastructure',
  'assignment',
  'unsupported',
  'needs-review',
  'review',
  'undecided',
  'unreadable',
  'owner',
  'totals',
] as const;
export type OpenCause = (typeof OPEN_CAUSES)[number];

const OPEN_GRADES: Readonly<Record<OpenCause, string>> = {
  ungraded: 'This has not been graded yet. It costs no points.',
  infrastructure:
    'This could not be graded, because the machine that grades failed. It costs no points. Your course staff can see it here and grade it again.',
  assignment:
    'This could not be graded, because the assignment itself has a mistake. It costs no points, and your course staff can see it here.',
  unsupported:
    'Your program uses something that the grader cannot judge here. It is waiting for review by your course staff, and costs no points now.',
  'needs-review':
    'The grader alone cannot judge this program. It is waiting for review by your course staff, and costs no points now.',
  review: 'This needs a review by your course staff before it can be graded. It costs no points now.',
  undecided:
    'You handed in several files that can be the source. This is waiting for review by your course staff, who say which one counts. It costs no points now.',
  unreadable:
    'What you handed in cannot be read, so it is not graded. This is waiting for review by your course staff, and costs no points now. Check the file, and hand it in again if you still can.',
  owner:
    'A hand-in can be yours, and its name does not say so. This is waiting for review by your course staff, who say whose it is. It costs no points now.',
  totals:
    'Your result and the results of the others are out of different totals. Your course staff can see it here and grade it again. It costs no points.',
};

/** Returns what a student reads about a grade that is open. */
export function wordOpenGrade(cause: OpenCause): string {
  return OPEN_GRADES[cause];
}

/** Returns the sentence on a check that was not judged. @param reason - what went wrong, as the machine tells it */
export function wordMachineFault(reason: string): string {
  return `This was not judged, because the machine that grades failed: ${reason}`;
}

/**
 * Returns what the late policy took; `null` if nothing was late.
 * @param hasPoints - false if there was nothing that it could take
 */
export function wordLate(daysLate: number, penalty: number, hasPoints = true): string | null {
  if (daysLate === 0 && penalty === 0) return null;
  const late = daysLate > 0 ? `${plural(daysLate, 'day')} late` : 'After the late policy';
  if (penalty === 0 && !hasPoints) return `${late}.`;
  return `${late}: ${penalty > 0 ? `${plural(penalty, 'point')} taken off` : 'no points taken off'}.`;
}

/** What does not fit into a list that its receiver bounds. */
export function wordLeftOut(count: number, one: string): string {
  return `${plural(count, `more ${one}`)} ${count === 1 ? 'is' : 'are'} not shown.`;
}

export function wordNothingHandedIn(): string {
  return 'No file was submitted.';
}

const AIMS: Readonly<Record<CheckId, string>> = {
  compile: 'Host and device code compile, and the function has the required signature.',
  guards: 'No thread reads or writes global memory out of bounds.',
  correctness: 'Kernels write every element of every output, and all elements are right.',
  memory: 'No uninitialized memory is read, and no memory is misused.',
  races: 'The result does not depend on which thread comes first.',
  technique: 'The solution uses the required technique.',
  speedup: 'It is as fast as the exercise requires.',
};

/** What a check asks for, in one sentence. */
export function wordCheckAim(id: CheckId): string {
  return AIMS[id];
}

/** Graders that are given what a student handed in, where there is nothing to grade. */
export function wordNoSubmission(): string {
  return 'No .cu file was submitted. Submit one file with your solution, whose name ends in .cu.';
}

/** @param names - as the student called them */
export function wordSeveralSubmissions(names: readonly string[]): string {
  const shown = names.slice(0, 5).join(', ');
  const more = names.length > 5 ? ` and ${number(names.length - 5)} more` : '';
  return `There are ${number(names.length)} .cu files: ${shown}${more}. Submit exactly one.`;
}
