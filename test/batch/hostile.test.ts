import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { addAll, BatchStore, Journal, journalKey, takeIn } from '../../grader/batch/index.ts';
import { parseRoster } from '../../grader/batch/roster.ts';
import { fileNameOf } from '../../grader/batch/state/layout.ts';
import { MAX_SUBMISSION_BYTES } from '../../grader/platform/files/submission-file.ts';
import { noPosix } from '../posix.ts';
import { headerOf, type TarEntry, tarOf, zipOf } from './archives.ts';

let root: string;
let input: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'grade-hostile-'));
  input = join(root, 'in');
  mkdirSync(input);
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

type Intake = Awaited<ReturnType<typeof takeIn>>;

const take = (path: string, roster: Parameters<typeof takeIn>[1]['roster'] = null): Promise<Intake> =>
  takeIn(path, { assignment: 'grayscale', assignments: ['grayscale'], roster });

const students = ({ handedIn }: Intake): string[] => handedIn.map(({ student }) => student).sort();

/** Takes all into a batch, and says what lies where under the folder around it. */
async function stored({ handedIn }: Intake, times = 1): Promise<{ files: string[]; added: number[] }> {
  const out = join(root, 'out');
  const settings = { target: 'emulator', nvcc: 'off', sandbox: 'auto', sanitize: false, reports: [] } as const;
  const store = await BatchStore.create(out, {
    assignment: 'grayscale',
    seed: '1',
    settings: { ...settings, reports: [] },
  });
  const journal = await Journal.open(join(out, 'journal.jsonl'), journalKey('the key of the batch', 'secret'), 'ta');
  const added: number[] = [];
  for (let time = 0; time < times; time++) {
    added.push((await addAll(store, journal, handedIn, new AbortController().signal)).added);
  }
  await journal.close();
  const files = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !join(entry.parentPath, entry.name).startsWith(input))
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1));
  return { files: files.sort(), added };
}

const save = (name: string, bytes: Buffer): string => {
  writeFileSync(join(root, name), bytes);
  return join(root, name);
};

describe('10,000 files', () => {
  const names = Array.from({ length: 10_000 }, (_, index) => `s${String(index).padStart(5, '0')}.cu`);

  it('of as many students are taken in, from a folder and from an archive', { timeout: 180_000 }, async () => {
    for (const name of names) writeFileSync(join(input, name), 'x');
    const fromFolder = await take(input);
    expect(students(fromFolder)).toEqual(names.map((name) => name.slice(0, -3)));
    expect(fromFolder.notes).toEqual([]);
    const fromArchive = await take(save('class.zip', zipOf(names, Buffer.from('x'))));
    expect(students(fromArchive)).toEqual(students(fromFolder));
  });

  it('of one student are left out with a sentence that stays short', async () => {
    const entries = [...names.map((name) => `eve/${name}`), 'ada.cu'];
    const intake = await take(save('class.zip', zipOf(entries, Buffer.from('x'))));
    expect(students(intake)).toEqual(['ada', 'eve']);
    expect(intake.notes).toEqual([expect.stringContaining('eve: 10000 files can be the source: s00000.cu, ')]);
    expect(intake.notes[0]?.length).toBeLessThan(300);
  });
});

describe('what is left out', () => {
  it('is named by twenty notes, and counted from there on', async () => {
    const hidden = Array.from({ length: 50 }, (_, index) => `.cache/s${index}.cu`);
    const taken = await take(save('class.zip', zipOf(['ada.cu', ...hidden], Buffer.from('x'))));
    expect(taken.notes.slice(0, 1)).toEqual(['.cache/s0.cu is hidden; left out.']);
    expect(taken.notes.slice(20)).toEqual(['30 more in .cache are left out.']);
  });

  it('is not named where it repeats a file, as macOS and Jupyter do', async () => {
    const copies = ['__MACOSX/._ada.cu', '._ada.cu', '.ipynb_checkpoints/ada-checkpoint.cu', '.DS_Store'];
    const taken = await take(save('class.zip', zipOf(['ada.cu', ...copies], Buffer.from('x'))));
    expect(taken.notes).toEqual([]);
    expect(students(taken)).toEqual(['ada']);
  });

  it('for a name longer than any path has a short note', async () => {
    const taken = await take(save('class.zip', zipOf(['ada.cu', `${'n'.repeat(60_000)}.cu`], Buffer.from('x'))));
    expect(taken.notes).toEqual(['An entry of the archive is left out: its name is longer than 4096 characters.']);
  });
});

