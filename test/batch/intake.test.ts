import {
  createWriteStream,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { create } from 'tar';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ZipFile } from 'yazl';
import { takeIn } from '../../grader/batch/index.ts';
import { parseRoster } from '../../grader/batch/roster.ts';
import { noPosix } from '../posix.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'grade intake '));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function write(files: Readonly<Record<string, string>>): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  }
}

async function zip(name: string, files: Readonly<Record<string, string>>): Promise<string> {
  const archive = new ZipFile();
  for (const [path, content] of Object.entries(files)) archive.addBuffer(Buffer.from(content), path);
  archive.end();
  await pipeline(archive.outputStream, createWriteStream(join(root, name)));
  return join(root, name);
}

const ROSTER = parseRoster(
  'id,name,email,canvas_id,github\nada,Ada Lovelace,ada@example.org,1001,countess\nalan,"Turing, Alan",alan@example.org,1002,enigma\n',
  'roster.csv',
).entries;
const roster = new Map(ROSTER.map((entry) => [entry.id, entry]));

async function taken(input: string, options: { readonly roster?: typeof roster } = {}) {
  const { kind, handedIn, notes } = await takeIn(input, {
    assignment: 'grayscale',
    assignments: ['grayscale', 'matmul-2d'],
    roster: options.roster ?? null,
  });
  const files = await Promise.all(
    handedIn.map(
      async ({ student, attempt, submittedAt, file }) =>
        [student, attempt, submittedAt, (await file?.read(100))?.toString()] as const,
    ),
  );
  return { kind, notes, files: files.sort(([a, m], [b, n]) => (a + m < b + n ? -1 : 1)) };
}

