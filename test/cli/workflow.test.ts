import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { pathForReaders } from '../../grader/cli/workflow.ts';
import { readCommands } from '../report/readers.ts';
import { workspace } from './fixtures.ts';
import { type Session, session } from './harness.ts';

const space = workspace();
let runs = 0;

/** Runs `grade submit --format text,github` as a step of a workflow does, or as `env` says. */
async function step(
  env: NodeJS.ProcessEnv = {},
  ...more: string[]
): Promise<Session & { status: number; reports: string; summary: string }> {
  const folder = space.path(`step-${++runs}`);
  mkdirSync(folder);
  const summary = join(folder, 'summary.md');
  const actions = { GITHUB_ACTIONS: 'true', GITHUB_WORKSPACE: dirname(space.file), GITHUB_STEP_SUMMARY: summary };
  const ran = session({ env: { ...actions, ...env } });
  const reports = join(folder, 'reports');
  const fixed = ['--assignments', space.assignments, '--report-dir', reports, '--format', 'text,github'];
  const status = await ran.run('submit', 'matmul-demo', space.file, ...fixed, ...more);
  return { ...ran, status, reports, summary };
}

describe('a step of GitHub Actions', () => {
  it('prints the commands after the report, which is quoted', async () => {
    const { status, stdout } = await step();
    expect(status).toBe(0);
    const [stop, text, go, ...read] = stdout().trimEnd().split('\n');
    const token = /^::stop-commands::([\w-]{20,})$/.exec(stop ?? '')?.[1];
    expect(text).toBe('plain passed');
    expect(go).toBe(`::${token}::`);
    expect(readCommands(read.join('\n'))).toMatchObject([{ command: 'notice', message: 'passed' }]);
  });

  it('quotes with another word each time', async () => {
    const words = [await step(), await step()].map(({ stdout }) => stdout().split('\n')[0]);
    expect(words[0]).not.toBe(words[1]);
  });

  it('adds to the summary of the step, and writes both files', async () => {
    const { summary, reports } = await step();
    expect(readFileSync(summary, 'utf8')).toBe('# passed\n');
    expect(readFileSync(join(reports, 'github.txt'), 'utf8')).toContain('::notice file=');
    expect(readFileSync(join(reports, 'github-summary.md'), 'utf8')).toBe('# passed\n');
  });

  it('keeps the summary, and adds nothing that makes it too long', async () => {
    const full = space.path('full.md');
    writeFileSync(full, 'x'.repeat((1 << 20) - 4));
    const { status, stderr } = await step({ GITHUB_STEP_SUMMARY: full });
    expect(status).toBe(0);
    expect(stderr()).toContain('warning: The job summary is left out: the step has no room for it (1 MiB).');
    expect(readFileSync(full)).toHaveLength((1 << 20) - 4);
    const some = space.path('some.md');
    writeFileSync(some, 'before\n');
    await step({ GITHUB_STEP_SUMMARY: some });
    expect(readFileSync(some, 'utf8')).toBe('before\n# passed\n');
  });

  it('goes on where the summary cannot be written', async () => {
    const { status, stderr } = await step({ GITHUB_STEP_SUMMARY: space.path('no/such/folder.md') });
    expect(status).toBe(0);
    expect(stderr()).toContain('cannot be written (ENOENT)');
  });

  it('leaves stdout to the machine form', async () => {
    const { stdout, stderr } = await step({}, '--json');
    expect(JSON.parse(stdout())).toMatchObject({ verdict: 'passed' });
    expect(stderr()).toContain('::notice file=');
  });
});

it('elsewhere the commands are a file, and stdout is as ever', async () => {
  const { stdout, reports, summary } = await step({ GITHUB_ACTIONS: undefined });
  expect(stdout()).toBe('plain passed\n');
  expect(readFileSync(join(reports, 'github.txt'), 'utf8')).toContain('::notice');
  expect(() => readFileSync(summary)).toThrow(/ENOENT/);
});

describe('the path that readers of reports know', () => {
  const cwd = join('/', 'builds', 'repo', 'week');
  it.each([
    ['mine.cu', {}, 'mine.cu'],
    ['sub/mine.cu', {}, 'sub/mine.cu'],
    ['../other/mine.cu', {}, 'mine.cu'],
    ['mine.cu', { GITHUB_ACTIONS: 'true', GITHUB_WORKSPACE: '/builds/repo' }, 'week/mine.cu'],
    ['/builds/repo/a b.cu', { GITHUB_ACTIONS: 'true', GITHUB_WORKSPACE: '/builds/repo' }, 'a b.cu'],
    ['..mine.cu', {}, '..mine.cu'],
    ['mine.cu', { GITHUB_WORKSPACE: '/builds/repo' }, 'mine.cu'],
  ])('%s with %j is %s', (file, env, expected) => {
    expect(pathForReaders(file, { cwd, env })).toBe(expected);
  });
});