describe.skipIf(noPosix !== null)('a name in no Unicode', () => {
  it('is read, and shown as Latin-1', async () => {
    const bytes = Buffer.concat([Buffer.from(`${input}/`), Buffer.from('j\xfcrgen.cu', 'latin1')]);
    writeFileSync(bytes, 'a');
    const { handedIn, notes } = await take(input);
    expect(notes).toEqual([]);
    expect(handedIn.map(({ file }) => file?.path)).toEqual(['jürgen.cu']);
    expect((await handedIn[0]?.file?.read(10))?.toString()).toBe('a');
  });
});

describe.skipIf(noPosix !== null)('what is no file', () => {
  it('in a folder is neither read nor waited for', async () => {
    writeFileSync(join(input, 'ada.cu'), 'a');
    const made = spawnSync('mkfifo', [join(input, 'pipe.cu')]);
    expect(made.status).toBe(0);
    symlinkSync('/dev/zero', join(input, 'endless.cu'));
    symlinkSync(input, join(input, 'again'));
    symlinkSync('/etc', join(input, 'etc'));
    symlinkSync(join(root, 'nowhere'), join(input, 'gone.cu'));
    // A device of its own needs root; a link to one has to do elsewhere.
    spawnSync('mknod', [join(input, 'device.cu'), 'c', '1', '5']);
    const taken = await take(input);
    expect(students(taken)).toEqual(['ada']);
    expect(taken.notes).toContain('endless.cu is a link or a device, not a file; left out.');
    expect(taken.notes).toContain('pipe.cu is a link or a device, not a file; left out.');
  });

  it('in an archive is left out, links and devices too', async () => {
    const types = ['SymbolicLink', 'Link', 'FIFO', 'CharacterDevice'] as const;
    const entries = [{ path: 'ada.cu' }, ...types.map((type) => ({ path: `${type}.cu`, type }))];
    const taken = await take(save('class.tar', tarOf(entries)));
    expect(students(taken)).toEqual(['ada']);
    expect(taken.notes).toEqual(types.map((type) => `${type}.cu is a link or a device, not a file; left out.`));
    // As Unix writes a symbolic link into a zip.
    const linked = save('links.zip', zipOf(['eve.cu'], Buffer.from('/etc/passwd'), { type: 10 }));
    await expect(take(linked)).rejects.toThrow('holds no submission');
  });

  it('is found by a hard link only in what is listed before it', async () => {
    const entries: TarEntry[] = [
      { path: 'early.cu', type: 'Link', to: 'ada.cu' },
      { path: '.git/secret.cu', content: Buffer.from('hidden') },
      { path: 'of-hidden.cu', type: 'Link', to: '.git/secret.cu' },
      { path: 'itself.cu', type: 'Link', to: 'itself.cu' },
      { path: 'ada.cu', content: Buffer.from('first') },
      { path: 'ada.cu', content: Buffer.from('second') },
      { path: 'ada/1/x.cu', type: 'Link', to: 'ada.cu' },
      { path: 'ada/2/x.cu', type: 'Link', to: 'ada/1/x.cu' },
    ];
    const taken = await take(save('class.tar', tarOf(entries)));
    expect(students(taken)).toEqual(['ada', 'ada', 'ada']);
    for (const { file } of taken.handedIn) expect((await file?.read(100))?.toString()).toBe('first');
    expect(taken.notes).toEqual([
      'An entry of the archive is left out: there are several of this name: ada.cu.',
      'early.cu is a link or a device, not a file; left out.',
      '.git/secret.cu is hidden; left out.',
      'of-hidden.cu is a link or a device, not a file; left out.',
      'itself.cu is a link or a device, not a file; left out.',
    ]);
  });

  it('but was a file when it was listed does not hold the batch up', async () => {
    writeFileSync(join(input, 'ada.cu'), 'a');
    const { handedIn } = await take(input);
    rmSync(join(input, 'ada.cu'));
    spawnSync('mkfifo', [join(input, 'ada.cu')]);
    const read = handedIn[0]?.file?.read(100);
    expect((await read)?.length).toBe(0);
  });
});

