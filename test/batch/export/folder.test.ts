import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { writeExport } from '../../../grader/batch/export/index.ts';

describe('a folder of exports', () => {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'export-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const file = (fileName: string, content = fileName) => ({ fileName, content });

  it('removes files of the last export of a format that are no longer made', async () => {
    await writeExport(folder, 'gradescope', [file('gradescope/ada.json'), file('gradescope/ben.json')]);
    const { removed } = await writeExport(folder, 'gradescope', [file('gradescope/ada.json')]);
    expect(removed).toEqual([join(folder, 'gradescope/ben.json')]);
    expect(readdirSync(join(folder, 'gradescope'))).toEqual(['ada.json']);
  });

  it('removes folders that are empty then', async () => {
    await writeExport(folder, 'feedback', [file('feedback/ada/index.html')]);
    await writeExport(folder, 'feedback', [file('feedback/ben/index.html')]);
    expect(readdirSync(join(folder, 'feedback'))).toEqual(['ben']);
  });

  it('keeps what other formats, and other people, put there', async () => {
    writeFileSync(join(folder, 'mine.txt'), 'mine');
    await writeExport(folder, 'csv', [file('grades.csv')]);
    await writeExport(folder, 'canvas', [file('canvas.csv'), file('canvas-notes.txt')]);
    await writeExport(folder, 'canvas', [file('canvas.csv')]);
    expect(readdirSync(folder).sort()).toEqual(['canvas.csv', 'exported.json', 'grades.csv', 'mine.txt']);
  });

  it('keeps a file that somebody has changed, and names it', async () => {
    await writeExport(folder, 'mail', [file('mail/ada.eml'), file('mail/ben.eml')]);
    writeFileSync(join(folder, 'mail/ben.eml'), 'a word of mine');
    const { kept, removed } = await writeExport(folder, 'mail', [file('mail/ada.eml')]);
    expect([kept, removed]).toEqual([[join(folder, 'mail/ben.eml')], []]);
    expect(readFileSync(join(folder, 'mail/ben.eml'), 'utf8')).toBe('a word of mine');
  });

  it('keeps a copy of a changed file that it makes again', async () => {
    await writeExport(folder, 'csv', [file('grades.csv')]);
    for (const [at, name] of ['grades.changed.csv', 'grades.changed-2.csv'].entries()) {
      writeFileSync(join(folder, 'grades.csv'), `a word of mine ${at}`);
      const { saved } = await writeExport(folder, 'csv', [file('grades.csv')]);
      expect(saved).toEqual([join(folder, name)]);
      expect(readFileSync(join(folder, name), 'utf8')).toBe(`a word of mine ${at}`);
      expect(readFileSync(join(folder, 'grades.csv'), 'utf8')).toBe('grades.csv');
    }
    expect((await writeExport(folder, 'csv', [file('grades.csv', 'new')])).saved).toEqual([]);
  });

  it('removes nothing outside, whatever the list says', async () => {
    const outside = mkdtempSync(join(tmpdir(), 'outside-'));
    try {
      writeFileSync(join(outside, 'a'), '');
      const empty = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
      const up = `../${outside.split('/').at(-1)}/a`;
      const listed = { schemaVersion: 1, formats: { csv: { [up]: empty, [join(outside, 'a')]: empty } } };
      writeFileSync(join(folder, 'exported.json'), JSON.stringify(listed));
      const { removed } = await writeExport(folder, 'csv', [file('grades.csv')]);
      expect(removed).toEqual([]);
      expect(existsSync(join(outside, 'a'))).toBe(true);
    } finally {
      rmSync(outside, { recursive: true, force: true });
    }
  });

  it('is written again if its list is damaged', async () => {
    writeFileSync(join(folder, 'exported.json'), '{"schemaVersion": 1, "formats": 7}');
    await writeExport(folder, 'csv', [file('grades.csv')]);
    expect(Object.keys(JSON.parse(readFileSync(join(folder, 'exported.json'), 'utf8')).formats)).toEqual(['csv']);
  });
});
