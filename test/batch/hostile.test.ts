import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateRawSync, gzipSync } from 'node:zlib';
import { Header } from 'tar';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { addAll, BatchStore, Journal, takeIn } from '../../grader/batch/index.ts';
import { parseRoster } from '../../grader/batch/roster.ts';
import { MAX_SUBMISSION_BYTES } from '../../grader/platform/submission-file.ts';
import { noPosix } from '../posix.ts';

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
  const journal = await Journal.open(join(out, 'journal.jsonl'));
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

/** A zip whose entries all have the same bytes: the same ones, where a bomb is to be. */
function zipOf(names: readonly string[], content: Buffer, { claims = content.length, type = 8 } = {}): Buffer {
  const packed = deflateRawSync(content);
  const local = Buffer.alloc(30);
  local.writeUInt32LE(0x04034b50, 0);
  local.writeUInt16LE(20, 4);
  local.writeUInt16LE(8, 8);
  local.writeUInt32LE(packed.length, 18);
  local.writeUInt32LE(claims, 22);
  const central = names.map((name) => {
    const head = Buffer.alloc(46);
    head.writeUInt32LE(0x02014b50, 0);
    head.writeUInt16LE(0x0314, 4);
    head.writeUInt16LE(20, 6);
    head.writeUInt16LE(8, 10);
    head.writeUInt32LE(packed.length, 20);
    head.writeUInt32LE(claims, 24);
    head.writeUInt16LE(Buffer.byteLength(name), 28);
    head.writeUInt32LE(((type << 12) * 2 ** 16) >>> 0, 38);
    return Buffer.concat([head, Buffer.from(name)]);
  });
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(names.length, 8);
  end.writeUInt16LE(names.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(local.length + packed.length, 16);
  return Buffer.concat([local, packed, directory, end]);
}

type TarEntry = {
  readonly path: string;
  readonly content?: Buffer;
  readonly type?: 'File' | 'SymbolicLink' | 'Link' | 'FIFO' | 'CharacterDevice';
};

function tarOf(entries: readonly TarEntry[]): Buffer {
  const parts = entries.flatMap(({ path, content = Buffer.from('x'), type = 'File' }) => {
    const head = Buffer.alloc(512);
    const isFile = type === 'File';
    const about = { path, type, size: isFile ? content.length : 0, mode: 0o644, mtime: new Date(0) };
    new Header({ ...about, ...(type === 'Link' || type === 'SymbolicLink' ? { linkpath: '/etc/passwd' } : {}) }).encode(
      head,
      0,
    );
    return isFile ? [head, content, Buffer.alloc((512 - (content.length % 512)) % 512)] : [head];
  });
  return Buffer.concat([...parts, Buffer.alloc(1024)]);
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
    expect(students(intake)).toEqual(['ada']);
    expect(intake.notes).toEqual([expect.stringContaining('eve (eve) handed in 10000 .cu files')]);
    expect(intake.notes[0]?.length).toBeLessThan(300);
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
    expect(students(await take(input))).toEqual(['ada']);
  });

  it('in an archive is left out, links and devices too', async () => {
    const types = ['SymbolicLink', 'Link', 'FIFO', 'CharacterDevice'] as const;
    const entries = [{ path: 'ada.cu' }, ...types.map((type) => ({ path: `${type}.cu`, type }))];
    expect(students(await take(save('class.tar', tarOf(entries))))).toEqual(['ada']);
    // As Unix writes a symbolic link into a zip.
    const linked = save('links.zip', zipOf(['eve.cu'], Buffer.from('/etc/passwd'), { type: 10 }));
    await expect(take(linked)).rejects.toThrow('holds no submission');
  });

  it('but was a file when it was listed does not hold the batch up', async () => {
    writeFileSync(join(input, 'ada.cu'), 'a');
    const { handedIn } = await take(input);
    rmSync(join(input, 'ada.cu'));
    spawnSync('mkfifo', [join(input, 'ada.cu')]);
    const read = handedIn[0]?.file.read(100);
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
    expect((await intake.handedIn[0]?.file.read(2 ** 30))?.length).toBe(MAX_SUBMISSION_BYTES + 1);
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
    expect((await eve?.file.read(2 ** 30))?.length).toBe(MAX_SUBMISSION_BYTES + 1);
  });

  it('of zeros, packed a thousand times, is refused', async () => {
    const archive = gzipSync(tarOf([{ path: 'eve.cu', content: Buffer.alloc(80 * MiB) }]), { level: 9 });
    await expect(take(save('bomb.tar.gz', archive))).rejects.toThrow(/cannot be unpacked: max decompression ratio/);
  });

  it('in a tar archive with too many entries is given up, with a sentence', async () => {
    const entry = tarOf([{ path: 'a.txt', content: Buffer.alloc(0) }]).subarray(0, 512);
    const many = Buffer.concat([...Array<Buffer>(200_001).fill(entry), Buffer.alloc(1024)]);
    await expect(take(save('many.tar', many))).rejects.toThrow('more than 200000 entries');
  });

  it('that says it holds a terabyte is given up at once', async () => {
    const head = Buffer.alloc(512);
    new Header({ path: 'x.bin', type: 'File', size: 2 ** 40, mode: 0o644, mtime: new Date(0) }).encode(head, 0);
    const path = save('huge.tar', Buffer.concat([head, Buffer.alloc(1 << 16)]));
    await expect(take(path)).rejects.toThrow('huge.tar holds more than 16 GiB');
  });
});

describe('one name', () => {
  it('of two students in the roster is not guessed about', async () => {
    const text = 'id,name,email\na1,Sam Doe,sam1@example.org\na2,Sam Doe,sam2@example.org\n';
    const roster = new Map(parseRoster(text, 'roster.csv').entries.map((entry) => [entry.id, entry]));
    mkdirSync(join(input, 'Sam Doe'));
    writeFileSync(join(input, 'Sam Doe', 'x.cu'), 'x');
    const intake = await take(input, roster);
    expect(students(intake)).toEqual(['Sam Doe']);
    expect(intake.notes.join('\n')).toContain('Sam Doe (Sam Doe) is not in the roster');
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

  it('in two spellings is told of', async () => {
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
