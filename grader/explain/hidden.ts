import type { CheckResult, Rule } from '../result/index.ts';
import { wordRule } from './rules.ts';

/** Sentences on cases that a student does not see. They are the same whatever such a case holds. */

const ONLY: Readonly<Record<CheckResult['status'], string>> = {
  failed: 'It failed in a case that is not shown.',
  skipped: 'Not judged because of a case that is not shown.',
  error: 'It could not be judged in a case that is not shown; that is no fault of the submission.',
  passed: 'It holds, judged with cases that are not shown.',
};

/** Returns the summary of a check whose status follows from a hidden case. */
export function wordHiddenOnly(status: CheckResult['status']): string {
  return ONLY[status];
}

/** Returns the message of a finding of a hidden case, if the assignment permits its rule and line. */
export function wordHiddenFinding(rule: Rule): string {
  return `${wordRule(rule).title}. It happens in a case that is not shown.`;
}

/** Returns the message of an error in a hidden case: whose fault it is, and nothing of what failed. */
export function wordHiddenFault(responsible: 'assignment' | 'infrastructure'): string {
  return responsible === 'assignment'
    ? 'A case that is not shown could not be graded: the assignment has a mistake.'
    : 'A case that is not shown could not be graded: this machine failed.';
}
