import junit, { type Builder, type TestCase } from 'junit-report-builder';
import type { CheckResult } from '../result/index.ts';
import { forCdata, wellFormed } from './escape.ts';
import { checkText } from './feedback.ts';
import { allFindings, type Judged, pathOf } from './model.ts';
import { rulesOf, ruleUrl } from './rule-links.ts';

// The package's types describe an ES module, and Node loads the CommonJS one, which is the builder itself.
const reports = junit as unknown as Builder;

export interface JunitCase {
  readonly name: string;
  /** Readers group cases by it. */
  readonly className: string;
  readonly file: string | null;
  readonly line: number | null;
  readonly seconds: number | null;
  readonly outcome: JunitOutcome;
}

/** `failure` is the student's, `error` somebody else's. */
export type JunitOutcome =
  | { readonly status: 'passed' | 'skipped'; readonly output: string | null }
  | { readonly status: 'failure' | 'error'; readonly type: string; readonly message: string; readonly text: string };

export interface JunitSuite {
  readonly name: string;
  readonly seconds: number | null;
  readonly cases: readonly JunitCase[];
}

/**
 * JUnit XML as Jenkins, GitLab and GitHub's readers take it.
 * @param at - written into each suite, in UTC
 */
export function junitReport(suites: readonly JunitSuite[], at: Date): string {
  const builder = reports.newBuilder();
  for (const { name, seconds, cases } of suites) {
    const suite = builder.testSuite().name(wellFormed(name)).timestamp(at.toISOString().slice(0, 19));
    if (seconds !== null) suite.time(seconds);
    for (const one of cases) addCase(suite.testCase(), one);
  }
  return `${builder.build()}\n`;
}

/** One suite: the assignment with its checks. Failures end with the addresses of their rules' pages. */
export function renderJunit(judged: Judged, at: Date, docsUrl: string | null = null): string {
  const { result } = judged;
  const cases = result.checks.map((check): JunitCase => {
    const [first] = allFindings({ checks: [check] });
    return {
      name: check.id,
      className: result.assignment,
      file: pathOf(judged, first?.file),
      line: first?.line ?? null,
      seconds: null,
      outcome: outcomeOf(check, judged, docsUrl),
    };
  });
  return junitReport([{ name: result.assignment, seconds: result.environment.durationMs / 1000, cases }], at);
}

function outcomeOf(check: CheckResult, judged: Judged, docsUrl: string | null): JunitOutcome {
  const text = checkText(check, judged);
  switch (check.status) {
    case 'passed':
      // Warnings and notes take no points, and readers show what a case printed.
      return { status: 'passed', output: check.findings.length > 0 ? text : null };
    case 'skipped':
      return { status: 'skipped', output: text };
    case 'failed':
      return { status: 'failure', type: typeOf(check), message: check.summary, text: withLinks(text, check, docsUrl) };
    case 'error': {
      const type = judged.result.responsible ?? 'infrastructure';
      return { status: 'error', type, message: check.summary, text };
    }
  }
}

function withLinks(text: string, check: CheckResult, docsUrl: string | null): string {
  if (docsUrl === null) return text;
  return [text, ...rulesOf({ checks: [check] }).map((rule) => ruleUrl(docsUrl, rule))].join('\n');
}

function typeOf(check: CheckResult): string {
  const rules = allFindings({ checks: [check] }).filter(({ severity }) => severity === 'error');
  return [...new Set(rules.map(({ rule }) => rule))].join(' ') || check.id;
}

function addCase(testCase: TestCase, { name, className, file, line, seconds, outcome }: JunitCase): void {
  testCase.name(wellFormed(name)).className(wellFormed(className));
  if (file !== null) testCase.file(wellFormed(file));
  // The builder has no word for the line, which readers link to.
  if (line !== null) testCase['_attributes'].line = line;
  if (seconds !== null) testCase.time(seconds);
  switch (outcome.status) {
    case 'passed':
      break;
    case 'skipped':
      testCase.skipped();
      break;
    case 'failure':
      testCase.failure(wellFormed(outcome.message), outcome.type).stacktrace(forCdata(outcome.text));
      break;
    case 'error':
      testCase.error(wellFormed(outcome.message), outcome.type, forCdata(outcome.text));
      break;
  }
  if ('output' in outcome && outcome.output !== null) testCase.standardOutput(forCdata(outcome.output));
}