describe('an archive that a student hands in', () => {
  const SOURCE = '__global__ void k() {}';
  const options = { assignment: 'grayscale', assignments: ['grayscale'], roster: null };

  async function tarOf(path: string, files: Readonly<Record<string, string>>, gzip: boolean): Promise<void> {
    write(Object.fromEntries(Object.entries(files).map(([name, content]) => [`packed/${name}`, content])));
    mkdirSync(dirname(join(root, path)), { recursive: true });
    await create({ gzip, cwd: join(root, 'packed'), file: join(root, path) }, Object.keys(files));
  }

  it.each([
    ['hw.tar', false],
    ['hw.tar.gz', true],
    ['hw.tgz', true],
  ])('is unpacked: %s', async (name, gzip) => {
    await tarOf(`in/ada/${name}`, { 'src/gray.cu': SOURCE, 'src/util.cuh': '' }, gzip);
    write({ 'in/ben.cu': 'b' });
    expect((await taken(join(root, 'in'))).files.map(([student, , , text]) => [student, text])).toEqual([
      ['ada', SOURCE],
      ['ben', 'b'],
    ]);
  });

  it('is unpacked beside files that cannot be the source', async () => {
    await zip('hw.zip', { 'gray.cu': SOURCE });
    write({ 'in/ada/report.txt': 'my report', 'in/ben.cu': 'b' });
    renameSync(join(root, 'hw.zip'), join(root, 'in/ada/hw.zip'));
    expect((await taken(join(root, 'in'))).files[0]).toEqual(['ada', '1', null, SOURCE]);
  });

  it('is no concern beside a source', async () => {
    await zip('old.zip', { 'gray.cu': 'old' });
    write({ 'in/ada/gray.cu': SOURCE, 'in/ben.cu': 'b' });
    renameSync(join(root, 'old.zip'), join(root, 'in/ada/old.zip'));
    expect((await taken(join(root, 'in'))).files[0]).toEqual(['ada', '1', null, SOURCE]);
  });

  it.each([
    ['cut', (bytes: Buffer) => bytes.subarray(0, bytes.length / 2)],
    ['empty', () => Buffer.alloc(0)],
  ])('is open, and no zero, if it is %s', async (_, damage) => {
    for (const name of ['hw.zip', 'hw.tar.gz']) {
      const files = { 'gray.cu': SOURCE, 'read.me': 'x'.repeat(2000) };
      if (name.endsWith('.zip')) await zip(name, files);
      else await tarOf(name, files, true);
      write({ 'in/ben.cu': 'b' });
      mkdirSync(join(root, 'in/ada'), { recursive: true });
      writeFileSync(join(root, 'in/ada', name), damage(readFileSync(join(root, name))));
    }
    const { handedIn, notes } = await takeIn(join(root, 'in'), options);
    expect(handedIn[0]).toMatchObject({ student: 'ada', file: null, problem: { kind: 'lost' } });
    expect(notes.join()).toContain('The grade is open until another import has the file.');
  });

  it('is open, and no zero, if it is of another kind', async () => {
    write({ 'in/ada/hw.7z': '7z', 'in/ada/notes.txt': 'x', 'in/ben.cu': 'b' });
    const { handedIn } = await takeIn(join(root, 'in'), options);
    expect(handedIn[0]?.problem).toEqual({
      kind: 'lost',
      text: 'This hand-in cannot be read as a whole. hw.7z is an archive that grade does not unpack. It unpacks .zip, .tar and .tar.gz.',
    });
  });

  it('loses a bad entry with a note, and the rest is graded', async () => {
    await zip('hw.zip', { 'gray.cu': SOURCE, 'aa/evil.cu': 'x' });
    write({ 'in/ben.cu': 'b' });
    mkdirSync(join(root, 'in/ada'));
    const bytes = readFileSync(join(root, 'hw.zip')).toString('latin1').replaceAll('aa/evil.cu', '../evil.cu');
    writeFileSync(join(root, 'in/ada/hw.zip'), Buffer.from(bytes, 'latin1'));
    const { files, notes } = await taken(join(root, 'in'));
    expect(files[0]).toEqual(['ada', '1', null, SOURCE]);
    expect(notes).toEqual(['ada: An entry of hw.zip is left out: ../evil.cu leads outside of the archive.']);
  });

  it('is open if all that could be the source is a bad entry', async () => {
    await zip('hw.zip', { 'aa/gray.cu': SOURCE });
    write({ 'in/ben.cu': 'b' });
    mkdirSync(join(root, 'in/ada'));
    const bytes = readFileSync(join(root, 'hw.zip')).toString('latin1').replaceAll('aa/gray.cu', '../gray.cu');
    writeFileSync(join(root, 'in/ada/hw.zip'), Buffer.from(bytes, 'latin1'));
    expect((await takeIn(join(root, 'in'), options)).handedIn[0]?.problem?.kind).toBe('lost');
  });

  it('is named if it cannot be unpacked', async () => {
    write({ 'in/ada/hw.tar.gz': 'no archive', 'in/ben.cu': 'b' });
    expect((await taken(join(root, 'in'))).notes.join()).toContain(
      'hw.tar.gz is not a tar archive that can be unpacked.',
    );
  });
});

describe('a pointer of Git LFS', () => {
  const SOURCE = 'void f(int* x);';
  const POINTER = `version https://git-lfs.github.com/spec/v1\noid sha256:${'0'.repeat(64)}\nsize 1234\n`;
  const options = { assignment: 'grayscale', assignments: ['grayscale'], roster };

  it.each(['gray.cu', 'gray.py', 'gray.txt'])('leaves the grade open if it is the only source: %s', async (name) => {
    write({ [`in/ada/${name}`]: POINTER, 'in/ada/README.md': 'x', 'in/alan/gray.cu': SOURCE });
    const { handedIn } = await takeIn(join(root, 'in'), options);
    expect(handedIn.find(({ student }) => student === 'ada')?.problem).toEqual({
      kind: 'lost',
      text: `${name} is a pointer of Git LFS: the content of the file is on the LFS server, not in this hand-in.`,
    });
  });

  it('is no concern beside a source', async () => {
    write({ 'in/ada/data.txt': POINTER, 'in/ada/gray.cu': SOURCE });
    expect((await takeIn(join(root, 'in'), options)).handedIn[0]?.problem).toBeNull();
  });
});

