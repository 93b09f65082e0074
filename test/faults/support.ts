import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { GradeRequest, Grader } from '../../grader/cli/grader.ts';
import type { GradeResult } from '../../grader/result/index.ts';
import { resolveAssignment } from '../../grader/spec/index.ts';

/** Small, with findings of its own: what is lost or doubled of them would be seen. */
export const ASSIGNMENT = resolveAssignment('grayscale');
export const FILE = join(ASSIGNMENT.folder, 'submissions', 'rejected', 'guard-missing.cu');
const SOURCE = readFileSync(FILE, 'utf8');

/** Grades the submission with the same seed every time. */
export async function gradeIt(
  grader: Grader,
  onProgress: GradeRequest['onProgress'] = () => undefined,
): Promise<GradeResult> {
  const { result } = await grader.grade({
    assignment: ASSIGNMENT,
    source: SOURCE,
    sha256: createHash('sha256').update(SOURCE).digest('hex'),
    fileName: 'guard-missing.cu',
    seed: '7',
    seedIsPublic: true,
    onProgress,
    signal: new AbortController().signal,
  });
  return result;
}

/** All of a result but when and on what it was made. */
export function graded({ environment: _, ...result }: GradeResult): Omit<GradeResult, 'environment'> {
  return result;
}
