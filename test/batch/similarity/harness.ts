import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type CompareRequest,
  type Comparison,
  compare,
  DEFAULT_THRESHOLD,
  givenSources,
  type Submission,
} from '../../../grader/batch/similarity/index.ts';
import { packageRoot } from '../../../grader/platform/root.ts';

export const ASSIGNMENTS = ['grayscale', 'matmul-2d', 'matmul-tiled'] as const;
export type AssignmentId = (typeof ASSIGNMENTS)[number];

export const ENTRIES = { grayscale: 'rgb_to_grayscale', 'matmul-2d': 'matmul', 'matmul-tiled': 'matmul' } as const;

const folderOf = (id: AssignmentId): string => join(packageRoot, 'assignments', id);

/** Right solutions that ship, written in different styles, by file name without its ending. */
export function accepted(id: AssignmentId): Map<string, string> {
  const folder = join(folderOf(id), 'submissions', 'accepted');
  return new Map(
    readdirSync(folder)
      .filter((name) => name.endsWith('.cu'))
      .sort()
      .map((name) => [name.slice(0, -'.cu'.length), readFileSync(join(folder, name), 'utf8')]),
  );
}

export function submission(student: string, source: string, changes: Partial<Submission> = {}): Submission {
  return { student, attempt: null, term: 'current', files: [{ name: `${student}.cu`, source }], ...changes };
}

/** A comparison as the command makes it, with an assignment's starter and handout taken away. */
export function compareClass(
  id: AssignmentId,
  submissions: Iterable<readonly [string, string]> | readonly Submission[],
  changes: Partial<CompareRequest> = {},
): Promise<Comparison> {
  return compare({
    assignment: { id, title: id },
    submissions: [...submissions].map((entry) => ('files' in entry ? entry : submission(...entry))),
    skipped: [],
    given: givenSources({ folder: folderOf(id) }),
    threshold: DEFAULT_THRESHOLD,
    top: 1_000,
    ...changes,
  });
}

/** Pairs with their score, as `a+b`. */
export function scoresOf({ pairs }: Comparison): Map<string, number> {
  return new Map(
    pairs.map(({ left, right, score }) => [
      [left, right].map(({ document }) => document.submission.student).join('+'),
      score,
    ]),
  );
}
