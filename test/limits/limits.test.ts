import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { limitsPage } from '../../grader/cli/reference/limits-page.ts';
import { LIMIT_WORDS } from '../../grader/explain/index.ts';
import { ASSIGNMENT_LIMITS, type AssignmentLimitName, FIXED_LIMITS } from '../../grader/limits/index.ts';
import { packageRoot } from '../../grader/platform/root.ts';
import { RULES } from '../../grader/result/index.ts';
import { formatProblem, parseAssignment } from '../../grader/spec/index.ts';

const NAMES = Object.keys(ASSIGNMENT_LIMITS) as AssignmentLimitName[];
const SHIPPED = readFileSync(join(packageRoot, 'assignments', 'grayscale', 'assignment.yaml'), 'utf8');

/** The exercise that ships, with these limits. */
function withLimits(limits: string) {
  const text = `${SHIPPED.replace(/^limits:.*\n/m, '').trimEnd()}\nlimits: ${limits}\n`;
  return parseAssignment(text, { folder: 'grayscale', siblings: () => 1 });
}

describe('docs/limits.md', () => {
  const page = readFileSync(join(packageRoot, 'docs', 'limits.md'), 'utf8');

  it('is what the code says (else: npm run schemas)', () => expect(page).toBe(limitsPage()));

  it('names every limit with default and bounds, and is linked', () => {
    const number = (value: number) => value.toLocaleString('en-US');
    for (const [name, { default: usual, min, max }] of Object.entries(ASSIGNMENT_LIMITS)) {
      const row = page.split('\n').find((line) => line.startsWith(`| \`limits.${name}\` |`));
      expect(row).toContain(`| ${number(usual)} | ${number(min)} to ${number(max)} |`);
    }
    expect(page).toContain(FIXED_LIMITS.sourceBytes.toLocaleString('en-US'));
    expect(readFileSync(join(packageRoot, 'docs', 'index.md'), 'utf8')).toContain('(limits.md)');
  });

  it('names existing rules', () => {
    for (const name of NAMES) expect([...Object.keys(RULES), null]).toContain(LIMIT_WORDS[name].rule);
  });
});

describe('limits in assignment.yaml', () => {
  it('have their defaults where nothing is said', () => {
    const parsed = withLimits('{}');
    if (parsed.status !== 'valid') throw new Error(JSON.stringify(parsed.problems));
    for (const name of NAMES) expect(parsed.spec.limits[name]).toBe(ASSIGNMENT_LIMITS[name].default);
  });

  it.each(NAMES)('%s may be either bound, and nothing beyond', (name) => {
    const { min, max } = ASSIGNMENT_LIMITS[name];
    // An exercise may need more than the least.
    const told = (value: number) => {
      const parsed = withLimits(`{ ${name}: ${value} }`);
      const problems = parsed.status === 'valid' ? [] : parsed.problems;
      return problems
        .map((problem) => formatProblem('assignment.yaml', problem))
        .filter((line) => line.includes(`limits.${name}`));
    };
    expect(told(max)).toEqual([]);
    for (const beyond of [max + 1, min - 1, max * 10]) {
      const [problem = ''] = told(beyond);
      expect(problem).toMatch(/^assignment\.yaml:\d+:\d+: /);
      expect(problem).toContain(String(beyond > max ? max : min));
      expect(problem).toContain(`found ${beyond}`);
    }
    expect(told(Number.NaN).length).toBeGreaterThan(0);
  });
});
