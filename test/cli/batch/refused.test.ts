import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { passed } from '../../batch/export/fixtures.ts';
import { noLinux } from '../../posix.ts';
import { session } from '../harness.ts';
import { batchOf } from './batches.ts';

let root = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'batch-refused-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

async function refused(...argv: string[]): Promise<string> {
  const test = session({ cwd: root });
  expect(await test.run('batch', ...argv)).toBe(2);
  return test.stderr();
}

describe('grade batch run makes no batch', () => {
  it('if there is none to go on with', async () => {
    const out = join(root, 'nowhere');
    expect(await refused('run', '--resume', '--out', out)).toContain(`${out} holds no batch to go on with.`);
    expect(existsSync(out)).toBe(false);
  });

  it.each([
    ['has a mistake', 'student,file,assignment\nada,nowhere.cu,grayscale\n'],
    ['lists nothing', 'student,file,assignment\n'],
  ])('if the manifest %s', async (_, manifest) => {
    const out = join(root, 'out');
    writeFileSync(join(root, 'manifest.csv'), manifest);
    await refused('run', join(root, 'manifest.csv'), '--out', out);
    expect(existsSync(out)).toBe(false);
  });

  it('if there is no such input, or nothing in it', async () => {
    const out = join(root, 'out');
    mkdirSync(join(root, 'empty'));
    for (const input of ['nowhere.zip', join(root, 'empty')]) {
      await refused('run', 'grayscale', input, '--out', out);
      expect(existsSync(out)).toBe(false);
    }
  });

  it.skipIf(noLinux)('if its folder cannot be written', async () => {
    writeFileSync(join(root, 'ada.cu'), 'x');
    expect(await refused('run', 'grayscale', root, '--out', '/proc/batch')).toContain(
      'The batch cannot be written to /proc/batch:',
    );
  });
});

describe('a file that cannot be written', () => {
  beforeEach(async () => {
    await batchOf(join(root, 'w'), [{ student: 'ada', result: passed }]);
  });

  it.each([
    ['run', '--resume', '--out', 'w'],
    ['status', 'w'],
    ['diff', 'w'],
    ['apply', 'w'],
    ['review', 'w'],
    ['override', 'w', '--student', 'ada', '--add', '1', '--reason', 'x'],
    ['push', 'w', '--to', 'github', '--repository', 'o/{student}'],
  ])('is refused before grade batch %s does anything', async (...argv) => {
    const placed = argv.map((word) => (word === 'w' ? join(root, 'w') : word));
    const json = join(root, 'nowhere', 'x.json');
    expect(await refused(...placed, `--json=${json}`)).toContain(`${json} cannot be written: there is no folder`);
    expect(existsSync(join(root, 'w/overrides.csv'))).toBe(false);
  });

  it('is refused before grade batch review decides', async () => {
    const csv = join(root, 'nowhere', 'x.csv');
    expect(await refused('review', join(root, 'w'), '--csv', csv)).toContain(`${csv} cannot be written`);
  });

  it.skipIf(noLinux)('is refused before grade batch watch looks', async () => {
    const inbox = join(root, 'inbox');
    mkdirSync(inbox);
    expect(await refused('watch', 'grayscale', inbox, '--out', '/proc/batch', '--once')).toContain(
      'The batch cannot be written to /proc/batch:',
    );
  });
});

it('grade batch run asks for the submissions if only the assignment is given', async () => {
  expect(await refused('run', 'vector-add')).toContain(
    'The submissions are missing. Give their folder, archive or manifest, e.g. grade batch run vector-add submissions/.',
  );
});

it('grade batch export names formats of its own as an example', async () => {
  const out = join(root, 'week3');
  await batchOf(out, [{ student: 'ada', result: passed }]);
  expect(await refused('export', out, '--format', 'pdf')).toContain('Give e.g. --format gradescope,canvas.');
});

it('grade batch export names the command that lists open grades', async () => {
  const out = join(root, 'week3');
  await batchOf(out, [
    { student: 'ada', result: passed },
    { student: 'ben', result: null },
  ]);
  const test = session();
  expect(await test.run('batch', 'export', out, '--format', 'csv')).toBe(0);
  expect(test.stderr()).toContain(
    `1 grade is not final and was left empty. grade batch review ${out} lists it with what it needs.`,
  );
});

it('names a file that this user may not use, as a mistake of the command', async () => {
  const error = Object.assign(new Error('EACCES: permission denied'), { code: 'EACCES', path: '/srv/x' });
  writeFileSync(join(root, 'ada.cu'), 'x');
  const test = session({ grade: () => Promise.reject(error) });
  expect(await test.run('submit', 'grayscale', join(root, 'ada.cu'))).toBe(2);
  expect(test.stderr()).toContain('error: This user may not use /srv/x (EACCES). Its owner can change that.');
});
