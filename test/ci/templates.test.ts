import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import ajvFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { COMMANDS } from '../../grader/cli/commands.ts';
import { packageRoot } from '../../grader/platform/root.ts';
import { REPORT_FORMATS } from '../../grader/report/index.ts';
import { CI, readTemplate, stepsOf } from './steps.ts';

/** The action and the release of this repository itself. */
const OWN_ACTION = '../../action.yml';
const RELEASE = '../../.github/workflows/release.yml';
const WORKFLOWS = ['github/workflows/grade.yml', 'github/workflows/grade-class.yml'];
const ACTION = 'github/actions/grade/action.yml';
const GITLAB = 'gitlab/grade.gitlab-ci.yml';
const textOf = (path: string): string => readFileSync(join(CI, path), 'utf8');

/** Mistakes by SchemaStore's schema. */
function mistakes(schema: string, value: unknown): unknown[] {
  const ajv = new Ajv({ strict: false, allErrors: true });
  ajvFormats.default(ajv);
  const file = join(packageRoot, 'test', 'fixtures', 'schemas', schema);
  const check = ajv.compile(JSON.parse(readFileSync(file, 'utf8')));
  return check(value) ? [] : (check.errors ?? []);
}

describe('the templates', () => {
  it.each([...WORKFLOWS, RELEASE])('%s is a workflow that may only read', (path) => {
    const workflow = readTemplate(path);
    expect(mistakes('github-workflow.json', workflow)).toEqual([]);
    expect(workflow.permissions).toEqual({ contents: 'read' });
  });

  it('hold an action', () => {
    for (const path of [ACTION, OWN_ACTION]) {
      expect(mistakes('github-action.json', readTemplate(path)), path).toEqual([]);
    }
    expect(mistakes('github-action.json', { ...readTemplate(ACTION), runs: { using: 'composite' } })).not.toEqual([]);
  });

  it.each([...WORKFLOWS, RELEASE, ACTION, OWN_ACTION])(
    '%s pins its versions, and no checkout leaves its token',
    (path) => {
      const used = stepsOf(readTemplate(path)).filter(({ uses }) => uses !== undefined && !uses.startsWith('./'));
      expect(used.length).toBeGreaterThan(0);
      for (const { uses } of used) expect(uses).toMatch(/@v\d+\.\d+\.\d+$/);
      const checkouts = textOf(path).split('actions/checkout@').slice(1);
      for (const rest of checkouts) expect(rest).toMatch(/^\S+\n\s+with:\n\s+persist-credentials: false/);
    },
  );

  it.each([...WORKFLOWS, RELEASE, ACTION, OWN_ACTION])(
    '%s puts nothing that others name into the text of a script',
    (path) => {
      for (const { run } of stepsOf(readTemplate(path))) expect(run ?? '').not.toContain('${{');
    },
  );

  it.each([...WORKFLOWS, ACTION, OWN_ACTION, GITLAB])('%s asks for formats and options that there are', (path) => {
    const text = textOf(path).replace(/\\\n|\n +(?=--)/g, ' ');
    const calls = [...text.matchAll(/bin\/grade" (submit|batch run|batch export) (.*)/g)];
    if (!path.endsWith('grade.yml')) expect(calls.length).toBeGreaterThan(0);
    for (const [, name, rest = ''] of calls) {
      const options = COMMANDS.find((command) => command.name === name)?.options ?? [];
      const given = [...rest.matchAll(/ (--[a-z-]+)/g)].map(([, option]) => option);
      expect(options.map(({ long }) => long)).toEqual(expect.arrayContaining(given));
      const formats = / --format (\S+)/.exec(rest)?.[1]?.split(',') ?? [];
      if (name === 'submit') expect(REPORT_FORMATS).toEqual(expect.arrayContaining(formats));
    }
  });

  it('give GitLab the JUnit file, and another try where the runner failed', () => {
    const { grade } = readTemplate(GITLAB) as { grade: Record<string, unknown> };
    expect(grade.artifacts).toMatchObject({ when: 'always', reports: { junit: 'grade-report/junit.xml' } });
    expect(grade.retry).toEqual({ max: 1, exit_codes: 3 });
  });

  it('install the version of this package, with an icon and a color', () => {
    const { version } = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8'));
    expect(readTemplate(OWN_ACTION)).toMatchObject({
      branding: { icon: expect.any(String), color: expect.any(String) },
      inputs: { version: { default: version } },
    });
  });

  it('publish with provenance, after the tests and with the bill of materials', () => {
    const scripts = stepsOf(readTemplate(RELEASE)).map(({ run }) => run ?? '');
    const place = (text: string): number => scripts.findIndex((script) => script.includes(text));
    expect(place('npm run test:all')).toBeGreaterThan(place('repository.mjs --check'));
    expect(place('npm publish')).toBeGreaterThan(place('npm run test:all'));
    expect(scripts[place('npm publish')]).toContain('--provenance');
    expect(scripts[place('gh release create')]).toContain('.cdx.json');
  });
});
