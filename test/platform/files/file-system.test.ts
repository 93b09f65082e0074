import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readOnlyFiles } from '../../../grader/platform/files/file-system.ts';

let root: string;
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'grade-files-'));
  mkdirSync(join(root, 'data', 'sub'), { recursive: true });
  mkdirSync(join(root, 'data-2'));
  writeFileSync(join(root, 'data', 'in.bin'), 'abcdef');
  writeFileSync(join(root, 'data-2', 'in.bin'), 'no');
  symlinkSync(join(root, 'data-2'), join(root, 'data', 'away'));
  symlinkSync('in.bin', join(root, 'data', 'near'));
  symlinkSync('loop', join(root, 'data', 'loop'));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

const files = (folders = ['data']) =>
  readOnlyFiles({ workingFolder: root, folders: folders.map((folder) => join(root, folder)) });
const open = (path: string, folders?: string[]) => files(folders).open(path);

describe('files that a program may read', () => {
  it.each(['data/in.bin', './data/../data/in.bin', 'data/near'])('%s is read at any position', (path) => {
    const file = open(path);
    if (typeof file === 'string') throw new Error(file);
    const into = new Uint8Array(4);
    expect(file.bytes).toBe(6);
    expect(file.read(into, 3)).toBe(3);
    expect(new TextDecoder().decode(into.subarray(0, 3))).toBe('def');
    expect(file.read(into, 100)).toBe(0);
    file.close();
  });

  it('are found by whole paths, which come without their first /', () => {
    const file = open(join(root, 'data', 'in.bin').slice(1));
    expect(file).toMatchObject({ bytes: 6 });
    if (typeof file !== 'string') file.close();
  });

  it.each([
    ['data', 'folder'],
    ['data/sub', 'folder'],
    ['data/none', 'missing'],
    ['data/in.bin/x', 'missing'],
    ['data/a\0b', 'missing'],
    ['data/loop', 'outside'],
    ['data/away/in.bin', 'outside'],
    ['data-2/in.bin', 'outside'],
    ['data/../data-2/in.bin', 'outside'],
    ['data/../gone', 'outside'],
    ['etc/passwd', 'outside'],
  ])('%j is %s', (path, found) => {
    expect(open(path)).toBe(found);
  });

  it.each([
    [
      'data',
      [
        { name: 'away', kind: 'link' },
        { name: 'in.bin', kind: 'file' },
        { name: 'loop', kind: 'link' },
        { name: 'near', kind: 'link' },
        { name: 'sub', kind: 'folder' },
      ],
    ],
    ['data/sub', []],
    ['data/in.bin', 'file'],
    ['data/none', 'missing'],
    ['data/away', 'outside'],
    ['data/..', 'outside'],
    ['etc', 'outside'],
  ])('lists %j', (path, expected) => {
    const found = files().list(path);
    if (typeof found === 'string') expect(found).toBe(expected);
    else expect([...found].sort((one, other) => (one.name < other.name ? -1 : 1))).toEqual(expected);
  });

  it('are none where no folder is named', () => {
    expect(open('data/in.bin', [])).toBe('outside');
  });
});
