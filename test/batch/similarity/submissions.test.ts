import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readClass } from '../../../grader/batch/similarity/index.ts';
import { cudaIn } from '../../../grader/handin/index.ts';
import { STUDENT_LIMITS } from '../../../grader/limits/index.ts';
import { noPosix } from '../../posix.ts';

let root: string;
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'grade-similarity-'));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** A folder with these files, by path. */
function folder(name: string, files: Record<string, string | Uint8Array>): string {
  for (const [path, content] of Object.entries(files)) {
    const full = join(root, name, path);
    mkdirSync(dirname(full), { recursive: true });
    writeFileSync(full, content);
  }
  return join(root, name);
}

const CODE = 'int main() { return 0; }\n';

it('reads one file or one folder per student, with all its .cu files', async () => {
  const dir = folder('plain', {
    'bob/src/kernel.cu': CODE,
    'bob/main.cu': CODE,
    'bob/notes.txt': 'x',
    'ada.cu': CODE,
    'README.md': 'x',
    '.hidden/x.cu': CODE,
    'empty-handed/report.pdf': 'x',
  });
  const { submissions, skipped } = await readClass(dir, 'grayscale', 'current');
  expect(submissions.map(({ student, attempt, files }) => [student, attempt, files.map(({ name }) => name)])).toEqual([
    ['ada', null, ['ada.cu']],
    ['bob', null, ['main.cu', 'src/kernel.cu']],
  ]);
  expect(skipped).toEqual([]);
});

it('takes a student with a file and a folder for one student', async () => {
  const dir = folder('both', { 'ada.cu': CODE, 'ada/x.cu': CODE });
  const { submissions } = await readClass(dir, 'grayscale', 'current');
  expect(submissions.map(({ student, attempt }) => [student, attempt]).sort()).toEqual([
    ['ada', 'ada'],
    ['ada', 'ada.cu'],
  ]);
});

it("takes a batch's attempts, without those at other assignments", async () => {
  const dir = folder('batch', {
    'students/ada/1/gray.cu': CODE,
    'students/ada/1/result.json': '{"assignment":"grayscale"}',
    'students/ada/2/gray.cu': CODE,
    'students/ada/2/result.json': 'broken',
    'students/bob/1/mm.cu': CODE,
    'students/bob/1/result.json': '{"assignment":"matmul-2d"}',
    'batch.json': '{}',
  });
  const { submissions } = await readClass(dir, 'grayscale', 'previous');
  expect(submissions.map(({ student, attempt, term }) => [student, attempt, term])).toEqual([
    ['ada', '1', 'previous'],
    ['ada', '2', 'previous'],
  ]);
});

it('reads what is not UTF-8, since an old editor must not hide a copy', async () => {
  const dir = folder('latin', { 'ada.cu': Buffer.from(`// größe\n${CODE}`, 'latin1'), 'bob.cu': `\ufeff${CODE}` });
  const { submissions, skipped } = await readClass(dir, 'grayscale', 'current');
  expect(submissions.map(({ files }) => files[0]?.source)).toEqual([`// größe\n${CODE}`, CODE]);
  expect(skipped).toEqual([]);
});

it('compares the CUDA source in notebooks and Python programs', async () => {
  const cell = (source: string) => ({ cell_type: 'code', metadata: {}, outputs: [], execution_count: null, source });
  const notebook = (source: string) =>
    JSON.stringify({ nbformat: 4, nbformat_minor: 5, metadata: {}, cells: [cell(source)] });
  const dir = folder('notebooks', {
    'ada/1.ipynb': notebook(`%%cuda\n${CODE}`),
    'bob/k.py': 'print("no source")\n',
    'cem/x.cu': CODE,
  });
  const extract = async (source: string, fileName: string): Promise<string> =>
    (await cudaIn({ source, fileName }, { entry: { style: 'device', function: 'f', parameters: [] } as never })).source;
  const { submissions, skipped } = await readClass(dir, 'grayscale', 'current', extract);
  expect(submissions.map(({ student }) => student)).toEqual(['ada', 'cem']);
  expect(submissions[0]?.files[0]?.source.trim()).toBe(CODE.trim());
  expect(skipped).toMatchObject([{ student: 'bob', reason: expect.stringContaining('has no CUDA source') }]);
});

