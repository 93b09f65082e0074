import { describe, expect, it } from 'vitest';
import type { Expectation } from '../../../grader/doctor/hostile/corpus-schema.ts';
import { problemsOf } from '../../../grader/doctor/hostile/judge.ts';
import type { Outcome } from '../../../grader/doctor/hostile/messages.ts';
import type { GradeResult } from '../../../grader/result/index.ts';

const expected: Expectation = { verdict: 'failed', points: 5, rule: 'timeout', says: 'not end', line: 8 };

function graded(changes: Partial<GradeResult>, line = 8, message = 'It does not end.', peakMiB = 900): Outcome {
  const findings = [{ rule: 'timeout', severity: 'error', message, line }];
  const checks = [{ id: 'correctness', status: 'failed', score: 0, maxScore: 35, summary: '', findings }];
  const result = { verdict: 'failed', responsible: 'student', score: 5, maxScore: 90, checks, ...changes };
  return { kind: 'graded', result: result as unknown as GradeResult, reports: [], peakMiB };
}

describe('a submission is not contained', () => {
  it.each<[string, Outcome, RegExp]>([
    ['with one point too many', graded({ score: 6 }), /got 6 points, and earned 5 at most/],
    [
      'with another verdict',
      graded({ verdict: 'passed', responsible: null }),
      /verdict is passed, and should be failed/,
    ],
    [
      'with a fault of ours',
      graded({ verdict: 'error', responsible: 'infrastructure' }),
      /error, responsible: infrastructure/,
    ],
    ['with no finding of the rule', graded({ checks: [] }), /no finding says timeout/],
    ['with other words', graded({}, 8, 'Something.'), /no finding says “not end” in line 8; the first is timeout/],
    ['with another line', graded({}, 9), /in line 8; the first is timeout in line 9/],
    ['with too much memory', graded({}, 8, 'It does not end.', 5000), /took 5000 MiB/],
  ])('%s', (_, answer, problem) => {
    expect(problemsOf(expected, answer, 60).join('; ')).toMatch(problem);
  });

  it('where it did the work and lost a point', () => {
    const right: Expectation = { verdict: 'passed', points: 0 };
    expect(problemsOf(right, graded({ verdict: 'passed', score: 80 }), 60)).toEqual([
      'it got 80 of 90 points for a right solution',
    ]);
    expect(problemsOf(right, graded({ verdict: 'passed', score: 90 }), 60)).toEqual([]);
  });
});

it('is contained with the right verdict, earned points and a clear message', () => {
  expect(problemsOf(expected, graded({}), 60)).toEqual([]);
});
