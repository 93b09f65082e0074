import type { TakenIn } from '../../grader/batch/state/attempts.ts';

/** The moment of an import. */
export const AT = '2026-10-01T08:00:00.000Z';

/** A hand-in of one source. */
export function taken(
  student: string,
  content: string | Buffer,
  given: Partial<TakenIn> & { name?: string } = {},
): TakenIn {
  const { name = 'gray.cu', ...rest } = given;
  return {
    student,
    assignment: 'grayscale',
    attempt: '1',
    isNumbered: true,
    submittedAt: null,
    lastAt: null,
    otherTimes: [],
    byStaff: false,
    source: { name, bytes: Buffer.from(content) },
    further: [],
    problem: null,
    handedIn: [],
    candidates: [],
    ...rest,
  };
}
