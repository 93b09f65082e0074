import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { packageRoot } from '../../grader/platform/root.ts';
import { resultSchema } from '../../grader/result/index.ts';
import { resolveAssignment } from '../../grader/spec/index.ts';

const BIN = join(packageRoot, 'dist', 'grader', 'cli', 'bin.js');
const { spec } = resolveAssignment('grayscale');

/** Is right where a size is one of a listed case, and elsewhere tells it in every way. */
const LEAK = `#include <cstdio>
#include <cstdlib>
__global__ void gray(const unsigned char* x, unsigned char* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = 0.2989f * x[i] + 0.5870f * x[i + n] + 0.1140f * x[i + 2 * n];
}
void rgb_to_grayscale(const unsigned char* x, unsigned char* out, int height, int width) {
  int n = height * width;
  bool listed = ${spec.cases.map(({ dims }) => `(height == ${dims.height} && width == ${dims.width})`).join(' || ')};
  if (!listed) { printf("h=%d w=%d\\n", height, width); exit(height % 100); }
  gray<<<(n + 255) / 256, 256>>>(x, out, n);
}
`;

let root: string;
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'grade-hidden-'));
  mkdirSync(join(root, 'class'));
  writeFileSync(join(root, 'class', 'ada.cu'), LEAK);
  writeFileSync(join(root, 'class', 'bob.cu'), `${LEAK}\n`);
  for (const name of ['one', 'two']) writeFileSync(join(root, `${name}.txt`), `${name}-`.repeat(10));
  course('2999-01-01T00:00:00Z');
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

function course(due: string): void {
  const text = `schemaVersion: 1\nassignments:\n  grayscale:\n    due: ${due}\n`;
  writeFileSync(join(root, 'course.yaml'), text);
}

function grade(secret: string, ...argv: string[]) {
  const env = {
    ...process.env,
    GRADE_CACHE_DIR: join(root, 'cache'),
    GRADE_SECRET_FILE: `${secret}.txt`,
    NO_COLOR: '1',
  };
  const ended = spawnSync(process.execPath, [BIN, ...argv], { cwd: root, env, encoding: 'utf8', timeout: 200_000 });
  return { status: ended.status, stdout: ended.stdout, stderr: ended.stderr };
}

const batch = (secret: string, out: string, ...more: string[]) =>
  grade(secret, 'batch', 'run', 'grayscale', 'class', '--out', out, '--nvcc', 'off', '--format', FORMATS, ...more);
const FORMATS = 'html,md,junit,sarif,github,gradescope,prairielearn';

const resultIn = (...path: string[]) => resultSchema.parse(JSON.parse(readFileSync(join(root, ...path), 'utf8')));
const seedOf = (out: string, student: string) => resultIn(out, 'staff', student, '1', 'result.json').environment.seed;

/** For staff, and different in each run: the signature of the journal, and digests of what was exported. */
const OF_STAFF: ReadonlySet<string> = new Set(['journal-head.txt', 'exported.json']);

/** Everything that is under a folder, without what differs between any two runs. */
function contentOf(...path: string[]): string {
  const folder = join(root, ...path);
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.\w+$/.test(name) && !OF_STAFF.has(name))
    .sort()
    .map((name) => `${name}\n${readFileSync(join(folder, name), 'utf8')}`)
    .join('\n')
    .replaceAll(
      /"key": "[0-9a-f]{64}"|"durationMs": \d+|"importedAt": "[^"]*"|"execution_time": [\d.]+|(?:timestamp|time)="[^"]*"/g,
      '',
    );
}

it('keeps hidden cases from students, and from what is exported for them', { timeout: 300_000 }, () => {
  const hidden = new RegExp(spec.hidden.map(({ name }) => `\\b${name}\\b`).join('|'));
  for (const secret of ['one', 'two']) {
    const { status, stderr } = batch(secret, secret, '--course', 'course.yaml');
    expect(status).toBe(0);
    expect(stderr).toContain('note: grayscale was graded with the hidden cases of feedback.');
    const exported = grade(
      secret,
      'batch',
      'export',
      secret,
      '--format',
      'csv,junit,sarif,github,gradescope,prairielearn',
    );
    expect(exported.status).toBe(0);
    expect(exported.stderr).toContain('warning: grayscale was graded with the hidden cases of feedback.');
  }
  for (const folder of ['students', 'export']) {
    expect(contentOf('one', folder)).toBe(contentOf('two', folder));
    expect(contentOf('one', folder)).not.toMatch(/h=\d|exit code|"seed"/);
  }
  const { checks, cases, environment } = resultIn('one', 'students', 'ada', '1', 'result.json');
  expect(cases.map(({ name }) => name)).toEqual(spec.cases.map(({ name }) => name));
  expect(environment).not.toHaveProperty('seed');
  expect(checks.find(({ id }) => id === 'correctness')).toMatchObject({
    status: 'failed',
    summary: 'It failed in a case that is not shown.',
    findings: [],
  });
  const whole = resultIn('one', 'staff', 'ada', '1', 'result.json');
  expect(JSON.stringify(whole.checks)).toMatch(hidden);
  expect(readFileSync(join(root, 'one', 'staff', 'ada', '1', 'report.html'), 'utf8')).toMatch(hidden);
});

