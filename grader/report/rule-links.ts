import type { GradeResult, Rule } from '../result/index.ts';
import { allFindings } from './model.ts';

/** The page of a rule on the course's site. @param docsUrl - where `npm run docs` is served */
export function ruleUrl(docsUrl: string, rule: Rule): string {
  return `${docsUrl}/rules/${rule}.html`;
}

/** The rules that a result's findings have, each once, in their order. */
export function rulesOf(result: Pick<GradeResult, 'checks'>): Rule[] {
  return [...new Set(allFindings(result).map(({ rule }) => rule))];
}