describe('names that lead outside', () => {
  const NASTY = [
    '../../evil',
    '..',
    '.',
    '/etc/passwd',
    'C:\\evil',
    'con',
    'a\nb',
    'x\u0000y',
    '%2e%2e',
    `${'é'.repeat(200)}`,
  ];

  it('of students stay names: every file of the batch lies in it', async () => {
    writeFileSync(join(input, 'a.cu'), 'x');
    const quoted = NASTY.filter((name) => !name.includes('\u0000')).map((name) => `"${name}",a.cu`);
    writeFileSync(join(input, 'manifest.csv'), `student,file\n${quoted.join('\n')}\n`);
    const intake = await take(join(input, 'manifest.csv'));
    expect(intake.handedIn).toHaveLength(quoted.length);
    const { files } = await stored(intake);
    for (const file of files)
      expect(file).toMatch(/^out\/(batch\.json|journal\.jsonl|students\/(?!\.\.?\/)[^/]+\/1\/[^/]+)$/);
    expect(files.filter((file) => file.endsWith('submission.json'))).toHaveLength(quoted.length);
  });

  it('of entries of a tar archive are left out, and of a zip refused', async () => {
    const paths = ['../eve.cu', 'eve/../../eve.cu', 'ada.cu', '/abs/bob.cu'];
    const intake = await take(save('class.tar', tarOf(paths.map((path) => ({ path })))));
    expect(students(intake)).toContain('ada');
    const { files } = await stored(intake);
    for (const file of files) expect(file).toMatch(/^(out\/|class\.tar$)/);
    expect(students(intake)).not.toContain('..');
    for (const path of ['../eve.cu', 'a/../../eve.cu', '/eve.cu', 'C:/eve.cu', '..\\eve.cu']) {
      await expect(take(save('evil.zip', zipOf([path], Buffer.from('x'))))).rejects.toThrow(/cannot be unpacked/);
    }
  });
});

describe('a bomb', () => {
  const MiB = 2 ** 20;
  it('of many files that share their bytes takes neither memory nor time', async () => {
    const names = Array.from({ length: 400 }, (_, index) => `s${index}.cu`);
    const path = save('bomb.zip', zipOf(names, Buffer.alloc(60 * MiB)));
    expect(readFileSync(path).length).toBeLessThan(MiB);
    const before = process.memoryUsage().arrayBuffers;
    const intake = await take(path);
    // 24 GB if all of it were unpacked; kept is a little more of each than is graded.
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(names.length * 2 * MiB);
    expect(intake.handedIn).toHaveLength(names.length);
    expect((await intake.handedIn[0]?.file?.read(2 ** 30))?.length).toBe(MAX_SUBMISSION_BYTES + 1);
  });

  it('that lies about its size is refused, or cut', async () => {
    const path = save('liar.zip', zipOf(['eve.cu'], Buffer.alloc(60 * MiB), { claims: 10 }));
    await expect(take(path)).rejects.toThrow(/liar\.zip cannot be unpacked/);
  });

  it('in a tar archive is read once and kept in part', async () => {
    const content = Buffer.concat([randomBytes(MiB), Buffer.alloc(40 * MiB)]);
    const archive = gzipSync(tarOf([{ path: 'eve.cu', content }, { path: 'ada.cu' }]));
    const intake = await take(save('bomb.tar.gz', archive));
    expect(students(intake)).toEqual(['ada', 'eve']);
    const eve = intake.handedIn.find(({ student }) => student === 'eve');
    expect((await eve?.file?.read(2 ** 30))?.length).toBe(MAX_SUBMISSION_BYTES + 1);
  });

  it('of zeros, packed a thousand times, costs its student that file', async () => {
    const entries = [{ path: 'eve.bin', content: Buffer.alloc(80 * MiB) }, { path: 'ada.cu' }];
    const intake = await take(save('bomb.tar.gz', gzipSync(tarOf(entries), { level: 9 })));
    expect(students(intake)).toEqual(['ada']);
  });

  it('in an archive that ends within it is refused', async () => {
    const path = save('huge.tar', Buffer.concat([headerOf('x.bin', 'File', 2 ** 40), Buffer.alloc(1 << 16)]));
    await expect(take(path)).rejects.toThrow('huge.tar cannot be unpacked: it ends within an entry');
  });
});