describe('a source beside Python', () => {
  const SOURCE = "__global__ void k(int *x) {\n  x[0] = 'a';\n}\n";
  const notebookOf = (cell: string) => JSON.stringify({ nbformat: 4, cells: [{ cell_type: 'code', source: cell }] });

  it('counts if the notebook has written it', async () => {
    write({ 'in/ada/k.cu': SOURCE, 'in/ada/hw.ipynb': notebookOf(`%%writefile k.cu\n${SOURCE}`), 'in/ben.cu': 'b' });
    expect((await taken(join(root, 'in'))).files[0]?.[3]).toBe(SOURCE);
  });

  it('counts if Python has no CUDA', async () => {
    write({ 'in/ada/k.cu': SOURCE, 'in/ada/plot.py': 'print(1)', 'in/ben.cu': 'b' });
    expect((await taken(join(root, 'in'))).files[0]?.[3]).toBe(SOURCE);
  });

  it('is for staff to choose if Python has other CUDA', async () => {
    write({ 'in/ada/k.cu': SOURCE, 'in/ada/hw.py': `src = """${SOURCE.replace('[0]', '[1]')}"""`, 'in/ben.cu': 'b' });
    const { notes } = await taken(join(root, 'in'));
    expect(notes.join()).toContain('k.cu and hw.py both have CUDA source. Staff must say which one counts.');
  });
});

describe('a folder', () => {
  it('has a file or a folder a student, and folders with numbers are attempts', async () => {
    write({
      'ada.cu': 'a',
      'alan/mine.cu': 'b',
      'alan/notes.txt': '',
      'grace/1/x.cu': 'c',
      'grace/2/x.cu': 'd',
      '.git/x.cu': 'no',
    });
    expect(await taken(root)).toEqual({
      kind: 'a file or folder a student',
      notes: [],
      files: [
        ['ada', '1', null, 'a'],
        ['alan', '1', null, 'b'],
        ['grace', '1', null, 'c'],
        ['grace', '2', null, 'd'],
      ],
    });
  });

  it('keeps open what nobody can decide, with its name, and goes on', async () => {
    write({ 'ada/a.cu': '1', 'ada/b.cu': '2', 'alan/readme.txt': '', 'grace.cu': 'x' });
    const { notes, files } = await taken(root);
    expect(files).toEqual([
      ['ada', '1', null, undefined],
      ['alan', '1', null, undefined],
      ['grace', '1', null, 'x'],
    ]);
    expect(notes).toEqual([
      'ada: 2 files can be the source: a.cu, b.cu. Staff must say which one counts. Name the file with grade batch review, or in a manifest with the columns student and file.',
      'alan: This hand-in has no CUDA source. It has readme.txt. Hand in one .cu file. It fails with 0 points.',
    ]);
  });

  it.skipIf(noPosix !== null)('follows no link', async () => {
    write({ 'ada.cu': 'a' });
    symlinkSync('/etc/passwd', join(root, 'eve.cu'));
    expect((await taken(root)).files).toEqual([['ada', '1', null, 'a']]);
  });

  it('without a submission is an error that says what was expected', async () => {
    write({ 'readme.txt': '' });
    await expect(taken(root)).rejects.toThrow('Expected one .cu file, or one folder with one, a student.');
    await expect(taken(join(root, 'nowhere'))).rejects.toThrow('does not exist');
    await expect(taken(join(root, 'readme.txt'))).rejects.not.toThrow('does not exist');
  });
});

