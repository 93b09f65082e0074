import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { failed, passed } from '../../batch/export/fixtures.ts';
import { session } from '../harness.ts';
import { batchOf } from './batches.ts';

const ROSTER = `id,name,email,canvas_id
ada,"Lovelace, Ada",ada@school.example,101
ben,"Bitdiddle, Ben",,102
`;

describe('grade batch export', () => {
  let out = '';
  beforeEach(() => {
    out = join(mkdtempSync(join(tmpdir(), 'batch-export-')), 'week3');
  });
  afterEach(() => rmSync(join(out, '..'), { recursive: true, force: true }));

  const classOfTwo = () =>
    batchOf(
      out,
      [
        { student: 'ada', result: passed },
        { student: 'ben', result: failed },
        { student: 'zoe', result: failed },
      ],
      { roster: ROSTER },
    );

  it('writes what can be written where the guide says, and names the rest', async () => {
    await classOfTwo();
    const test = session();
    const status = await test.run('batch', 'export', out, '--format', 'canvas,moodle,mail,feedback', '--from', 'a@b.c');
    expect(status).toBe(0);
    expect(readdirSync(join(out, 'export')).sort()).toEqual([
      'canvas-notes.txt',
      'canvas.csv',
      'exported.json',
      'feedback',
      'mail',
      'mail-notes.txt',
      'moodle-notes.txt',
      'moodle.grayscale.csv',
    ]);
    expect(readdirSync(join(out, 'export/mail'))).toEqual(['ada.eml']);
    expect(readdirSync(join(out, 'export/feedback'))).toEqual(['ada', 'ben', 'zoe']);
    expect(test.stderr()).toContain('note: ben: left out, because the roster has no e-mail address.');
    expect(test.stderr()).toContain('note: zoe: no id that Canvas knows');
    expect(test.stdout()).toContain(`canvas: ${join(out, 'export/canvas.csv')}\n`);
  });

  it('ends with 1 if a format could hold nothing, and still writes the others', async () => {
    await classOfTwo();
    const test = session();
    expect(await test.run('batch', 'export', out, '--format', 'moodle-feedback,csv')).toBe(1);
    expect(existsSync(join(out, 'export/grades.csv'))).toBe(true);
    expect(readFileSync(join(out, 'export/moodle-feedback-notes.txt'), 'utf8')).toContain('ada, grayscale: left out');
    expect(test.stdout()).toContain('moodle-feedback: nothing that its receiver could take');
  });

  it('replaces an earlier export', async () => {
    const { store } = await classOfTwo();
    const test = session();
    await test.run('batch', 'export', out, '--format', 'gradescope');
    expect(readdirSync(join(out, 'export/gradescope'))).toHaveLength(3);
    rmSync(store.path('students/zoe'), { recursive: true });
    await test.run('batch', 'export', out, '--format', 'gradescope');
    expect(readdirSync(join(out, 'export/gradescope'))).toEqual([
      'gradescope.grayscale.ada.json',
      'gradescope.grayscale.ben.json',
    ]);
    expect(test.stderr()).toContain('1 file of the last export of gradescope was removed.');
  });

  it('asks for the sender of mail, and for formats that there are', async () => {
    await classOfTwo();
    const test = session();
    expect(await test.run('batch', 'export', out, '--format', 'mail')).toBe(2);
    expect(test.stderr()).toContain('Who sends the mail?');
    expect(await test.run('batch', 'export', out, '--format', 'fax')).toBe(2);
    expect(test.stderr()).toContain('canvas-comments');
    expect(existsSync(join(out, 'export'))).toBe(false);
  });
});
