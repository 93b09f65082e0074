import { mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { addAll, BatchStore, Journal, journalKey, takeIn } from '../../grader/batch/index.ts';
import { parseRoster } from '../../grader/batch/roster.ts';
import { STUDENT_LIMITS } from '../../grader/limits/index.ts';
import { noPosix } from '../posix.ts';
import { extendedHeader, headerOf, tarOf, zipOf } from './archives.ts';

/** What one student hands in never changes what another student gets. */

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'grade-between-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function put(files: Readonly<Record<string, string>>): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  }
}

function save(name: string, bytes: Buffer): string {
  writeFileSync(join(root, name), bytes);
  return join(root, name);
}

type Intake = Awaited<ReturnType<typeof takeIn>>;

function take(path: string, roster: string | null = null): Promise<Intake> {
  const entries = roster === null ? null : parseRoster(roster, 'roster.csv').entries;
  return takeIn(path, {
    assignment: 'grayscale',
    assignments: ['grayscale'],
    roster: entries && new Map(entries.map((entry) => [entry.id, entry])),
  });
}

async function contents({ handedIn }: Intake): Promise<Record<string, string | undefined>> {
  const read = handedIn.map(
    async ({ student, attempt, file }) =>
      [attempt === '1' ? student : `${student} ${attempt}`, (await file?.read(100))?.toString()] as const,
  );
  return Object.fromEntries(await Promise.all(read));
}

const text = (content: string): Buffer => Buffer.from(content);

describe('a tar archive', () => {
  const ben = { path: 'ben/ben.cu', content: text('ben') };

  it.each([
    ['a path', 'aaa/x\n19 path=ben/ben.cu'],
    ['a path of a platform', 'aaa/x\n32 path=submission_metadata.yml\n'],
    ['a size', 'aaa/x\n19 size=999999999\n.cu'],
    ['a link', 'aaa/x\n23 linkpath=ben/ben.cu\n11 type=1\n.cu'],
  ])('takes %s in the name of a file for a part of the name', async (_, path) => {
    const entries = [{ path: 'aaa/x', content: text('evil'), pax: { path } }, ben];
    const intake = await take(save('class.tar', tarOf(entries)));
    expect(intake.kind).toBe('a file or folder a student');
    expect(await contents(intake)).toEqual({ ben: 'ben', ...(path.endsWith('.cu') && { aaa: 'evil' }) });
  });

  it('reads names and sizes of extended headers by the length of each record', async () => {
    const long = `ada/${'n'.repeat(200)}/ü.cu`;
    const entries = [{ path: 'ada/short', content: text('ada'), pax: { comment: 'a\nb', path: long, size: '3' } }, ben];
    const intake = await take(save('class.tar', tarOf(entries)));
    expect(intake.handedIn.map(({ file }) => file?.path)).toEqual([long, 'ben/ben.cu']);
    expect(await contents(intake)).toEqual({ ada: 'ada', ben: 'ben' });
  });

  it('leaves out an entry whose extended header is damaged or too long', async () => {
    const damaged = extendedHeader({ path: 'ben/ben.cu' });
    damaged[1]?.write('9');
    const large = extendedHeader({ path: 'ben/ben.cu', 'SCHILY.xattr.x': 'x'.repeat(2 ** 20) });
    const entry = tarOf([{ path: 'ben/cut.cu', content: text('evil') }]).subarray(0, 1024);
    for (const header of [damaged, large]) {
      const intake = await take(save('class.tar', Buffer.concat([...header, entry, tarOf([ben])])));
      expect(await contents(intake)).toEqual({ ben: 'ben' });
      expect(intake.notes).toEqual([expect.stringMatching(/ben\/cut\.cu: its extended header is (damaged|too long)/)]);
    }
  });

  it('reads the long names of GNU tar, and names in Latin-1', async () => {
    const long = `ada/${'n'.repeat(300)}.cu`;
    const name = Buffer.concat([text(long), Buffer.alloc(512 - (long.length % 512))]);
    const latin = headerOf('J_rgen/x.cu', 'File', 1);
    latin[1] = 0xfc;
    // The sum of a header counts the bytes of its own field as blanks.
    latin.fill(0x20, 148, 156);
    latin.write(
      `${latin
        .reduce((sum, byte) => sum + byte, 0)
        .toString(8)
        .padStart(6, '0')}\0 `,
      148,
      'latin1',
    );
    const bytes = [
      headerOf('././@LongLink', 'NextFileHasLongPath', long.length + 1),
      name,
      tarOf([{ path: 'ada/cut', content: text('ada') }]).subarray(0, 1024),
      latin,
      Buffer.concat([text('j'), Buffer.alloc(511)]),
      tarOf([ben]),
    ];
    const intake = await take(save('class.tar.gz', gzipSync(Buffer.concat(bytes))));
    expect(await contents(intake)).toEqual({ ada: 'ada', Jürgen: 'j', ben: 'ben' });
  });

  it('leaves out a hard link to a file of another student', async () => {
    const entries = [ben, { path: 'eve/x.cu', type: 'Link', to: 'ben/ben.cu' } as const];
    const intake = await take(save('class.tar', tarOf(entries)));
    expect(await contents(intake)).toEqual({ ben: 'ben', eve: undefined });
    expect(intake.notes).toEqual([
      'eve/x.cu is a hard link to a file of another student; left out.',
      'eve: This hand-in has no CUDA source. It has no file, or only symbolic links, which the grader does not follow. Hand in one .cu file. It fails with 0 points.',
    ]);
  });

  it('skips a file of 17 GiB without reading it', async () => {
    const large = headerOf('eve/x.bin', 'File', 0);
    large.write('\x80\0\0\0\0\0\0\x04\x40\0\0\0', 124, 'latin1');
    large.fill(0x20, 148, 156);
    large.write(
      `${large
        .reduce((sum, byte) => sum + byte, 0)
        .toString(8)
        .padStart(6, '0')}\0 `,
      148,
      'latin1',
    );
    const path = save('class.tar', large);
    truncateSync(path, 512 + 17 * 2 ** 30);
    writeFileSync(path, tarOf([ben]), { flag: 'a' });
    expect(await contents(await take(path))).toEqual({ ben: 'ben' });
  });
});

