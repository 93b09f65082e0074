import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { NOTICE, similaritySchema } from '../../grader/batch/similarity/index.ts';
import { packageRoot } from '../../grader/platform/root.ts';
import { session } from './harness.ts';

let root: string;
const at = (...parts: string[]): string => join(root, ...parts);
const accepted = (name: string): string =>
  readFileSync(join(packageRoot, 'assignments', 'matmul-tiled', 'submissions', 'accepted', `${name}.cu`), 'utf8');

function write(path: string, content: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
}

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'grade-similarity-'));
  for (const name of ['tile-8', 'flat-shared', 'device-load', 'four-outputs'])
    write(at('class', `${name}.cu`), accepted(name));
  write(at('class', 'zoe', 'mine.cu'), accepted('flat-shared').replace(/result/g, 'acc'));
  write(at('class', 'empty.cu'), '');
  write(at('before', 'students', 'max', '1', 'x.cu'), accepted('device-load'));
  write(at('before', 'batch.json'), '{}');
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

it('prints the pairs with an explanation, writes their pages, and exits 0', async () => {
  const { run, stdout, stderr } = session();
  const out = at('report');
  write(join(out, 'pairs', '7.html'), 'of an earlier run');
  expect(await run('similarity', 'matmul-tiled', at('class'), '--out', out, '--count-accepted')).toBe(0);
  expect(stdout()).toMatch(/5 students, 5 submissions\. 1 pair with a score of 0\.50 or more/);
  expect(stderr()).toContain('note: The threshold is 0.5: two accepted solutions have at most 0.2');
  expect(stdout()).toMatch(/^1 +flat-shared +zoe +1\.00 +\d+ +\d+/m);
  expect(stdout()).toContain(NOTICE);
  expect(stderr()).toMatch(/warning: not compared: empty: empty\.cu is empty/);
  expect(stderr()).toContain(`Report: ${join(out, 'index.html')}`);
  expect(readdirSync(join(out, 'pairs'))).toEqual(['1.html']);
  expect(readFileSync(join(out, 'index.html'), 'utf8')).toContain('href="pairs/1.html"');
});

it('counts nothing that an accepted solution has, unless it is asked to', async () => {
  const { run, stdout } = session();
  expect(await run('similarity', 'matmul-tiled', at('class'), '--json', '--out', at('uncounted'))).toBe(0);
  const report = similaritySchema.parse(JSON.parse(stdout()));
  expect(report.acceptedSolutions).toBeGreaterThan(5);
  expect(report.pairs.filter(({ because }) => because === 'score')).toEqual([]);
});

it('gives the machine form, earlier terms included', async () => {
  const { run, stdout } = session();
  const previous = ['--previous', at('before'), '--top', '5', '--threshold', '0.8', '--count-accepted'];
  expect(await run('similarity', 'matmul-tiled', at('class'), '--json', '--out', at('json'), ...previous)).toBe(0);
  const report = similaritySchema.parse(JSON.parse(stdout()));
  expect(report.students).toEqual({ current: 5, previous: 1 });
  expect(report.threshold).toBe(0.8);
  expect(report.pairs.map(({ left, right }) => [left.student, right.student, right.term]).sort()).toEqual([
    ['device-load', 'max', 'previous'],
    ['flat-shared', 'zoe', 'current'],
  ]);
});

it.each([
  [['grayscal', 'class'], /no assignment "grayscal", did you mean grayscale\?/],
  [['grayscale', 'nowhere'], /nowhere does not exist\. Give the folder with the submissions/],
  [['grayscale', 'class', '--threshold', '55'], /--threshold "55" is not a score\. Give a number above 0/],
  [['grayscale', 'class', '--threshold', '0'], /--threshold "0" is not a score/],
  [['grayscale', 'class', '--top', 'all'], /--top "all" is not a number of pairs/],
  [['grayscale', 'class', '--previous', 'nowhere'], /nowhere does not exist/],
  [['grayscale', 'class', '--out', 'class/tile-8.cu'], /cannot be written: .*Choose another with --out DIR/],
])('refuses %j and says what to give', async ([id = '', dir = '', ...rest], message) => {
  const { run, stderr } = session();
  const paths = rest.map((part) => (/^(nowhere|class)/.test(part) ? at(part) : part));
  const out = rest.includes('--out') ? [] : ['--out', at('refused')];
  expect(await run('similarity', id, at(dir), ...paths, ...out)).toBe(2);
  expect(stderr()).toMatch(message);
  expect(existsSync(at('refused'))).toBe(false);
});
