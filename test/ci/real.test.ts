import { spawnSync } from 'node:child_process';
import { copyFileSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { packageRoot } from '../../grader/platform/root.ts';
import { junitMistakes, readCommands, sarifMistakes } from '../report/readers.ts';
import { readTemplate, runSteps, stepsOf } from './steps.ts';

/** The scripts of the templates, run by bash on the packed grader in a folder that is nobody's clone. */
const SHIPPED = join(packageRoot, 'assignments', 'grayscale', 'submissions');
const ACCEPTED = join(SHIPPED, 'accepted', 'lecture-256.cu');
const REJECTED = join(SHIPPED, 'rejected', 'guard-missing.cu');

let scratch: string;
let tarball: string;
beforeAll(() => {
  scratch = mkdtempSync(join(tmpdir(), 'grade ci '));
  // scripts/check-pack.mjs may have packed it already.
  if (process.env.GRADE_PACKED !== undefined) {
    tarball = join(scratch, 'grader.tgz');
    copyFileSync(process.env.GRADE_PACKED, tarball);
    return;
  }
  const args = ['pack', '--ignore-scripts', '--silent', '--pack-destination', scratch];
  const packed = spawnSync('npm', args, { cwd: packageRoot, encoding: 'utf8' });
  expect(packed.status, packed.stderr).toBe(0);
  tarball = join(scratch, packed.stdout.trim().split('\n').at(-1) ?? '');
});
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

let workspace: string;
let output: string;
let summary: string;
/** What GitHub's runner gives a step, and nothing of this machine's but where programs and certificates are. */
let env: NodeJS.ProcessEnv;
beforeEach(() => {
  workspace = join(scratch, 'workspace');
  rmSync(workspace, { recursive: true, force: true });
  for (const folder of ['workspace', 'temp', 'home']) mkdirSync(join(scratch, folder), { recursive: true });
  output = join(scratch, 'output');
  summary = join(scratch, 'summary');
  for (const file of [output, summary]) writeFileSync(file, '');
  const { PATH, NODE_EXTRA_CA_CERTS } = process.env;
  env = {
    PATH,
    ...(NODE_EXTRA_CA_CERTS !== undefined && { NODE_EXTRA_CA_CERTS }),
    HOME: join(scratch, 'home'),
    CI: 'true',
    GITHUB_ACTIONS: 'true',
    GITHUB_WORKSPACE: workspace,
    GITHUB_STEP_SUMMARY: summary,
    RUNNER_TEMP: join(scratch, 'temp'),
  };
});

describe.sequential('the action', () => {
  const action = stepsOf(readTemplate('github/actions/grade/action.yml'));
  const report = (name: string): string => join(scratch, 'temp', 'grade-report', name);

  function run(file: string, steps = action) {
    copyFileSync(file, join(workspace, 'my solution.cu'));
    rmSync(join(scratch, 'temp', 'grade-report'), { recursive: true, force: true });
    const inputs = { assignment: 'grayscale', file: 'my solution.cu', grader: tarball, assignments: '' };
    const context = Object.fromEntries(Object.entries(inputs).map(([name, value]) => [`inputs.${name}`, value]));
    const all = { ...context, 'runner.temp': join(scratch, 'temp') };
    return runSteps(steps, all, { cwd: workspace, env, outputFile: output });
  }

  it('installs the grader, passes a right solution, and says so in outputs', { timeout: 600_000 }, () => {
    const ran = run(ACCEPTED);
    expect(ran.map(({ name, status }) => [name, status])).toEqual([
      ['Install the grader', 0],
      ['Grade', 0],
      ['Verdict', 0],
    ]);
    expect(readFileSync(output, 'utf8')).toBe('status=0\nverdict=passed\nscore=90\nmax-score=90\n');
    expect(existsSync(report('report.html'))).toBe(true);
  });

  it('fails another at its last step, with annotations and a summary', { timeout: 240_000 }, async () => {
    const ran = run(REJECTED, action.slice(2));
    expect(ran.map(({ status }) => status)).toEqual([0, 1]);
    expect(readFileSync(output, 'utf8')).toContain('verdict=failed');
    const commands = readCommands(
      ran[0]?.output
        .split('\n')
        .filter((line) => /^::(error|notice)/.test(line))
        .join('\n') ?? '',
    );
    expect(commands.find((one) => one?.command === 'error')?.properties).toMatchObject({ file: 'my solution.cu' });
    expect(readFileSync(summary, 'utf8')).toContain('guards');
    expect(await junitMistakes(readFileSync(report('junit.xml'), 'utf8'))).toEqual([]);
    expect(sarifMistakes(JSON.parse(readFileSync(report('result.sarif'), 'utf8')))).toEqual([]);
  });

  it('fails where there is no such file, with status 2', { timeout: 60_000 }, () => {
    const steps = action.slice(2);
    const ran = runSteps(
      steps,
      {
        'inputs.assignment': 'grayscale',
        'inputs.file': '$(touch "$HOME/owned").cu',
        'inputs.assignments': '',
        'runner.temp': join(scratch, 'temp'),
      },
      { cwd: workspace, env, outputFile: output },
    );
    expect(ran.map(({ status }) => status)).toEqual([0, 2]);
    expect(existsSync(join(scratch, 'home', 'owned'))).toBe(false);
  });

  it('of this repository grades a folder, and adds up its points', { timeout: 600_000 }, () => {
    mkdirSync(join(workspace, 'week 1', 'ada'), { recursive: true });
    copyFileSync(ACCEPTED, join(workspace, 'week 1', 'ada', 'gray.cu'));
    copyFileSync(REJECTED, join(workspace, 'week 1', 'alan.cu'));
    const inputs = { assignment: 'grayscale', submission: 'week 1', package: tarball, version: '', assignments: '' };
    const context = Object.fromEntries(Object.entries(inputs).map(([name, value]) => [`inputs.${name}`, value]));
    const steps = stepsOf(readTemplate('../../action.yml'));
    const all = { ...context, 'inputs.fail': 'true', 'runner.temp': join(scratch, 'temp') };
    const ran = runSteps(steps, all, { cwd: workspace, env, outputFile: output });
    expect(ran.map(({ status }) => status)).toEqual([0, 0, 1]);
    expect(readFileSync(output, 'utf8')).toMatch(
      /^status=1\nverdict=failed\nscore=\d+\nmax-score=180\nsubmissions=2\n/,
    );
    expect(ran[1]?.output).toContain('::error file=week 1/alan.cu');
    writeFileSync(output, '');
    const lenient = { ...all, 'inputs.fail': 'false', 'inputs.submission': 'week 1/alan.cu' };
    expect(runSteps(steps.slice(2), lenient, { cwd: workspace, env, outputFile: output }).at(-1)?.status).toBe(0);
    const empty = { ...all, 'inputs.fail': 'false', 'inputs.submission': 'week 1/none' };
    mkdirSync(join(workspace, 'week 1', 'none'));
    expect(runSteps(steps.slice(2), empty, { cwd: workspace, env, outputFile: output }).at(-1)?.status).toBe(2);
  });

  it("grades a class in the staff's workflow", { timeout: 240_000 }, () => {
    mkdirSync(join(workspace, 'handed-in'));
    copyFileSync(ACCEPTED, join(workspace, 'handed-in', 'ada.cu'));
    copyFileSync(REJECTED, join(workspace, 'handed-in', 'alan.cu'));
    writeFileSync(join(workspace, 'course.yaml'), 'schemaVersion: 1\nroster: roster.csv\n');
    writeFileSync(join(workspace, 'roster.csv'), 'id,name,canvas_id\nada,Ada,1\nalan,Alan,2\n');
    const steps = stepsOf(readTemplate('github/workflows/grade-class.yml')).slice(3);
    const context = {
      'inputs.assignment': 'grayscale',
      'inputs.submissions': 'handed-in',
      'secrets.GRADE_SECRET': 'a secret of the course',
    };
    const ran = runSteps(steps, context, { cwd: workspace, env, outputFile: output });
    expect(
      ran.map(({ status }) => status),
      ran.at(-1)?.output,
    ).toEqual([0, 0]);
    expect(readFileSync(join(scratch, 'temp', 'batch', 'export', 'grades.csv'), 'utf8')).toContain('alan');
    expect(readFileSync(summary, 'utf8')).toContain('alan');
  });
});

describe.sequential('the job of GitLab', () => {
  it('leaves the reports that it names, and the verdict in its status', { timeout: 600_000 }, () => {
    const { grade, variables } = readTemplate('gitlab/grade.gitlab-ci.yml') as {
      grade: { script: string[]; artifacts: { reports: { junit: string } } };
      variables: Record<string, string>;
    };
    copyFileSync(REJECTED, join(workspace, 'solution.cu'));
    // What the first line would install once more.
    cpSync(join(scratch, 'temp', 'grader'), join(workspace, '.grader'), { recursive: true, verbatimSymlinks: true });
    const { GITHUB_ACTIONS: _, ...rest } = env;
    const ran = spawnSync('bash', ['-eo', 'pipefail', '-c', grade.script.slice(1).join('\n')], {
      cwd: workspace,
      env: { ...rest, ...variables, CI_PROJECT_DIR: workspace, GRADE_PACKAGE: tarball },
      encoding: 'utf8',
    });
    expect(ran.status, ran.stderr).toBe(1);
    expect(readFileSync(join(workspace, grade.artifacts.reports.junit), 'utf8')).toContain('out-of-bounds-write');
    expect(grade.script[0]).toMatch(
      /^npm install .*--prefix "\$CI_PROJECT_DIR\/\.grader" .*"\$\{GRADE_PACKAGE:\?is not set\}"$/,
    );
  });
});