describe('a manifest', () => {
  it.skipIf(noPosix !== null)('names files of its folder only, and follows no link', async () => {
    put({ 'secret.txt': 'secret', 'in/ada.cu': 'ada', 'other/ben.cu': 'ben' });
    symlinkSync('../secret.txt', join(root, 'in/link.cu'));
    symlinkSync('../other', join(root, 'in/folder'));
    const rows = ['ada,ada.cu', 'eve,../secret.txt', 'eve,/etc/hostname', 'eve,link.cu', 'eve,folder/ben.cu'];
    put({ 'in/m.csv': `student,file\n${rows.join('\n')}\n` });
    const intake = await take(join(root, 'in/m.csv'));
    expect(await contents(intake)).toEqual({ ada: 'ada' });
    expect(intake.notes.map((note) => note.replace(/^eve \(.*?\): /, ''))).toEqual([
      '../secret.txt is outside of the folder of the manifest; left out.',
      '/etc/hostname is outside of the folder of the manifest; left out.',
      'link.cu is, or is in, a symbolic link; left out.',
      'folder/ben.cu is, or is in, a symbolic link; left out.',
    ]);
  });
});

describe('a folder that is alone in an import', () => {
  const ROSTER = 'id,name,github\neve,Eve E,eve-submissions\nben,Ben B,ben\nada,Ada A,ada\n';
  const METADATA = 'submission_1:\n  :submitters:\n  - :sid: ben\n';

  it.each(['eve-submissions', 'gray-eve-submissions', 'Eve E_12_assignsubmission_file_', 'submission_12'])(
    'is a student and not the class if it is called %s',
    async (name) => {
      put({ [`late/${name}/eve-ben/x.cu`]: 'evil', [`late/${name}/ada.cu`]: 'evil' });
      put({ [`late/${name}/submission_metadata.yml`]: METADATA, [`late/${name}/submission_1/x.cu`]: 'evil' });
      const { handedIn } = await take(join(root, 'late'), ROSTER);
      expect(handedIn).toHaveLength(1);
      expect(['ben', 'ada']).not.toContain(handedIn[0]?.student);
    },
  );

  it('is a student of the roster also if the import has the same name', async () => {
    put({ 'eve-submissions/eve-submissions/eve-ben/x.cu': 'evil', 'eve-submissions/eve-submissions/ada.cu': 'evil' });
    const { handedIn } = await take(join(root, 'eve-submissions'), ROSTER);
    expect(handedIn).toHaveLength(1);
    expect(['ben', 'ada']).not.toContain(handedIn[0]?.student);
  });

  it('is the class, with a note, if nothing but the roster says so', async () => {
    put({ 'in/week3/ada.cu': 'ada', 'in/week3/ben/x.cu': 'ben' });
    const intake = await take(join(root, 'in'), ROSTER);
    expect(await contents(intake)).toEqual({ ada: 'ada', ben: 'ben' });
    expect(intake.notes).toEqual([
      'week3 is taken for the folder of the class: the roster has no student of this name.',
    ]);
  });
});

