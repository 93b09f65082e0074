import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { wordOpenGrade } from '../explain/index.ts';
import { writeFileAtomic } from '../platform/files/index.ts';
import { EXIT, messageOf } from '../platform/index.ts';
import { forMarkdown } from '../report/index.ts';
import { readMetadata, type SubmissionFacts } from './metadata.ts';
import { findSubmission } from './submission.ts';

/** Grades one file as `grade submit --format gradescope` does. */
export type GradeFile = (file: string, reportDir: string) => Promise<GradeEnd>;
/** `status` is null where the program was stopped or died. */
export interface GradeEnd {
  readonly status: number | null;
  /** For the log, which staff see. */
  readonly reason: string | null;
}

const resultSchema = z.looseObject({ extra_data: z.record(z.string(), z.unknown()).optional() });
type Result = z.infer<typeof resultSchema>;

/**
 * Grades what a student has handed in, and always writes `results/results.json`.
 * @param root - `/autograder`
 * @param log - for staff
 */
export async function runAutograder(root: string, grade: GradeFile, log: (line: string) => void): Promise<void> {
  const began = new Date(1000 * Math.floor(Date.now() / 1000));
  const result = await resultOf(root, grade, log);
  const facts = readMetadata(join(root, 'submission_metadata.json'));
  mkdirSync(join(root, 'results'), { recursive: true });
  await writeFileAtomic(
    join(root, 'results', 'results.json'),
    `${JSON.stringify(withFacts(result, facts), null, 2)}\n`,
    // Not when it is written: that tells how long hidden cases took.
    began,
  );
}

async function resultOf(root: string, grade: GradeFile, log: (line: string) => void): Promise<Result> {
  try {
    const submission = await findSubmission(join(root, 'submission'));
    if (submission.kind === 'unusable') return plainResult(submission.message, { score: 0 });
    const reports = join(root, 'report');
    // What an earlier run has left must not stand for this one.
    rmSync(reports, { recursive: true, force: true });
    const { status, reason } = await grade(submission.path, reports);
    if (reason !== null) log(reason);
    if (status === EXIT.success || status === EXIT.problems || status === EXIT.infrastructure) {
      // Where the machine failed, the report says so without a score; where there is none, so does what catches it.
      return resultSchema.parse(JSON.parse(readFileSync(join(reports, 'gradescope.json'), 'utf8')));
    }
    log(`grade ended with ${status ?? 'no status'}`);
    return plainResult(wordOpenGrade(status === EXIT.usage ? 'assignment' : 'infrastructure'), {});
  } catch (error) {
    log(messageOf(error));
    return plainResult(wordOpenGrade('infrastructure'), {});
  }
}

/** Without a score Gradescope records none, and shows staff an autograder that failed. */
function plainResult(output: string, score: { readonly score?: number }): Result {
  return {
    ...score,
    output: forMarkdown(output),
    output_format: 'md',
    visibility: 'visible',
    stdout_visibility: 'hidden',
  };
}

function withFacts(result: Result, facts: SubmissionFacts | null): Result {
  return facts === null ? result : { ...result, extra_data: { ...result.extra_data, submission: facts } };
}
