import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { UsageError } from '../../../grader/platform/errors.ts';
import { assertWritableFolder, writeReports } from '../../../grader/platform/files/report-folder.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'grade-reports-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

it('writes every file and makes the folders that it needs', async () => {
  const files = [
    { fileName: 'report.md', content: '# Passed' },
    { fileName: 'report.html', content: '<p>' },
  ];
  const paths = await writeReports(join(root, 'a', 'b'), files);
  expect(paths).toEqual([join(root, 'a', 'b', 'report.md'), join(root, 'a', 'b', 'report.html')]);
  expect(readFileSync(paths[0] ?? '', 'utf8')).toBe('# Passed');
  expect(readdirSync(join(root, 'a', 'b')).sort()).toEqual(['report.html', 'report.md']);
});

it('leaves nothing behind where a file cannot be written', async () => {
  const files = [
    { fileName: 'report.md', content: '# Passed' },
    { fileName: 'no-such-folder/report.html', content: '<p>' },
  ];
  await expect(writeReports(join(root, 'a', 'b'), files)).rejects.toThrow(UsageError);
  expect(readdirSync(root)).toEqual([]);
});

it('keeps what was there before where a file cannot be written', async () => {
  writeFileSync(join(root, 'report.md'), 'old');
  mkdirSync(join(root, 'report.html'));
  const files = [
    { fileName: 'result.json', content: '{}' },
    { fileName: 'report.html', content: '<p>' },
  ];
  await expect(writeReports(root, files)).rejects.toThrow(/cannot be written/);
  expect(readdirSync(root).sort()).toEqual(['report.html', 'report.md']);
  expect(readFileSync(join(root, 'report.md'), 'utf8')).toBe('old');
});

it('says beforehand that a folder cannot be written, and makes nothing', () => {
  writeFileSync(join(root, 'file'), '');
  expect(() => assertWritableFolder(join(root, 'file'))).toThrow(/is a file\. Choose another with --report-dir/);
  expect(() => assertWritableFolder(join(root, 'file', 'below', 'it'))).toThrow(/is a file/);
  assertWritableFolder(join(root, 'new', 'folder'));
  expect(readdirSync(root)).toEqual(['file']);
});