describe('one name', () => {
  it('of two students in the roster is not guessed about', async () => {
    const text = 'id,name,email\na1,Sam Doe,sam1@example.org\na2,Sam Doe,sam2@example.org\n';
    const roster = new Map(parseRoster(text, 'roster.csv').entries.map((entry) => [entry.id, entry]));
    mkdirSync(join(input, 'Sam Doe'));
    writeFileSync(join(input, 'Sam Doe', 'x.cu'), 'x');
    const intake = await take(input, roster);
    expect(students(intake)).toEqual([]);
    expect(intake.held).toMatchObject([{ student: 'Sam Doe', owners: ['a1', 'a2'] }]);
    expect(intake.notes.join('\n')).toContain('Sam Doe can be that of a1 or a2: held until staff say whose it is.');
  });

  it('of a file and a folder are two attempts, and neither is lost', async () => {
    mkdirSync(join(input, 'ada'));
    writeFileSync(join(input, 'ada', 'x.cu'), 'first');
    writeFileSync(join(input, 'ada.cu'), 'second');
    const intake = await take(input);
    const { files } = await stored(intake);
    expect(intake.handedIn.map(({ student, attempt }) => [student, attempt])).toEqual([
      ['ada', '1'],
      ['ada', '2'],
    ]);
    expect(files.filter((file) => file.endsWith('.cu'))).toHaveLength(2);
  });

  it('of a property of every object is a name like any other', async () => {
    const names = ['__proto__', 'constructor', 'hasOwnProperty', 'null', 'toString', 'undefined'];
    for (const name of names) {
      mkdirSync(join(input, name));
      writeFileSync(join(input, name, 'mine.cu'), name);
    }
    const intake = await take(input);
    expect(students(intake)).toEqual([...names].sort());
    for (const { student, file } of intake.handedIn) expect((await file?.read(100))?.toString()).toBe(student);
    const { files, added } = await stored(intake, 2);
    expect(added).toEqual([names.length, 0]);
    for (const name of names) expect(files).toContain(`out/students/${name}/1/mine.cu`);
  });

  it('is reported if it has two spellings', async () => {
    writeFileSync(join(input, 'Zoë.cu'.normalize('NFC')), 'a');
    writeFileSync(join(input, 'zoë.cu'.normalize('NFD')), 'b');
    const intake = await take(input);
    if (intake.handedIn.length === 2) expect(intake.notes.join('\n')).toContain('are they one student?');
    expect((await stored(intake)).files.filter((file) => file.endsWith('.cu'))).toHaveLength(intake.handedIn.length);
  });
});

it('what is delivered twice is graded once', async () => {
  for (const name of ['ada', 'bob']) writeFileSync(join(input, `${name}.cu`), name);
  const { added } = await stored(await take(input), 3);
  expect(added).toEqual([2, 0, 0]);
});

