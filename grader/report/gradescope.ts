import { wordVerdict } from '../explain/index.ts';
import { CHECK_IDS, type CheckResult } from '../result/index.ts';
import { forMarkdown } from './escape.ts';
import { findingLines } from './markdown.ts';
import { type Grading, gradingOf, type Judged, shownFindings, textOfFile } from './model.ts';

/**
 * Gradescope's `results/results.json` (https://gradescope-autograders.readthedocs.io/en/latest/specs/): a test a check.
 *
 * Gradescope takes the points from `score`, or from the tests where that is missing, and has none where both are: then
 * the submission stands among those whose autograder failed, with nothing in the gradebook, and staff can run it again.
 * That is what an open grade has to be, so it has no score anywhere; Gradescope knows no other way to say it.
 */
export function gradescopeResult(judged: Judged, grading: Grading): object {
  const { result } = judged;
  const graded = grading.status === 'graded';
  const notes = graded ? [wordVerdict(result), ...grading.notes] : [grading.reason];
  const { timing } = result;
  return {
    ...(graded && { score: grading.points }),
    execution_time: result.environment.durationMs / 1000,
    output: notes.map(forMarkdown).join('\n\n'),
    output_format: 'md',
    visibility: 'visible',
    // What the autograder prints on the way is for staff.
    stdout_visibility: 'hidden',
    tests: result.checks.map((check) => testOf(check, judged, graded)),
    ...(graded &&
      result.verdict === 'passed' &&
      timing && {
        leaderboard: [{ name: 'times as fast as the baseline', value: Number(timing.ratio.toFixed(2)), order: 'desc' }],
      }),
    extra_data: {
      schemaVersion: result.schemaVersion,
      assignment: result.assignment,
      target: result.target,
      verdict: result.verdict,
      responsible: result.responsible,
      score: result.score,
      maxScore: result.maxScore,
      sha256: result.submission.sha256,
      engine: result.environment.engine,
    },
  };
}

export function renderGradescope(judged: Judged): string {
  return `${JSON.stringify(gradescopeResult(judged, gradingOf(judged.result)), null, 2)}\n`;
}

function testOf(check: CheckResult, judged: Judged, graded: boolean): object {
  const findings = shownFindings({ checks: [check] }).flatMap((finding) => [
    '',
    ...findingLines(finding, textOfFile(judged, finding.file)),
  ]);
  const isJudged = check.status === 'passed' || check.status === 'failed';
  return {
    name: check.id,
    // By the check, not by its place, so that it stays what it is when a check is added before it.
    number: String(CHECK_IDS.indexOf(check.id) + 1),
    // A check without points is information: with 0 of 0 points it would look passed.
    ...(graded && check.maxScore > 0 && { score: check.score, max_score: check.maxScore }),
    ...(isJudged && { status: check.status }),
    output: [forMarkdown(check.summary), ...findings].join('\n'),
    output_format: 'md',
    visibility: 'visible',
    extra_data: { status: check.status, rules: [...new Set(check.findings.map(({ rule }) => rule))] },
  };
}