describe('a name', () => {
  it('differs from another one in combining marks', async () => {
    put({ 'in/राम_11_assignsubmission_file_/x.cu': 'ram', 'in/रमा_12_assignsubmission_file_/x.cu': 'rama' });
    const both = 'id,name\nram,राम\nrama,रमा\n';
    expect(await contents(await take(join(root, 'in'), both))).toEqual({ ram: 'ram', rama: 'rama' });
    const one = 'id,name\nram,राम\n';
    expect(await contents(await take(join(root, 'in'), one))).toEqual({ ram: 'ram', रमा: 'rama' });
  });

  it('of Moodle ends before the last participant', async () => {
    put({
      'in/Ben B_13_assignsubmission_file_/x.cu': 'ben',
      'in/Ben B_13_assignsubmission_file_99_assignsubmission_file_/x.cu': 'evil',
    });
    const intake = await take(join(root, 'in'), 'id,name\nben,Ben B\n');
    expect(await contents(intake)).toEqual({ ben: 'ben', 'Ben B_13_assignsubmission_file': 'evil' });
  });

  it('of a file of Moodle cannot be another participant', async () => {
    put({
      'in/Ben B_13_assignsubmission_file_x.cu': 'ben',
      'in/Eve E_12_assignsubmission_file_z_13_assignsubmission_file_x.cu': 'evil',
    });
    const intake = await take(join(root, 'in'), 'id,name\nben,Ben B\neve,Eve E\n');
    expect(await contents(intake)).toEqual({ ben: 'ben' });
    expect(intake.notes).toEqual([expect.stringMatching(/^Eve E_12.* names two participants: left out\./)]);
  });

  it('of Canvas that ends in the id of another user costs that user nothing', async () => {
    put({ 'in/benb_9_22_x.cu': 'ben', 'in/eve_9_3_33_x.cu': 'evil' });
    const intake = await take(join(root, 'in'), 'id,name,canvas_id\nben,Ben B,9\neve,Eve,3\n');
    expect(await contents(intake)).toEqual({ ben: 'ben' });
    expect(intake.notes).toEqual([expect.stringMatching(/^eve_9_3_33_x\.cu has the id of ben and another name/)]);
  });

  it('on GitHub is not looked for among ids, names or e-mail addresses', async () => {
    put({ 'hw-submissions/hw-s001/x.cu': 'evil', 'hw-submissions/hw-benbitdiddle/x.cu': 'evil' });
    const intake = await take(join(root, 'hw-submissions'), 'id,name,email\ns001,Ben Bitdiddle,ben@x\n');
    expect(await contents(intake)).toEqual({ 's001 (hw-s001)': 'evil', benbitdiddle: 'evil' });
    expect(intake.notes.join('\n')).toContain('The roster has no column github. Add it');
    expect(intake.notes.join('\n')).toContain('s001 (hw-s001) is not in the roster');
  });

  it('that the roster does not know is never the id of a student', async () => {
    put({ 'in/maxp_5_1_x.cu': 'max', 'in/eve_1002_2_x.cu': 'evil' });
    const intake = await take(join(root, 'in'), 'id,name,canvas_id\n1002,Max P,5\n');
    expect(await contents(intake)).toEqual({ 1002: 'max', '1002 (eve_1002_2_x.cu)': 'evil' });
  });
});