describe('exports of platforms', () => {
  it('is recognized as a download of Canvas, with the user of the gradebook', async () => {
    write({
      'lovelaceada_1001_5555_mine.cu': 'a',
      'turingalan_LATE_1002_5556_mine-1.cu': 'b',
      'eveevil_9_5557_x.cu': 'c',
    });
    const { kind, files, notes } = await taken(root, { roster });
    expect(kind).toBe('a download of Canvas');
    expect(files).toEqual([
      ['9', '1', null, 'c'],
      ['ada', '1', null, 'a'],
      ['alan', '1', null, 'b'],
    ]);
    expect(notes.join('\n')).toContain('9 (eveevil_9_5557_x.cu) is not in the roster; graded all the same.');
    expect(notes.join('\n')).toContain('alan (turingalan_LATE_1002_5556_mine-1.cu) is marked late');
  });

  it('is recognized as a download of Moodle, by names', async () => {
    write({
      'Ada Lovelace_77_assignsubmission_file_/mine.cu': 'a',
      'Alan Turing_78_assignsubmission_file_/mine.cu': 'b',
    });
    const { kind, files } = await taken(root, { roster });
    expect(kind).toBe('a download of Moodle');
    expect(files.map(([student]) => student)).toEqual(['ada', 'alan']);
  });

  it('is recognized as repositories of GitHub Classroom, by user names', async () => {
    write({
      'gray-submissions/gray-countess/src/gray.cu': 'a',
      'gray-submissions/gray-enigma/gray.cu': 'b',
      'gray-submissions/gray-enigma/README.md': '',
    });
    const { kind, files } = await taken(join(root, 'gray-submissions'), { roster });
    expect(kind).toBe('repositories of GitHub Classroom');
    expect(files.map(([student, , , content]) => [student, content])).toEqual([
      ['ada', 'a'],
      ['alan', 'b'],
    ]);
  });

  it('is recognized as an export of Gradescope, with times and group members', async () => {
    const path = await zip('export.zip', {
      'assignment_1_export/submission_metadata.yml': `---
submission_11:
  :submitters:
  - :name: Ada Lovelace
    :sid: '1'
    :email: ada@example.org
  - :name: Alan Turing
    :email: alan@example.org
  :created_at: 2026-10-14 18:51:57.123456789 -07:00
  :score: 0.0
submission_12:
  :submitters:
  - :name: Grace Hopper
    :email: grace@example.org
  :created_at: 2026-10-15 08:00:00 UTC
`,
      'assignment_1_export/submission_11/gray.cu': 'pair',
      'assignment_1_export/submission_12/gray.cu': 'single',
    });
    const { kind, files } = await taken(path, { roster });
    expect(kind).toBe('an export of Gradescope');
    expect(files).toEqual([
      ['ada', '1', '2026-10-15T01:51:57.000Z', 'pair'],
      ['alan', '1', '2026-10-15T01:51:57.000Z', 'pair'],
      ['grace@example.org', '1', '2026-10-15T08:00:00.000Z', 'single'],
    ]);
  });
});

describe('metadata of Gradescope that cannot be read', () => {
  it('is named with its path, and the sentence has one end', async () => {
    write({ 'export/submission_metadata.yml': 'a: b\n  c: d\n', 'export/submission_1/gray.cu': 'x' });
    const path = join(root, 'export');
    const error = await takeIn(path, { assignment: 'grayscale', assignments: ['grayscale'], roster }).catch(
      (caught) => caught,
    );
    const start = `${join(path, 'submission_metadata.yml')} is not valid YAML: `;
    expect(error.message.slice(0, start.length)).toBe(start);
    expect(error.message).toMatch(/ at line 1, column \d+\.$/);
  });
});