it('says of each file that cannot be compared why', async () => {
  const dir = folder('broken', {
    'ada.cu': CODE,
    'blank.cu': ' \n',
    'binary.cu': new Uint8Array([1, 2, 3, 0, 0, 4]),
    'huge.cu': 'x'.repeat((1 << 20) + 1),
    'nothing.cu': '',
  });
  const { submissions, skipped } = await readClass(dir, 'grayscale', 'current');
  expect(submissions.map(({ student }) => student)).toEqual(['ada']);
  expect(Object.fromEntries(skipped.map(({ file, reason }) => [file, reason]))).toEqual({
    'blank.cu': expect.stringContaining('blank.cu is empty'),
    'binary.cu': expect.stringContaining('binary.cu is not text'),
    'huge.cu': expect.stringContaining('huge.cu has 1,048,577 bytes'),
    'nothing.cu': expect.stringContaining('nothing.cu is empty'),
  });
});

it.skipIf(noPosix !== null)('does not follow links, which may lead to another student', async () => {
  const dir = folder('links', { 'ada/x.cu': CODE, 'bob/x.cu': CODE });
  symlinkSync(join(dir, 'bob', 'x.cu'), join(dir, 'ada', 'y.cu'));
  symlinkSync(dir, join(dir, 'ada', 'loop'));
  const { submissions } = await readClass(dir, 'grayscale', 'current');
  expect(submissions.map(({ files }) => files.length)).toEqual([1, 1]);
});

it('refuses a folder that is not there, is none, or holds nothing', async () => {
  const empty = folder('empty', { 'notes.txt': 'x' });
  await expect(readClass(join(root, 'nowhere'), 'grayscale', 'current')).rejects.toThrow(
    /nowhere does not exist\. Give/,
  );
  await expect(readClass(join(empty, 'notes.txt'), 'grayscale', 'current')).rejects.toThrow(/is not a folder\. Give/);
  await expect(readClass(empty, 'grayscale', 'current')).rejects.toThrow(/holds no submissions\. Give a folder/);
});

it('takes a student who is called students for a student', async () => {
  const dir = folder('called', { 'ada/x.cu': CODE, 'students/eve/1/x.cu': CODE, 'students/batch.json': '{}' });
  const { submissions } = await readClass(dir, 'grayscale', 'current');
  expect(submissions.map(({ student }) => student)).toEqual(['ada', 'students']);
});

it('reads as deep as an import, and names what is deeper', async () => {
  const dir = folder('deep', {
    'ada/x.cu': CODE,
    [`eve/${'d/'.repeat(STUDENT_LIMITS.depth - 1)}x.cu`]: CODE,
    [`mallory/${'d/'.repeat(40)}x.cu`]: CODE,
  });
  const { submissions, skipped } = await readClass(dir, 'grayscale', 'current');
  expect(submissions.map(({ student }) => student)).toEqual(['ada', 'eve']);
  expect(skipped).toEqual([
    expect.objectContaining({ student: 'mallory', reason: 'it is nested in more than 16 folders.' }),
  ]);
});

it('reads a bounded part of what a student has, and says so', async () => {
  const many = Array.from({ length: 70 }, (_, index) => [`eve/${index}.cu`, CODE]);
  const large = Array.from({ length: 20 }, (_, index) => [`mallory/${index}.cu`, '/'.repeat(1 << 20)]);
  const dir = folder('many', { 'ada/x.cu': CODE, ...Object.fromEntries([...many, ...large]) });
  const { submissions, skipped } = await readClass(dir, 'grayscale', 'current');
  expect(submissions.map(({ student, files }) => [student, files.length])).toEqual([
    ['ada', 1],
    ['eve', 64],
    ['mallory', 16],
  ]);
  expect(skipped.map(({ student, reason }) => [student, reason])).toEqual([
    ['eve', '6 are not compared: at most 64 sources of a student with 16 MiB are.'],
    ['mallory', '4 are not compared: at most 64 sources of a student with 16 MiB are.'],
  ]);
});

it.skipIf(noPosix !== null)('skips a folder that cannot be read, with its student', async () => {
  const long = `eve/${'d'.repeat(200)}`;
  const dir = folder('closed', { 'ada/x.cu': CODE, [`${long}/x.cu`]: CODE });
  chmodSync(join(dir, long), 0);
  const { submissions, skipped } = await readClass(dir, 'grayscale', 'current');
  chmodSync(join(dir, long), 0o700);
  // Root reads every folder.
  if (process.getuid?.() === 0) expect(submissions).toHaveLength(2);
  else expect(skipped).toEqual([{ student: 'eve', file: long, reason: 'the folder cannot be read (EACCES).' }]);
  expect(submissions.map(({ student }) => student)).toContain('ada');
});
