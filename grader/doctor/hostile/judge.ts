import type { Finding, GradeResult } from '../../result/index.ts';
import type { Expectation } from './corpus-schema.ts';
import type { Outcome } from './messages.ts';
import type { Ended, LateAnswer } from './process.ts';

/** The most memory that a grading process may take for all of them, MiB: Clang alone has a gigabyte. */
const MOST_MIB = 3072;

/**
 * Why a submission is not contained, each a clause; empty where it is.
 * @param answer - of the process that graded it
 */
export function problemsOf(expected: Expectation, answer: Outcome | Ended | LateAnswer, seconds: number): string[] {
  switch (answer.kind) {
    case 'ended':
      return [`it brought the grading process down (${answer.how})`];
    case 'late':
      return [`it outlived its limits: there was no verdict after ${seconds} s`];
    case 'fault':
      return [`the grader failed: ${firstLine(answer.message)}`];
    case 'refused':
      if (expected.verdict !== 'refused') return [`it was refused: ${firstLine(answer.message)}`];
      return expected.says === undefined || answer.message.includes(expected.says)
        ? []
        : [`it was refused with other words than “${expected.says}”: ${firstLine(answer.message)}`];
    case 'graded':
      return problemsOfResult(expected, answer.result, answer.peakMiB);
  }
}

function problemsOfResult(expected: Expectation, result: GradeResult, peakMiB: number): string[] {
  const { verdict, score, maxScore, responsible } = result;
  const problems: string[] = [];
  if (peakMiB > MOST_MIB) problems.push(`the grading process took ${peakMiB} MiB of memory`);
  const wanted = expected.verdict === 'unsupported' ? 'error' : expected.verdict;
  if (verdict !== wanted) {
    const who = responsible === null ? '' : `, responsible: ${responsible}`;
    return [...problems, `its verdict is ${verdict}${who}, and should be ${wanted}`];
  }
  if (verdict === 'passed') {
    if (score !== maxScore) problems.push(`it got ${score} of ${maxScore} points for a right solution`);
    return problems;
  }
  if (score > expected.points) problems.push(`it got ${score} points, and earned ${expected.points} at most`);
  const findings = result.checks.flatMap((check) => check.findings);
  const named = findings.filter(({ rule }) => expected.rule === undefined || rule === expected.rule);
  if (named.length === 0)
    return [...problems, `no finding says ${expected.rule ?? 'what is wrong'}${toldInstead(findings)}`];
  const clear = named.filter(
    ({ message, line }) =>
      (expected.says === undefined || message.includes(expected.says)) &&
      (expected.line === undefined || line === expected.line),
  );
  if (clear.length === 0) {
    const where = expected.line === undefined ? '' : ` in line ${expected.line}`;
    problems.push(`no finding says “${expected.says ?? expected.rule}”${where}${toldInstead(named)}`);
  }
  return problems;
}

function toldInstead([first]: readonly Finding[]): string {
  if (!first) return '';
  return `; the first is ${first.rule}${first.line === undefined ? '' : ` in line ${first.line}`}: ${firstLine(first.message)}`;
}

function firstLine(text: string): string {
  return text.split('\n')[0] ?? '';
}