describe('nobody disappears', () => {
  it('from a download of Canvas without a source', async () => {
    const names = ['ben_1_11_ben.cu', 'carl_2_22_hw.zip', 'dora_3_33_hw.txt'];
    const intake = await take(save('submissions.zip', zipOf(names, text('x'))));
    expect(intake.kind).toBe('a download of Canvas');
    expect(intake.notes).toEqual([
      '2 (carl_2_22_hw.zip): This hand-in cannot be read as a whole. hw.zip is not a zip archive that can be unpacked. The grade is open until another import has the file.',
      '3 (dora_3_33_hw.txt): This hand-in has no CUDA source. It has hw.txt. Hand in one .cu file. It fails with 0 points.',
    ]);
  });

  it('from a folder with a file of another kind, or with nothing', async () => {
    put({ 'in/ada.cu': 'ada', 'in/carl.zip': 'x', 'in/hw/.git/x': 'x' });
    mkdirSync(join(root, 'in/dora'));
    expect([...(await take(join(root, 'in'))).notes].sort()).toEqual([
      'carl.zip is not a .cu file; left out.',
      'dora: This hand-in has no CUDA source. It has no file, or only symbolic links, which the grader does not follow. Hand in one .cu file. It fails with 0 points.',
      'hw: This hand-in has no CUDA source. It has no file, or only symbolic links, which the grader does not follow. Hand in one .cu file. It fails with 0 points.',
    ]);
  });

  it('because a file cannot be read any more', async () => {
    put({ 'in/ada.cu': 'ada', 'in/ben.cu': 'ben' });
    const intake = await take(join(root, 'in'));
    rmSync(join(root, 'in/ben.cu'));
    const settings = { target: 'emulator', nvcc: 'off', sandbox: 'auto', sanitize: false, reports: [] } as const;
    const store = await BatchStore.create(join(root, 'out'), {
      assignment: 'grayscale',
      seed: '1',
      settings: { ...settings, reports: [] },
    });
    const journal = await Journal.open(
      join(root, 'out/journal.jsonl'),
      journalKey('the key of the batch', 'secret'),
      'ta',
    );
    const { added, notes } = await addAll(store, journal, intake.handedIn, new AbortController().signal);
    await journal.close();
    expect(added).toBe(1);
    expect(notes).toEqual(['The file of ben (ben.cu) cannot be read (ENOENT); left out. Import it again.']);
  });

  it.skipIf(noPosix !== null || process.getuid?.() === 0)('because another file has no permissions', async () => {
    put({ 'in/ada.cu': 'ada', 'in/eve/x.cu': 'evil' });
    const { chmodSync } = await import('node:fs');
    chmodSync(join(root, 'in/eve/x.cu'), 0);
    const intake = await take(join(root, 'in'));
    expect(await contents(intake)).toEqual({ ada: 'ada', eve: undefined });
    expect(intake.handedIn.map(({ problem }) => problem?.kind)).toEqual([undefined, 'lost']);
    expect(intake.notes).toEqual([
      'eve: This hand-in cannot be read: x.cu: EACCES. The grade is open until another import has the file.',
    ]);
  });

  it('because of the notes on another student', async () => {
    const hidden = Array.from({ length: 50 }, (_, index) => `eve/.x${index}.cu`);
    const intake = await take(save('class.zip', zipOf([...hidden, 'eve/x.cu', 'ben/.y.cu', 'ben/x.cu'], text('x'))));
    expect(intake.notes).toHaveLength(22);
    expect(intake.notes).toContain('ben/.y.cu is hidden; left out.');
    expect(intake.notes).toContain('30 more in eve are left out.');
  });
});