describe("one student's folder", () => {
  const METADATA = `---
submission_1:
  :submitters:
  - :sid: alan
  :created_at: 2026-10-14 18:51:57 UTC
`;
  const put = (files: Readonly<Record<string, string>>): void => {
    for (const [path, content] of Object.entries(files)) {
      mkdirSync(join(input, path, '..'), { recursive: true });
      writeFileSync(join(input, path), content);
    }
  };
  const contents = async (intake: Awaited<ReturnType<typeof take>>): Promise<Record<string, string | undefined>> =>
    Object.fromEntries(
      await Promise.all(
        intake.handedIn.map(async ({ student, file }) => [student, (await file?.read(100))?.toString()] as const),
      ),
    );

  it.each<[string, Record<string, string>]>([
    ['metadata of Gradescope', { 'submission_metadata.yml': METADATA, 'submission_1/x.cu': 'evil' }],
    [
      'a manifest, a roster and a course',
      { 'manifest.csv': 'student,file\nalan,mine.cu\n', 'roster.csv': 'id\neve\n' },
    ],
    [
      'a repository and settings',
      { '.git/config': 'x', 'course.yaml': 'x', 'grade.config.yaml': 'x', 'batch.json': '{}' },
    ],
    [
      'folders like those of GitHub Classroom',
      { 'gray-submissions/gray-alan/x.txt': 'evil', 'submissions/gray-alan/x.txt': 'evil' },
    ],
    ['a result', { 'result.json': '{}', 'submission.json': '{"student":"alan"}', 'staff/result.json': '{}' }],
  ])('with %s is a student like any other', async (_, files) => {
    put({ 'ada/mine.cu': 'a', 'alan/mine.cu': 'b', 'eve/mine.cu': 'e' });
    put(Object.fromEntries(Object.entries(files).map(([path, content]) => [`eve/${path}`, content])));
    const intake = await take(input);
    expect(intake.kind).toBe('a file or folder a student');
    const { eve: _own, ...others } = await contents(intake);
    expect(others).toEqual({ ada: 'a', alan: 'b' });
  });

  it('full of names of a platform does not make the class that platform', async () => {
    put({ 'ada/mine.cu': 'a', 'alan/mine.cu': 'b' });
    for (let index = 0; index < 50; index++) {
      put({
        [`eve/alan_1002_${index}_x.cu`]: 'evil',
        [`eve/Alan Turing_${index}_assignsubmission_file_/x.cu`]: 'evil',
        [`eve/gray-alan/${index}.cu`]: 'evil',
      });
    }
    const intake = await take(input);
    expect(await contents(intake)).toEqual({ ada: 'a', alan: 'b', eve: undefined });
    expect(intake.notes.join('\n')).toMatch(/^eve: 150 files can be the source/);
  });

  it('alone in a class is no class of its own', async () => {
    put({ 'eve/alan.cu': 'evil', 'eve/ada/x.cu': 'evil', 'eve/submission_metadata.yml': METADATA });
    expect(students(await take(input))).toEqual(['eve']);
    const zipped = save('late.zip', zipOf(['eve/alan.cu', 'eve/ada/x.cu'], Buffer.from('x')));
    expect(students(await take(zipped))).toEqual(['eve']);
  });

  it('claims no other student by its files or by a second name in Moodle', async () => {
    put({
      'Ada Lovelace_77_assignsubmission_file_/mine.cu': 'a',
      'Alan Turing_78_assignsubmission_file_/mine.cu': 'b',
      'Ada Lovelace_79_assignsubmission_file_/Alan Turing_78_assignsubmission_file_/x.cu': 'evil',
    });
    expect(await contents(await take(input))).toEqual({
      'Ada Lovelace (Ada Lovelace_77_assignsubmission_file_)': 'a',
      'Ada Lovelace (Ada Lovelace_79_assignsubmission_file_)': 'evil',
      'Alan Turing': 'b',
    });
    const text = 'id,name\nada,Ada Lovelace\nalan,Alan Turing\n';
    const roster = new Map(parseRoster(text, 'roster.csv').entries.map((entry) => [entry.id, entry]));
    const known = await take(input, roster);
    expect(await contents(known)).toEqual({ alan: 'b' });
    expect(known.notes.join('\n')).toContain('are both called ada: left out');
  });

  it('is found by the column of its platform, not by an id of another student', async () => {
    const text =
      'id,name,github,canvas_id\nalan,Alan Turing,enigma,1002\neve,Eve Evil,alan,alan\n1002,Max Planck,max,5\n';
    const roster = new Map(parseRoster(text, 'roster.csv').entries.map((entry) => [entry.id, entry]));
    mkdirSync(join(root, 'gray-submissions'));
    for (const user of ['alan', 'enigma']) {
      mkdirSync(join(root, 'gray-submissions', `gray-${user}`));
      writeFileSync(join(root, 'gray-submissions', `gray-${user}`, 'x.cu'), user);
    }
    expect(await contents(await take(join(root, 'gray-submissions'), roster))).toEqual({ eve: 'alan', alan: 'enigma' });
    put({ 'turingalan_1002_1_x.cu': 'a', 'planckmax_5_2_x.cu': 'm', 'turingalan_9_3_x.cu': 'stranger' });
    expect(await contents(await take(input, roster))).toEqual({ alan: 'a', 1002: 'm', 9: 'stranger' });
  });

  it('with a bad entry loses that entry, and the others are graded', async () => {
    const bad = ['../eve.cu', 'eve/../../alan.cu', '/abs.cu', 'C:/eve.cu', 'eve\\..\\..\\alan.cu'];
    const intake = await take(save('class.zip', zipOf(['ada.cu', ...bad, 'alan.cu'], Buffer.from('x'))));
    expect(students(intake)).toEqual(['ada', 'alan']);
    expect(intake.notes).toHaveLength(bad.length);
    for (const note of intake.notes) expect(note).toMatch(/^An entry of the archive is left out: /);
    const twice = await take(save('twice.zip', zipOf(['ada.cu', 'alan.cu', 'ada.cu'], Buffer.from('x'))));
    expect(students(twice)).toEqual(['ada', 'alan']);
    expect(twice.notes).toEqual([expect.stringContaining('several of this name: ada.cu')]);
  });

  it.each<[string, (entry: Buffer) => unknown]>([
    ['that is encrypted', (entry) => entry.writeUInt16LE(1, 8)],
    ['packed by an unknown method', (entry) => entry.writeUInt16LE(99, 10)],
    ['that lies about its size', (entry) => entry.writeUInt32LE(0xfffffff0, 24)],
    ['that starts inside of another one', (entry) => entry.writeUInt32LE(3, 42)],
    ['that has a wrong checksum', (entry) => entry.writeUInt32LE(1, 16)],
    ['that starts past the end', (entry) => entry.writeUInt32LE(0xfffffff0, 42)],
  ])('loses a zip entry %s, and nothing else', async (_, damage) => {
    const bytes = zipOf(['ada.cu', 'eve/bad.cu', 'zoe.cu'], Buffer.from('x'));
    // A central header is 46 bytes long and ends with the name.
    damage(bytes.subarray(bytes.indexOf('eve/bad.cu') - 46));
    const intake = await take(save('class.zip', bytes));
    expect(await contents(intake)).toEqual({ ada: 'x', eve: undefined, zoe: 'x' });
    expect(intake.notes[0]).toMatch(/^An entry of the archive is left out: eve\/bad\.cu cannot be unpacked: /);
    expect(intake.notes[1]).toMatch(/^eve: This hand-in cannot be read: bad\.cu: .*The grade is open until/);
  });

  it('with more files than a student hands in costs nobody else', async () => {
    const names = Array.from({ length: 60_000 }, (_, index) => `class/eve/${index}.txt`);
    const intake = await take(
      save('class.zip', zipOf(['class/ada/x.cu', ...names, 'class/zoe/x.cu'], Buffer.from('x'))),
    );
    expect(students(intake)).toEqual(['ada', 'eve', 'zoe']);
    expect(intake.notes.join('\n')).toContain('class/eve has more than 20000 files');
  }, 60_000);

  it('keeps its own folder where a file system takes two names for one', async () => {
    writeFileSync(join(input, 'ada.cu'), 'small');
    await stored(await take(input));
    const store = await BatchStore.open(join(root, 'out'));
    const folder = join(root, 'out', 'students', 'ada', '1');
    // As if `ADA` had been stored there before.
    const record = JSON.parse(readFileSync(join(folder, 'submission.json'), 'utf8')) as object;
    writeFileSync(join(folder, 'submission.json'), JSON.stringify({ ...record, student: 'ADA' }));
    writeFileSync(join(input, 'ada.cu'), 'changed');
    const again = await take(input);
    if (!store) throw new Error('nothing was handed in');
    const journal = await Journal.open(
      join(root, 'out', 'journal.jsonl'),
      journalKey('the key of the batch', 'secret'),
      'ta',
    );
    const add = () => addAll(store, journal, again.handedIn, new AbortController().signal);
    expect(await add()).toMatchObject({ added: 1, known: 0 });
    expect(await add()).toMatchObject({ added: 0, known: 1 });
    await journal.close();
    expect(readFileSync(join(folder, 'ada.cu'), 'utf8')).toBe('small');
    const folders = readdirSync(join(root, 'out', 'students')).sort();
    expect(folders).toEqual(['ada', expect.stringMatching(/^ada~[0-9a-f]{16}$/)]);
  });

  it.each([
    ['con.cu', '_con.cu'],
    ['NUL.x.cu', '_NUL.x.cu'],
    [`${'𝔄'.repeat(120)}.cu`, /^𝔄+\.cu$/u],
    ['e\u0301.cu', '\u00e9.cu'],
    ['..\\..\\evil.cu', /^_+[^\\/]*evil\.cu$/],
  ])('has a file name that every platform takes: %s', (name, expected) => {
    const made = fileNameOf(name);
    expect(made).toEqual(typeof expected === 'string' ? expected : expect.stringMatching(expected));
    expect(Buffer.byteLength(made)).toBeLessThanOrEqual(160);
  });
});
