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
import { join, relative } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { loadCourse, takeIn } from '../../../grader/batch/index.ts';
import { foreignIn } from '../../../grader/batch/push/settings.ts';
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

  it('names a repository whose default branch does not exist, without a zero', async () => {
    const folder = join(root, 'cs101/hw3-ada-l.git');
    git(folder, 'branch', '-m', 'main', 'dev');
    git(folder, 'symbolic-ref', 'HEAD', 'refs/heads/main');
    for (let time = 0; time < 2; time++) {
      const { status, test } = await clone({}, ...local());
      expect(status).toBe(1);
      expect(test.stderr()).toContain(
        'note: ada: cs101/hw3-ada-l has commits on dev, and its default branch does not exist. Set the default branch',
      );
    }
    const { roster } = loadCourse(join(root, 'course.yaml'));
    const options = { assignment: 'grayscale', assignments: ['grayscale'], roster, pattern: 'hw3-{student}' };
    const { handedIn } = await takeIn(into, options);
    expect(handedIn.find(({ student }) => student === 'ada')?.problem?.kind).toBe('lost');
  });

  it('says what to do about a damaged clone', async () => {
    await clone({}, ...local());
    rmSync(join(into, 'hw3-ada-l/.git/objects'), { recursive: true });
    writeFileSync(join(into, 'hw3-BenB/.git/index'), '');
    const { test } = await clone({}, ...local());
    for (const name of ['ada-l', 'BenB']) {
      expect(test.stderr()).toMatch(
        new RegExp(
          `hw3-${name} is not updated: .*hw3-${name} is damaged: fatal: .* To have the version of the server, `,
        ),
      );
    }
  });

  it('does not take a link of a commit for a changed file', async () => {
    const folder = join(root, 'cs101/hw3-ada-l.git');
    symlinkSync('gray.cu', join(folder, 'other.cu'));
    git(folder, 'add', '.');
    git(folder, 'commit', '--quiet', '-m', 'link');
    await clone({}, ...local());
    const { roster } = loadCourse(join(root, 'course.yaml'));
    const options = { assignment: 'grayscale', assignments: ['grayscale'], roster, pattern: 'hw3-{student}' };
    expect((await takeIn(into, options)).notes.join()).not.toContain('not committed');
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

  it.each([
    ['an unpacked archive', (path: string) => mkdirSync(join(path, 'src'), { recursive: true })],
    ['a file', (path: string) => writeFileSync(path, 'x')],
    ['a link to nothing', (path: string) => symlinkSync('/missing', path)],
    [
      'a folder of which .git is a file',
      (path: string) => {
        mkdirSync(path);
        writeFileSync(join(path, '.git'), 'gitdir: /missing\n');
      },
    ],
  ])('clones the others if %s is in the way of one', async (_, make) => {
    mkdirSync(into);
    make(join(into, 'hw3-ada-l'));
    const { status, test } = await clone({}, ...local());
    expect(status).toBe(1);
    expect(test.stderr()).toMatch(
      /ada: cs101\/hw3-ada-l is not cloned: \S+\/hw3-ada-l exists and is not a clone\. To have/,
    );
    expect(test.stdout()).toContain('1 of 3 repositories are up to date');
    expect(readdirSync(into).sort()).toEqual(['hw3-BenB', 'hw3-ada-l']);
  });

  it('clones the others if the system cannot follow the path of one', async () => {
    mkdirSync(into);
    symlinkSync('hw3-ada-l', join(into, 'hw3-ada-l'));
    const { status, test } = await clone({}, ...local());
    expect([status, test.stderr()]).toEqual([1, expect.stringMatching(/ada: .* cannot be cloned or updated: ELOOP/)]);
    expect(test.stdout()).toContain('1 of 3 repositories are up to date');
  });

  it('clones a repository once if students share it', async () => {
    const more = Array.from({ length: 8 }, (_, at) => `p${at},P,${at % 2 ? 'ADA-L' : 'ada-l'}\n`);
    writeFileSync(join(root, 'roster.csv'), `${ROSTER}${more.join('')}`);
    for (let times = 0; times < 2; times++) {
      const { test } = await clone({}, ...local());
      expect(test.stderr()).not.toMatch(/ada|p\d/);
      expect(test.stdout()).toContain('2 of 3 repositories are up to date');
    }
    rmSync(join(root, 'cs101/hw3-ada-l.git'), { recursive: true });
    expect((await clone({}, ...local())).test.stderr()).toContain('note: ada, p0, p1, p2');
  });

  it('updates no clone from the server of another course', async () => {
    await clone({}, ...local());
    const other = join(root, 'cs102/hw3-ada-l.git');
    mkdirSync(join(root, 'cs102'));
    git(root, 'clone', '--quiet', join(root, 'cs101/hw3-ada-l.git'), other);
    const test = session({});
    const given = ['--pattern', 'hw3-{student}', '--into', into, '--course', join(root, 'course.yaml')];
    await test.run('batch', 'clone', 'cs102', ...given, ...local());
    expect(test.stderr()).toMatch(/ada: cs102\/hw3-ada-l is not updated: \S+ is a clone of \S+\/cs101\/hw3-ada-l\. /);
    expect(test.stdout()).toContain('0 of 3 repositories are up to date');
  });

  it.each([
    'https://x:secret@git.example/cs101/hw3-ada-l.git',
    'git@GIT.example:cs101/hw3-ada-l.git',
    'ssh://git@git.example:2222/CS101/hw3-ada-l/',
  ])('takes a clone of %s for one of the same repository', async (origin) => {
    const folder = join(root, 'clone');
    git(root, 'init', '--quiet', folder);
    git(folder, 'remote', 'add', 'origin', origin);
    expect(await foreignIn(folder, 'https://git.example/cs101/hw3-ada-l.git')).toBeNull();
    const other = await foreignIn(folder, 'https://git.example/cs101/hw3-ada.git');
    expect(other).toBe(`${folder} is a clone of git.example/cs101/hw3-ada-l.`);
  });

  it('updates a clone with settings of yours and another form of the address', async () => {
    await clone({}, ...local());
    const there = join(into, 'hw3-ada-l');
    repository('ada-l', '// better\n');
    git(there, 'config', 'user.name', 'A TA');
    git(there, 'config', 'branch.main.vscode-merge-base', 'origin/main');
    git(there, 'remote', 'add', 'upstream', 'git@git.example:cs101/template.git');
    git(there, 'remote', 'set-url', 'origin', join(root, 'cs101/hw3-ada-l.git'));
    expect((await clone({}, ...local())).test.stderr()).not.toContain('ada:');
    expect(readFileSync(join(there, 'gray.cu'), 'utf8')).toBe('// better\n');
  });

  describe('with a folder that comes from an archive', () => {
    const evil = () => join(root, 'evil.sh');
    const ran = () => existsSync(join(root, 'ran'));
    beforeEach(async () => {
      writeFileSync(evil(), `#!/bin/sh\ntouch ${join(root, 'ran')}\ncat\n`, { mode: 0o755 });
      await clone({}, ...local());
      repository('ada-l', '// better\n');
    });

    it.each([
      'core.fsmonitor',
      'core.sshCommand',
      'filter.x.clean',
      'include.path',
      'core.worktree',
      'extensions.worktreeConfig',
      'remote.origin.uploadpack',
      'credential.helper',
      'url.file:///x.insteadOf',
    ])('runs no git if its settings have %s', async (key) => {
      const there = join(into, 'hw3-ada-l');
      git(there, 'config', '--replace-all', key, evil());
      writeFileSync(join(there, '.gitattributes'), '* filter=x\n');
      utimesSync(join(there, 'gray.cu'), new Date(0), new Date(0));
      const { test } = await clone({}, ...local());
      expect(ran()).toBe(false);
      expect(test.stderr()).toMatch(/ada: cs101\/hw3-ada-l is not updated: line \d+ of \S+\/\.git\/config has /);
      expect(test.stderr().toLowerCase()).toContain(` has ${key.toLowerCase()} that`);
      expect(test.stdout()).toContain('1 of 3 repositories');
    });

    it.each([
      ['a value on the line of its section', (folder: string) => `[core] fsmonitor = ${folder}`],
      ['a value of two lines', (folder: string) => `[user]\n\tname = x\\\n[core]\nfsmonitor = ${folder}`],
      ['a section of another form', (folder: string) => `[filter.x]\nclean = ${folder}`],
      ['a remote whose name is an address', (folder: string) => `[remote "file:///x"]\nurl = ${folder}`],
      ['a second url of origin', (folder: string) => `[remote "origin"]\nurl = ${folder}`],
    ])('runs no git if its settings have %s', async (_, text) => {
      const file = join(into, 'hw3-ada-l/.git/config');
      writeFileSync(file, `${readFileSync(file, 'utf8')}${text(evil())}\n`);
      expect((await clone({}, ...local())).test.stderr()).toMatch(/ada: .* is not updated: .*\/\.git\/config /);
      expect(ran()).toBe(false);
    });

    it('runs no git if its own folder is elsewhere in part', async () => {
      const there = join(into, 'hw3-ada-l/.git');
      const outside = join(root, 'outside');
      renameSync(join(there, 'index'), outside);
      symlinkSync(outside, join(there, 'index'));
      expect((await clone({}, ...local())).test.stderr()).toMatch(/ada: .*\/\.git\/index is a link or no file/);
      rmSync(join(there, 'index'));
      writeFileSync(join(there, 'commondir'), '/tmp\n');
      expect((await clone({}, ...local())).test.stderr()).toMatch(/ada: .*\/\.git\/commondir exists/);
    });

    it('takes no repository above the clone for it', async () => {
      git(root, 'init', '--quiet');
      writeFileSync(join(root, 'notes.txt'), 'mine');
      git(root, 'add', 'notes.txt');
      rmSync(join(into, 'hw3-ada-l/.git/HEAD'));
      expect((await clone({}, ...local())).test.stderr()).toMatch(/ada: .* is damaged: fatal: not a git/);
      expect(String(git(root, 'ls-files'))).toBe('notes.txt\n');
    });

    it('does not run what the settings of a repository within it name', async () => {
      const server = join(root, 'cs101/hw3-ada-l.git');
      const within = join(into, 'hw3-ada-l/lib');
      for (const folder of [join(server, 'lib'), within]) {
        mkdirSync(folder);
        git(folder, 'init', '--quiet');
        writeFileSync(join(folder, 'x.cu'), '// x\n');
        writeFileSync(join(folder, '.gitattributes'), '* filter=x\n');
        git(folder, 'add', '.');
        git(folder, 'commit', '--quiet', '-m', 'x');
      }
      repository('ada-l', '// with lib\n');
      git(join(into, 'hw3-ada-l'), 'pull', '--quiet', 'origin', 'main');
      git(within, 'config', 'filter.x.clean', evil());
      git(within, 'config', 'core.fsmonitor', evil());
      writeFileSync(join(within, 'x.cu'), '// y\n');
      repository('ada-l', '// the best\n');
      await clone({}, ...local());
      expect(ran()).toBe(false);
    });
  });

  describe('with names in a tree that lead elsewhere', () => {
    const server = () => join(root, 'cs101/hw3-ada-l.git');
    /** Commits a folder with one file to the server, under any name. */
    const commitUnder = (name: string) => {
      const write = (type: string, content: Buffer) => {
        const file = join(root, 'object');
        writeFileSync(file, content);
        return String(git(server(), 'hash-object', '-t', type, '-w', '--literally', file)).trim();
      };
      const entry = (mode: string, of: string, hash: string) =>
        Buffer.concat([Buffer.from(`${mode} ${of}\0`), Buffer.from(hash, 'hex')]);
      const file = entry('100644', 'secret', write('blob', Buffer.from('secret of the TA\n')));
      const tree = write('tree', entry('40000', name, write('tree', file)));
      const commit = String(git(server(), 'commit-tree', '-m', 'x', '-p', 'HEAD', tree)).trim();
      git(server(), 'update-ref', 'HEAD', commit);
    };

    it.each([
      ['..', 'hasDotdot'],
      ['.', 'hasDot'],
      ['.GIT', 'hasDotgit'],
    ])('takes no commit with the name %s', async (name, words) => {
      await clone({}, ...local());
      commitUnder(name);
      for (let times = 0; times < 2; times++) {
        expect((await clone({}, ...local())).test.stderr()).toMatch(new RegExp(`ada: .* cannot be .*d: .*${words}`));
        rmSync(join(into, 'hw3-ada-l'), { recursive: true, force: true });
      }
    });

    it('reads no file outside of a clone that has such a commit', async () => {
      await clone({}, ...local());
      writeFileSync(join(into, 'secret'), 'secret');
      commitUnder('..');
      git(join(into, 'hw3-ada-l'), 'fetch', '--quiet', 'origin');
      const { test } = await clone({}, ...local());
      expect(test.stderr()).toMatch(/ada: .* is not updated: \S+ has a file with the name "\.\.\/secret"\. To have/);
    });

    it('reads no file outside of a clone through a link', async () => {
      await clone({}, ...local());
      mkdirSync(join(root, 'outside'));
      writeFileSync(join(root, 'outside/secret'), 'secret');
      symlinkSync(join(root, 'outside'), join(into, 'hw3-ada-l/lib'));
      commitUnder('lib');
      expect((await clone({}, ...local())).test.stderr()).toMatch(/ada: .* were edited: lib\/secret\./);
    });

    it('follows a file that became a folder, and keeps one of yours', async () => {
      writeFileSync(join(server(), 'lib'), 'x');
      repository('ada-l', '// lib\n');
      await clone({}, ...local());
      commitUnder('lib');
      expect((await clone({}, ...local())).test.stderr()).not.toContain('ada:');
      expect(readFileSync(join(into, 'hw3-ada-l/lib/secret'), 'utf8')).toBe('secret of the TA\n');
      writeFileSync(join(into, 'hw3-ada-l/mine'), 'mine');
      commitUnder('mine');
      expect((await clone({}, ...local())).test.stderr()).toMatch(/ada: .* were edited: mine\/secret\./);
    });

    it('takes commits whose headers an old program wrote', async () => {
      const text = String(git(server(), 'cat-file', 'commit', 'HEAD'));
      const file = join(root, 'object');
      writeFileSync(file, text.replace(/^(author|committer) .*$/gm, '$1 ada<> 0123 +051800'));
      const hash = String(git(server(), 'hash-object', '-t', 'commit', '-w', '--literally', file)).trim();
      git(server(), 'update-ref', 'HEAD', hash);
      expect((await clone({}, ...local())).test.stderr()).not.toContain('ada:');
    });
  });

  it.each([
    ['a relative path', () => relative(process.cwd(), into)],
    [
      'a link',
      () => {
        symlinkSync(root, join(root, 'link'));
        return join(root, 'link/hw3');
      },
    ],
  ])('removes the lock of a dead git below %s', async (_, pathOf) => {
    await clone({}, ...local());
    repository('ada-l', '// better\n');
    const lock = join(into, 'hw3-ada-l/.git/index.lock');
    writeFileSync(lock, '');
    utimesSync(lock, new Date(0), new Date(0));
    const { test } = await clone({}, ...local(), '--into', pathOf());
    expect(test.stderr()).not.toContain('ada:');
    expect(readFileSync(join(into, 'hw3-ada-l/gray.cu'), 'utf8')).toBe('// better\n');
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