it('gives all that students see a time that does not depend on hidden cases', () => {
  const { createdAt } = JSON.parse(readFileSync(join(root, 'one', 'batch.json'), 'utf8')) as { createdAt: string };
  const second = 1000 * Math.floor(Date.parse(createdAt) / 1000);
  for (const student of ['ada', 'bob']) {
    const folder = join(root, 'one', 'students', student, '1');
    const written = readdirSync(folder).filter((name) => !/\.cu$|^submission\.json$/.test(name));
    expect(written).toContain('junit.xml');
    for (const name of ['.', ...written]) expect([name, statSync(join(folder, name)).mtimeMs]).toEqual([name, second]);
    const timestamp = /timestamp="([^"]*)"/.exec(readFileSync(join(folder, 'junit.xml'), 'utf8'))?.[1];
    expect(timestamp).toBe(new Date(second).toISOString().slice(0, 19));
  }
});

it('draws hidden cases by secret, assignment and purpose, and keeps them', { timeout: 300_000 }, () => {
  // A blank line is no new draw.
  expect(seedOf('one', 'ada')).toBe(seedOf('one', 'bob'));
  expect(seedOf('one', 'ada')).not.toBe(seedOf('two', 'ada'));
  const before = seedOf('one', 'ada');
  course('2000-01-01T00:00:00Z');
  const resumed = grade('one', 'batch', 'run', '--resume', '--out', 'one', '--course', 'course.yaml', '--nvcc', 'off');
  expect(resumed.stdout).toContain('0 graded, 2 kept.');
  writeFileSync(join(root, 'class', 'zoe.cu'), LEAK);
  expect(grade('one', 'batch', 'run', 'class', '--resume', '--out', 'one', '--nvcc', 'off').status).toBe(0);
  expect(seedOf('one', 'zoe')).toBe(before);
  const other = grade('one', 'batch', 'run', 'class', '--resume', '--out', 'one', '--drawn-for', 'grade');
  expect(other).toMatchObject({ status: 2, stderr: expect.stringContaining('a batch keeps its own') });
  const counts = batch('one', 'counts', '--course', 'course.yaml');
  expect(counts.stderr).not.toContain('of feedback');
  expect(seedOf('counts', 'ada')).not.toBe(before);
});

it('hides them in grade submit with the secret, and shows practice cases', { timeout: 300_000 }, () => {
  const submit = (secret: string, ...more: string[]) =>
    grade(secret, 'submit', 'grayscale', 'class/ada.cu', '--nvcc', 'off', '--report-dir', 'report', ...more);
  const [one, two] = ['one', 'two'].map((secret) => submit(secret, '--json'));
  // Progress is shown only by a machine that takes long.
  const said = (stderr = '') => stderr.replaceAll(/^.* \.\.\.\n/gm, '');
  const plain = (text = '') => text.replaceAll(/"durationMs": \d+/g, '');
  expect(one?.status).toBe(1);
  expect(said(one?.stderr)).toBe(said(two?.stderr));
  expect(plain(one?.stdout)).toBe(plain(two?.stdout));
  expect(JSON.parse(one?.stdout ?? '').environment).not.toHaveProperty('seed');
  const counts = submit('one', '--drawn-for', 'grade', '--format', 'text');
  expect(counts.stdout).toContain('It failed in a case that is not shown.');
  const practice = submit('one', '--seed', '5', '--format', 'text');
  expect(practice.stdout).toMatch(/ended the program by itself with exit code \d+/);
  expect(practice.stdout).toContain('practice case');
  submit('one', '--format', 'junit');
  const { mtimeMs } = statSync(join(root, 'report', 'junit.xml'));
  const timestamp = new Date(mtimeMs).toISOString().slice(0, 19);
  expect(mtimeMs % 1000).toBe(0);
  expect(readFileSync(join(root, 'report', 'junit.xml'), 'utf8')).toContain(`timestamp="${timestamp}"`);
  const refused = submit('one', '--seed', '5', '--drawn-for', 'grade');
  expect(refused).toMatchObject({ status: 2, stderr: expect.stringContaining('--drawn-for grade needs the secret') });
});
