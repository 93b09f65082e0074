import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { loadCourse, takeIn } from '../../../grader/batch/index.ts';
import { startServer } from '../../batch/push/server.ts';
import { session } from '../harness.ts';

const ROSTER = 'id,name,github\nada,Ada Lovelace,ada-l\nben,Ben Bitdiddle,BenB\ncem,Cem K,\ndee,Dee D,dee\n';

describe('grade batch clone', () => {
  let root = '';
  let into = '';
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'batch-clone-'));
    into = join(root, 'hw3');
    writeFileSync(join(root, 'roster.csv'), ROSTER);
    writeFileSync(join(root, 'course.yaml'), 'schemaVersion: 1\nroster: roster.csv\n');
    for (const user of ['ada-l', 'BenB']) repository(user, `// ${user}\n`);
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  const git = (folder: string, ...args: string[]) =>
    execFileSync('git', ['-C', folder, '-c', 'user.name=t', '-c', 'user.email=t@x', ...args], {
      env: { PATH: process.env.PATH, GIT_COMMITTER_DATE: '2026-11-20T12:00:00 +0100', HOME: root },
      stdio: 'pipe',
    });

  const commits = (name: string) => String(git(join(into, name), 'rev-list', '--count', 'HEAD')).trim();

  function repository(user: string, source: string): void {
    const folder = join(root, 'cs101', `hw3-${user}.git`);
    if (!existsSync(folder)) {
      mkdirSync(folder, { recursive: true });
      git(folder, 'init', '--quiet', '--initial-branch=main');
    }
    writeFileSync(join(folder, 'gray.cu'), source);
    git(folder, 'add', '.');
    git(folder, 'commit', '--quiet', '-m', source);
  }

  const clone = async (env: NodeJS.ProcessEnv, ...more: string[]) => {
    const test = session({ env });
    const course = join(root, 'course.yaml');
    const given = ['--pattern', 'hw3-{student}', '--into', into, '--course', course];
    return { status: await test.run('batch', 'clone', 'cs101', ...given, ...more), test };
  };
  const local = () => ['--url', `file://${root}`];

  it('clones each repository, and names those that there are not', async () => {
    const { status, test } = await clone({}, ...local());
    expect(status).toBe(1);
    expect(readdirSync(into).sort()).toEqual(['hw3-BenB', 'hw3-ada-l']);
    expect(readFileSync(join(into, 'hw3-ada-l/gray.cu'), 'utf8')).toBe('// ada-l\n');
    expect(test.stderr()).toContain('note: cem: no repository, because the roster has no github name.');
    expect(test.stderr()).toMatch(/note: dee: cs101\/hw3-dee cannot be cloned: fatal: .*does not/);
    expect(test.stdout()).toContain(`2 of 3 repositories are up to date in ${into}.`);
  });

  it('brings clones up to date, and keeps their history', async () => {
    await clone({}, ...local());
    repository('ada-l', '// better\n');
    writeFileSync(join(into, 'hw3-ada-l/notes.txt'), 'my notes');
    await clone({}, ...local());
    expect(readFileSync(join(into, 'hw3-ada-l/gray.cu'), 'utf8')).toBe('// better\n');
    expect(readFileSync(join(into, 'hw3-ada-l/notes.txt'), 'utf8')).toBe('my notes');
    expect(commits('hw3-ada-l')).toBe('2');
  });

  it('fetches the history of a clone that has its last commit only', async () => {
    repository('ada-l', '// better\n');
    git(root, 'clone', '--quiet', '--depth', '1', `file://${root}/cs101/hw3-ada-l.git`, join(into, 'hw3-ada-l'));
    expect(commits('hw3-ada-l')).toBe('1');
    await clone({}, ...local());
    expect(commits('hw3-ada-l')).toBe('2');
    await clone({}, ...local());
    expect(commits('hw3-ada-l')).toBe('2');
  });

  it('follows a history that the student rewrote', async () => {
    await clone({}, ...local());
    const folder = join(root, 'cs101/hw3-ada-l.git');
    for (const source of ['// one\n', '// two\n']) {
      writeFileSync(join(folder, 'gray.cu'), source);
      git(folder, 'commit', '--quiet', '--amend', '-a', '-m', source);
      expect((await clone({}, ...local())).test.stderr()).not.toContain('ada:');
      expect(readFileSync(join(into, 'hw3-ada-l/gray.cu'), 'utf8')).toBe(source);
    }
  });

  it('goes on with an update that stopped in the middle of its files', async () => {
    await clone({}, ...local());
    const there = join(into, 'hw3-ada-l');
    writeFileSync(join(root, 'cs101/hw3-ada-l.git/notes.md'), 'new notes\n');
    repository('ada-l', '// much better\n');
    git(there, 'fetch', '--quiet', 'origin', '+HEAD:refs/grade/fetched');
    // As a full disk or Ctrl-C leaves it: one file is new and whole, and of another one only the beginning is there.
    writeFileSync(join(there, 'notes.md'), 'new notes\n');
    writeFileSync(join(there, 'gray.cu'), '// much');
    repository('ada-l', '// the best\n');
    expect((await clone({}, ...local())).test.stderr()).not.toContain('ada:');
    expect(readFileSync(join(there, 'gray.cu'), 'utf8')).toBe('// the best\n');
    expect(commits('hw3-ada-l')).toBe('3');
  });

  it('takes a commit that an interrupted update fetched for none of its own', async () => {
    await clone({}, ...local());
    const there = join(into, 'hw3-ada-l');
    const server = join(root, 'cs101/hw3-ada-l.git');
    writeFileSync(join(server, 'gray.cu'), '// rewritten\n');
    git(server, 'commit', '--quiet', '--amend', '-a', '-m', 'rewritten');
    git(there, 'fetch', '--quiet', 'origin', '+HEAD:refs/grade/fetched');
    expect((await clone({}, ...local())).test.stderr()).not.toContain('ada:');
    expect(readFileSync(join(there, 'gray.cu'), 'utf8')).toBe('// rewritten\n');
  });

  it('keeps a file of yours whose name the server has now', async () => {
    await clone({}, ...local());
    const notes = join(into, 'hw3-ada-l/notes.md');
    writeFileSync(notes, 'my notes\n');
    writeFileSync(join(root, 'cs101/hw3-ada-l.git/notes.md'), 'notes of ada\n');
    repository('ada-l', '// better\n');
    const { status, test } = await clone({}, ...local());
    expect([status, readFileSync(notes, 'utf8')]).toEqual([1, 'my notes\n']);
    expect(test.stderr()).toContain('were edited: notes.md.');
  });

  it('removes what an interrupted clone and a dead git left', async () => {
    await clone({}, ...local());
    mkdirSync(join(into, 'hw3-BenB.partial/.git'), { recursive: true });
    renameSync(join(into, 'hw3-BenB'), join(root, 'elsewhere'));
    const lock = join(into, 'hw3-ada-l/.git/index.lock');
    writeFileSync(lock, '');
    repository('ada-l', '// better\n');
    const { test } = await clone({}, ...local());
    expect(test.stderr()).toMatch(/ada: .*index\.lock': File exists/);
    utimesSync(lock, new Date(0), new Date(0));
    expect((await clone({}, ...local())).test.stderr()).not.toContain('ada:');
    expect(readdirSync(into).sort()).toEqual(['hw3-BenB', 'hw3-ada-l']);
    expect(readFileSync(join(into, 'hw3-ada-l/gray.cu'), 'utf8')).toBe('// better\n');
  });

  it('ends with 3 at the first repository if the disk is full or read-only', async () => {
    for (const [words, code] of [
      ['No space left on device', 'ENOSPC'],
      ['Read-only file system', 'EROFS'],
    ]) {
      const bin = join(root, 'bin');
      mkdirSync(bin, { recursive: true });
      writeFileSync(join(bin, 'git'), `#!/bin/sh\necho "error: write failed: ${words}" >&2\nexit 128\n`, {
        mode: 0o755,
      });
      vi.stubEnv('PATH', `${bin}:${process.env.PATH}`);
      const { status, test } = await clone({}, ...local()).finally(() => vi.unstubAllEnvs());
      expect([status, test.stderr()]).toEqual([3, expect.stringContaining(`cannot be written (${code}).`)]);
      expect(readdirSync(into)).toEqual([]);
    }
  });

  it('takes the words of the server about its disk for no fault of this one', async () => {
    const bin = join(root, 'bin');
    mkdirSync(bin, { recursive: true });
    writeFileSync(join(bin, 'git'), '#!/bin/sh\necho "remote: No space left on device" >&2\nexit 128\n', {
      mode: 0o755,
    });
    vi.stubEnv('PATH', `${bin}:${process.env.PATH}`);
    const { status, test } = await clone({}, ...local()).finally(() => vi.unstubAllEnvs());
    expect([status, test.stderr()]).toEqual([1, expect.stringContaining('ada: cs101/hw3-ada-l cannot be cloned')]);
  });

  it('keeps out a second command that clones into the same folder', async () => {
    mkdirSync(into);
    writeFileSync(join(into, '.grade-clone.lock'), JSON.stringify({ pid: process.ppid, host: hostname() }));
    const { status, test } = await clone({}, ...local());
    expect([status, test.stderr()]).toEqual([2, expect.stringContaining(`is at work in ${into}.`)]);
    expect(readdirSync(into)).toEqual(['.grade-clone.lock']);
  });

  it('leaves a clone with edited files as it is, and names it', async () => {
    await clone({}, ...local());
    repository('ada-l', '// better\n');
    const file = join(into, 'hw3-ada-l/gray.cu');
    writeFileSync(file, '// TA fix\n');
    const { status, test } = await clone({}, ...local());
    expect([status, readFileSync(file, 'utf8')]).toEqual([1, '// TA fix\n']);
    expect(test.stderr()).toMatch(
      /note: ada: cs101\/hw3-ada-l is not updated: files of .*hw3-ada-l were edited: gray.cu. To have the version of the server, rename or delete this folder and repeat the command\.\n/,
    );
    expect(test.stdout()).toContain('1 of 3 repositories are up to date');
  });

  it('leaves a clone with commits of its own as it is, and names it', async () => {
    await clone({}, ...local());
    const file = join(into, 'hw3-ada-l/gray.cu');
    writeFileSync(file, '// TA fix\n');
    git(join(into, 'hw3-ada-l'), 'commit', '--quiet', '-a', '-m', 'fix');
    const { test } = await clone({}, ...local());
    expect(readFileSync(file, 'utf8')).toBe('// TA fix\n');
    expect(test.stderr()).toContain('hw3-ada-l has 1 commit that the server does not have.');
  });

  it('takes ends of lines for no edit', async () => {
    writeFileSync(join(root, 'cs101/hw3-ada-l.git/.gitattributes'), '*.cu text eol=lf\n');
    repository('ada-l', 'old\n');
    await clone({}, ...local());
    repository('ada-l', 'new\n');
    writeFileSync(join(into, 'hw3-ada-l/gray.cu'), 'old\r\n');
    expect((await clone({}, ...local())).test.stderr()).not.toContain('ada:');
    expect(readFileSync(join(into, 'hw3-ada-l/gray.cu'), 'utf8')).toBe('new\n');
  });

  it('takes a repository without a commit, and its first one', async () => {
    git(join(root, 'cs101'), 'init', '--quiet', '--initial-branch=main', 'hw3-dee.git');
    for (let times = 0; times < 2; times++) expect((await clone({}, ...local())).test.stderr()).not.toContain('dee');
    repository('dee', '// dee\n');
    await clone({}, ...local());
    expect(readFileSync(join(into, 'hw3-dee/gray.cu'), 'utf8')).toBe('// dee\n');
  });

  it('makes no link of what is one in a repository', async () => {
    symlinkSync('/etc/passwd', join(root, 'cs101/hw3-BenB.git/k.cu'));
    repository('BenB', '// x\n');
    await clone({}, ...local());
    expect(readFileSync(join(into, 'hw3-BenB/k.cu'), 'utf8')).toBe('/etc/passwd');
  });

  it('makes a folder that a batch takes by its pattern', async () => {
    await clone({}, ...local());
    const { roster } = loadCourse(join(root, 'course.yaml'));
    const options = { assignment: 'grayscale', assignments: ['grayscale'], roster, pattern: 'hw3-{student}' };
    const { kind, handedIn } = await takeIn(into, options);
    expect(kind).toBe('repositories of a class');
    expect(handedIn.map(({ student }) => student)).toEqual(['ben', 'ada']);
    expect(handedIn.map(({ submittedAt }) => submittedAt)).toEqual(Array(2).fill('2026-11-20T12:00:00+01:00'));
    mkdirSync(join(into, 'other'));
    writeFileSync(join(into, 'other/x.cu'), '');
    const { notes } = await takeIn(into, options);
    expect(notes.join()).toContain('other is not a folder named hw3-{student}: left out.');
  });

  it('sends the token to the server, and keeps it nowhere', async () => {
    const server = await startServer(() => ({ status: 403, body: 'no' }));
    try {
      const token = 'github_pat_secret';
      const { test } = await clone({ GITHUB_TOKEN: token }, '--url', server.url);
      const sent = Buffer.from(`x-access-token:${token}`).toString('base64');
      expect(server.received.map(({ path }) => path).sort()[0]).toBe('/cs101/hw3-BenB.git/info/refs');
      expect(server.received[0]?.headers.authorization).toBe(`Basic ${sent}`);
      expect(test.stdout() + test.stderr()).not.toMatch(new RegExp(`${token}|${sent}`));
      expect(readdirSync(into)).toEqual([]);
    } finally {
      await server.close();
    }
  });

  it('prints the commands if it is asked to', async () => {
    const { status, test } = await clone({}, '--print');
    expect(status).toBe(0);
    expect(test.stdout().split('\n')[0]).toBe(
      `git clone https://github.com/cs101/hw3-ada-l.git ${join(into, 'hw3-ada-l')}`,
    );
    expect(existsSync(into)).toBe(false);
  });

  it.each([
    [['--pattern', 'hw3'], 'names no repositories'],
    [['--url', 'http://git.example'], 'Give an address with https://'],
    [['--course', 'missing.yaml'], 'does not exist'],
  ])('rejects %j', async (more, words) => {
    const { status, test } = await clone({}, ...more);
    expect([status, test.stderr().includes(words)]).toEqual([2, true]);
  });
});
