import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { wordElsewhere } from '../../../grader/explain/index.ts';
import { folderFrom, foldersWith } from '../../../grader/pipeline/run/index.ts';

let project: string;

beforeAll(() => {
  project = mkdtempSync(join(tmpdir(), 'elsewhere-'));
  for (const folder of ['common', 'labs/one', 'include/wide', '.git/common', 'labs/common.h'])
    mkdirSync(join(project, folder), { recursive: true });
  for (const file of ['common/common.h', 'labs/one/own.h', 'include/wide/common.h', '.git/common/hidden.h'])
    writeFileSync(join(project, file), '');
  symlinkSync('/', join(project, 'labs', 'root'));
});
afterAll(() => rmSync(project, { recursive: true }));

it.each([
  ['common.h', ['common', 'include/wide']],
  ['wide/common.h', ['include']],
  ['own.h', ['labs/one']],
  ['hidden.h', []],
  ['../common/common.h', []],
  ['passwd', []],
])('finds the folders that have %s', (path, folders) => {
  expect(foldersWith(path, project).map((folder) => folderFrom(project, folder))).toEqual(folders);
});

it('names folders from the working folder', () => {
  expect(folderFrom(join(project, 'labs', 'one'), join(project, 'common'))).toBe('../../common');
  expect(folderFrom(project, project)).toBe('.');
});

it('finds nothing in a folder that is not there', () => {
  expect(foldersWith('common.h', join(project, 'gone'))).toEqual([]);
});

it('says which option to add', () => {
  expect(wordElsewhere('a.h', ['../common'])).toBe('Add -I ../common to the command: this folder has "a.h".');
  expect(wordElsewhere('a.h', ['x', 'y', 'z'])).toContain('-I x or -I y');
});