describe('one student cannot use up the limits of the class', () => {
  it('with entries in many folders', { timeout: 120_000 }, async () => {
    const many = Array.from({ length: 41_000 }, (_, index) => `eve/d${index % 41}/${index}`);
    const path = save('class.zip', zipOf(['ben/x.cu', ...many, 'zoe/x.cu'], text('x')));
    const intake = await take(path);
    expect(await contents(intake)).toEqual({ ben: 'x', zoe: 'x' });
    expect(intake.notes).toContain(`eve has more than ${STUDENT_LIMITS.files} files; the others are left out.`);
  });

  it('with sources in a download of Canvas', { timeout: 120_000 }, async () => {
    const many = Array.from({ length: 1_100 }, (_, index) => `eve_3_33_x${index}.cu`);
    const path = save('submissions.zip', zipOf(['ben_1_11_x.cu', ...many], Buffer.alloc(2 ** 20, '/')));
    const intake = await take(path);
    expect(await contents(intake)).toEqual({ 1: '/'.repeat(100), 3: undefined });
    expect(intake.notes).toEqual([expect.stringContaining('1100 files can be the source')]);
  });

  it.each(['folder', 'zip'])('with numbered folders in a %s', { timeout: 120_000 }, async (kind) => {
    const many = Array.from({ length: 2_000 }, (_, index) => `in/eve/${index + 1}/x.cu`);
    if (kind === 'folder') put(Object.fromEntries(['in/ben/x.cu', ...many].map((path) => [path, 'x'])));
    const path = kind === 'folder' ? join(root, 'in') : save('in.zip', zipOf(['in/ben/x.cu', ...many], text('x')));
    const intake = await take(path);
    expect(intake.handedIn.filter(({ student }) => student === 'eve').map(({ attempt }) => attempt)).toEqual(
      Array.from({ length: STUDENT_LIMITS.attempts }, (_, index) => String(index + 1)),
    );
    expect(Object.values(await contents(intake)).every((content) => content === 'x')).toBe(true);
    expect(intake.notes).toEqual(['eve has 2000 attempts; the maximum is 64. Those after them are left out.']);
  });

  it('with sources of many bytes', async () => {
    const many = Array.from({ length: 20 }, (_, index) => `eve/${index + 1}/x.cu`);
    const intake = await take(save('class.zip', zipOf(['ben/x.cu', ...many], Buffer.alloc(2 ** 20 + 1, '/'))));
    expect(intake.handedIn.filter(({ file }) => file !== null)).toHaveLength(16);
    expect(intake.notes).toHaveLength(5);
    expect(intake.notes[0]).toMatch(
      /^eve \(eve\/16\): This hand-in cannot be read: x\.cu: at most 64 sources of a student/,
    );
  });

  it.skipIf(noPosix !== null)('with folders in folders', async () => {
    put({ 'in/ben/x.cu': 'ben', [`in/eve/${'d/'.repeat(40)}x.cu`]: 'evil' });
    const intake = await take(join(root, 'in'));
    expect(await contents(intake)).toEqual({ ben: 'ben', eve: undefined });
    expect(intake.handedIn.map(({ problem }) => problem?.kind)).toEqual([undefined, 'lost']);
    expect(intake.notes[0]).toMatch(/is nested in more than 16 folders; left out\.$/);
  });
});