describe('an archive', () => {
  it('gives a hard link in a tar the content of the file that it repeats', async () => {
    write({ 'class/ada/1/x.cu': 'a', 'class/alan.cu': 'b' });
    mkdirSync(join(root, 'class/ada/2'));
    linkSync(join(root, 'class/ada/1/x.cu'), join(root, 'class/ada/2/x.cu'));
    await create({ cwd: root, file: join(root, 'class.tar') }, ['class']);
    expect((await taken(join(root, 'class.tar'))).files).toEqual([
      ['ada', '1', null, 'a'],
      ['ada', '2', null, 'a'],
      ['alan', '1', null, 'b'],
    ]);
  });

  it('is read as the folder that it holds, zip or tar', async () => {
    const files = { 'class/ada.cu': 'a', 'class/alan/x.cu': 'b', 'class/__MACOSX/ada.cu': 'no' };
    const zipped = await taken(await zip('class.zip', files));
    write(files);
    await create({ cwd: root, gzip: true, file: join(root, 'class.tar.gz') }, ['class']);
    const tarred = await taken(join(root, 'class.tar.gz'));
    expect(zipped.files).toEqual([
      ['ada', '1', null, 'a'],
      ['alan', '1', null, 'b'],
    ]);
    expect(tarred).toEqual(zipped);
  });

  it('that is damaged, or leads outside, is refused with a sentence', async () => {
    writeFileSync(join(root, 'cut.zip'), 'PK\u0003\u0004 and no more');
    await expect(taken(join(root, 'cut.zip'))).rejects.toThrow(/cut\.zip cannot be unpacked: .*Is it a whole zip/);
    const path = await zip('evil.zip', { 'aa/eve.cu': 'x' });
    const { readFileSync } = await import('node:fs');
    const bytes = Buffer.from(readFileSync(path).toString('latin1').replaceAll('aa/eve.cu', '../eve.cu'), 'latin1');
    writeFileSync(path, bytes);
    await expect(taken(path)).rejects.toThrow(/evil\.zip cannot be unpacked: .*relative path/);
  });
});

describe('a manifest', () => {
  it('names student, file, attempt, time and assignment', async () => {
    write({
      'sub/a.cu': 'a',
      'sub/b.cu': 'b',
      'manifest.csv':
        'Student,File,Submitted At,Assignment\nada,sub/b.cu,2026-10-15T10:00:00+02:00,\nada,sub/a.cu,2026-10-14T10:00:00+02:00,\nalan,sub/a.cu,,matmul-2d\n',
    });
    const intake = await takeIn(join(root, 'manifest.csv'), {
      assignment: 'grayscale',
      assignments: ['grayscale', 'matmul-2d'],
      roster,
    });
    expect(
      intake.handedIn.map(({ student, assignment, attempt, file }) => [student, assignment, attempt, file?.path]),
    ).toEqual([
      ['ada', 'grayscale', '1', 'sub/a.cu'],
      ['ada', 'grayscale', '2', 'sub/b.cu'],
      ['alan', 'matmul-2d', '1', 'sub/a.cu'],
    ]);
  });

  it('tells all its mistakes at once, with their lines', async () => {
    write({
      'a.cu': '',
      'manifest.csv': [
        'student;file;attempt;submitted_at;assignment',
        'ada;a.cu;1;2026-10-14T10:00:00+02:00;grayscale',
        'ada;a.cu;1;;grayscale',
        'eve;a.cu;;;grayscale',
        ';missing.cu;;;',
        'alan;a.cu;;yesterday;greyscale',
        '',
      ].join('\n'),
    });
    const path = join(root, 'manifest.csv');
    const error = await takeIn(path, { assignment: null, assignments: ['grayscale'], roster }).catch(
      (caught) => caught,
    );
    expect(error.message).toBe(`${path} has 7 mistakes. Nothing was graded.`);
    expect(error.details).toEqual([
      `${path}:3: attempt 1 of ada at grayscale is there already, in ${path}:2`,
      `${path}:4: the student "eve" is not in the roster`,
      `${path}:5: student is empty`,
      `${path}:5: no assignment; name one in a column assignment or on the command line`,
      `${path}:5: the file missing.cu does not exist`,
      `${path}:6: there is no assignment "greyscale", did you mean grayscale?`,
      `${path}:6: submitted_at "yesterday"; expected a moment with its offset, e.g. 2026-10-14T23:59:00+02:00`,
    ]);
  });
});
