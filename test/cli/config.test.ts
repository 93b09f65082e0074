import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { docsUrlOf } from '../../grader/cli/docs-url.ts';
import { seedSource } from '../../grader/platform/files/seed-source.ts';
import { workspace } from './fixtures.ts';
import { type Session, session } from './harness.ts';

const space = workspace();
let folders = 0;

afterEach(() => {
  vi.unstubAllEnvs();
});

/** A session below a folder with this configuration. */
function configured(text: string, env: NodeJS.ProcessEnv = {}): Session & { folder: string } {
  const folder = space.path(`config-${++folders}`);
  mkdirSync(join(folder, 'deep', 'er'), { recursive: true });
  writeFileSync(join(folder, 'grade.config.yaml'), text);
  return { ...session({ cwd: join(folder, 'deep', 'er'), env }), folder };
}

describe('grade.config.yaml', () => {
  it('is looked for upward, and gives folders from where it lies', async () => {
    const { run, stdout } = configured('schemaVersion: 1\nassignments: [../course]\n');
    expect(await run('list')).toBe(0);
    expect(stdout()).toContain('matmul-demo');
  });

  it('stands behind flags and variables', async () => {
    const text = ['schemaVersion: 1', 'assignments: [../course]', 'reportDir: reports', 'format: [md]', 'cacheMiB: 7'];
    const plain = configured([...text, 'cacheDir: cache', ''].join('\n'));
    expect(await plain.run('submit', 'matmul-demo', space.file)).toBe(0);
    expect(plain.stderr()).toContain(join(plain.folder, 'reports'));
    expect(plain.stdout()).toBe('');
    expect(plain.caches).toEqual([{ dir: join(plain.folder, 'cache'), maxMiB: 7 }]);

    const flagged = configured(text.join('\n'), { GRADE_CACHE_DIR: 'off' });
    expect(await flagged.run('submit', 'matmul-demo', space.file, '--format', 'text')).toBe(0);
    expect(flagged.stdout()).toBe('plain passed\n');
    expect(flagged.caches).toEqual([{ dir: 'off', maxMiB: 7 }]);
  });

  it('stands behind GRADE_FORMAT and GRADE_CACHE_MIB', async () => {
    const text = 'schemaVersion: 1\nassignments: [../course]\nformat: [md]\ncacheMiB: 7\n';
    const { run, stdout, caches } = configured(text, { GRADE_CACHE_MIB: '9' });
    // Commander reads the process's own.
    vi.stubEnv('GRADE_FORMAT', 'text');
    expect(await run('submit', 'matmul-demo', space.file)).toBe(0);
    expect(stdout()).toBe('plain passed\n');
    expect(caches).toEqual([{ dir: null, maxMiB: 9 }]);
  });

  it('is used if GRADE_FORMAT is empty', async () => {
    const { run, stdout, stderr } = configured('schemaVersion: 1\nassignments: [../course]\nformat: [md]\n');
    vi.stubEnv('GRADE_FORMAT', '');
    expect(await run('submit', 'matmul-demo', space.file, '--report-dir', space.path('empty-format'))).toBe(0);
    expect(stdout()).toBe('');
    expect(stderr()).toContain('empty-format');
  });

  it.each(['1GB', '0', '-3'])('does not hide a wrong bound on the cache: %s', async (bound) => {
    const { run, stderr, caches } = configured('schemaVersion: 1\nassignments: [../course]\n', {
      GRADE_CACHE_MIB: bound,
    });
    expect(await run('submit', 'matmul-demo', space.file)).toBe(2);
    expect(stderr()).toContain(`GRADE_CACHE_MIB="${bound}" is not a positive number of MiB.`);
    expect(caches).toEqual([]);
  });

  it('is refused with every mistake', async () => {
    const { run, stderr } = configured('schemaVersion: 2\nasignments: []\ncacheMiB: -1\n');
    expect(await run('list')).toBe(2);
    expect(stderr()).toMatch(/grade\.config\.yaml has 3 mistakes\./);
    expect(stderr()).toMatch(/grade\.config\.yaml:2:1: unknown key `asignments`, did you mean assignments\?/);
    expect(stderr()).toMatch(/grade\.config\.yaml:3:11: `cacheMiB` is too small; expected more than 0/);
  });
});

describe('the address of the documentation', () => {
  const docsUrl = (env: NodeJS.ProcessEnv, url?: string) =>
    docsUrlOf({ env }, url === undefined ? {} : { docs: { url } });

  it('is the variable’s before the file’s, without a slash at its end', () => {
    expect(docsUrl({}, 'https://course.example/docs/')).toBe('https://course.example/docs');
    expect(docsUrl({ GRADE_DOCS_URL: 'http://other.example' }, 'https://course.example/docs')).toBe(
      'http://other.example',
    );
    expect(docsUrl({})).toBeNull();
  });

  it('is refused where it is none', async () => {
    expect(() => docsUrl({ GRADE_DOCS_URL: 'javascript:alert(1)' })).toThrow(/no address of a site/);
    const { run, stderr } = configured('schemaVersion: 1\ndocs: { url: "file:///etc" }\n');
    expect(await run('list')).toBe(2);
    expect(stderr()).toMatch(/`docs\.url`/);
  });
});

describe('the seed', () => {
  it('follows from the course’s secret and the submission', () => {
    const secret = space.path('secret');
    writeFileSync(secret, 'correct horse battery staple\n');
    const seed = seedSource(null, secret);
    expect(seed('aa')).toBe(seedSource(null, secret)('aa'));
    expect(seed('aa')).not.toBe(seed('bb'));
    writeFileSync(space.path('other-secret'), 'another long enough secret');
    expect(seed('aa')).not.toBe(seedSource(null, space.path('other-secret'))('aa'));
  });

  it('is the given one before the secret, and random once per session', () => {
    expect(seedSource('7', space.path('nowhere'))('aa')).toBe('7');
    const random = seedSource(null, null);
    expect(random('aa')).toBe(random('bb'));
    expect(random('aa')).not.toBe(seedSource(null, null)('aa'));
  });

  it('is refused where the secret is missing or short', () => {
    expect(() => seedSource(null, space.path('nowhere'))).toThrow(/cannot be read \(ENOENT\)/);
    writeFileSync(space.path('short'), '1234\n');
    expect(() => seedSource(null, space.path('short'))).toThrow(/has 4 characters/);
  });

  it('reaches the grader, and is not shown', async () => {
    writeFileSync(space.path('secret'), 'correct horse battery staple\n');
    const { run, graded } = configured(
      'schemaVersion: 1\nassignments: [../course]\nsecretFile: ../secret\nreportDir: r\n',
    );
    await run('submit', 'matmul-demo', space.file);
    await run('submit', 'matmul-demo', space.file);
    expect(graded[0]?.seed).toBe(graded[1]?.seed);
    expect(graded[0]?.seedIsPublic).toBe(false);
  });
});
