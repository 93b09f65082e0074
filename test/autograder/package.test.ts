import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeArchive } from '../../grader/autograder/archive.ts';
import { installedPackages } from '../../grader/autograder/installed.ts';
import { autograderEntries } from '../../grader/autograder/package.ts';
import { packageRoot } from '../../grader/platform/root.ts';
import { assignmentRoots, resolveAssignment } from '../../grader/spec/index.ts';
import { session } from '../cli/harness.ts';
import { gradescopeSchema } from '../report/readers.ts';

let scratch: string;
beforeAll(() => {
  expect(existsSync(join(packageRoot, 'dist', 'grader', 'autograder', 'main.js')), 'npm run build comes first').toBe(
    true,
  );
  scratch = mkdtempSync(join(tmpdir(), 'grade-autograder-'));
});
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const HOME = 'node_modules/cuda-course-grade';
const entriesOf = (id: string, roots: readonly string[], secret: string | null = null) =>
  autograderEntries({ assignment: resolveAssignment(id, assignmentRoots(roots)), secret });
const contentOf = (entries: ReturnType<typeof entriesOf>, path: string): string => {
  const entry = entries.find((one) => one.path === path);
  if (entry === undefined) throw new Error(`the package has no ${path}`);
  return 'content' in entry ? entry.content : readFileSync(entry.file, 'utf8');
};

describe('the entries of a package', () => {
  const entries = entriesOf('grayscale', []);
  const paths = entries.map(({ path }) => path);

  it('are the scripts, which can be run, the grader, and what it needs', () => {
    for (const name of ['setup.sh', 'run_autograder']) {
      expect(entries.find(({ path }) => path === name)?.executable).toBe(true);
      expect(contentOf(entries, name)).not.toContain('\r');
    }
    expect(new Set(paths).size).toBe(paths.length);
    for (const needed of [
      'dist/grader/cli/bin.js',
      'dist/grader/autograder/main.js',
      'dist/emulator/manifest.json',
      'package.json',
    ])
      expect(paths).toContain(`${HOME}/${needed}`);
    const top = new Set(installedPackages(packageRoot).map(({ place }) => place));
    for (const name of Object.keys(JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8')).dependencies)) {
      expect(top.has(`${HOME}/node_modules/${name}`)).toBe(!['node-gyp', 'node-addon-api'].includes(name));
    }
  });

  it('hold one whole assignment and only the solution that it names', () => {
    const assignments = paths.filter((path) => /\/assignments\/[^.]/.test(path));
    expect(assignments).toContain(`${HOME}/assignments/grayscale/assignment.yaml`);
    expect(assignments.filter((path) => !path.includes('/assignments/grayscale/'))).toEqual([]);
    const solutions = assignments.filter((path) => path.includes('/submissions/'));
    expect(solutions).toEqual([`${HOME}/assignments/grayscale/submissions/accepted/lecture-256.cu`]);
  });

  it('hold a result for when all fails: no score, no blame', () => {
    const fault = gradescopeSchema.parse(JSON.parse(contentOf(entries, 'fault.json')));
    expect(fault.score).toBeUndefined();
    expect(fault.output).toContain('costs no points');
  });

  it('hold the secret where there is one, and the configuration names it', () => {
    expect(paths).not.toContain('secret');
    expect(contentOf(entries, 'grade.config.yaml')).not.toContain('secret');
    const withSecret = entriesOf('grayscale', [], 'sixteen characters');
    expect(contentOf(withSecret, 'secret').trim()).toBe('sixteen characters');
    expect(contentOf(withSecret, 'grade.config.yaml')).toContain('secretFile: secret');
  });

  it("hold a course's own assignment beside the grader, and say where", () => {
    const course = join(scratch, 'course');
    cpSync(join(packageRoot, 'assignments', 'grayscale'), join(course, 'grayscale'), { recursive: true });
    const own = entriesOf('grayscale', [course]);
    expect(own.map(({ path }) => path)).toContain('assignments/grayscale/assignment.yaml');
    expect(contentOf(own, 'grade.config.yaml')).toContain('assignments: [assignments]');
  });
});

describe('what a package is made from', () => {
  it('keeps the places of packages, so each finds its version of another', () => {
    const node = (path: string, dependencies: Record<string, string> = {}): void => {
      mkdirSync(join(scratch, 'app', path), { recursive: true });
      const name = path.split('node_modules/').pop() ?? '';
      writeFileSync(join(scratch, 'app', path, 'package.json'), JSON.stringify({ name, dependencies }));
    };
    node('node_modules/grader', { a: '1', b: '2' });
    node('node_modules/a', { b: '1' });
    node('node_modules/b');
    node('node_modules/grader/node_modules/b');
    node('node_modules/unrelated');
    const places = installedPackages(join(scratch, 'app', 'node_modules', 'grader')).map(({ place }) => place);
    expect(places).toEqual([
      'node_modules/a',
      'node_modules/b',
      'node_modules/grader',
      'node_modules/grader/node_modules/b',
    ]);
    rmSync(join(scratch, 'app', 'node_modules', 'a'), { recursive: true });
    expect(() => installedPackages(join(scratch, 'app', 'node_modules', 'grader'))).toThrow(/package a, .* npm/);
  });

  it('is written to the same bytes whenever, in whatever order', async () => {
    const entries = [
      { path: 'b', content: 'two' },
      { path: 'a/one', content: 'one', executable: true as const },
    ];
    const digest = (name: string): string =>
      createHash('sha256')
        .update(readFileSync(join(scratch, name)))
        .digest('hex');
    await writeArchive(join(scratch, '1.zip'), entries);
    await writeArchive(join(scratch, '2.zip'), entries.toReversed());
    expect(digest('2.zip')).toBe(digest('1.zip'));
  });

  it('leaves no half of a package where a file cannot be read', async () => {
    const path = join(scratch, '3.zip');
    await expect(writeArchive(path, [{ path: 'a', file: join(scratch, 'missing') }])).rejects.toThrow(/ENOENT/);
    expect(existsSync(path)).toBe(false);
  });
});

describe('grade export-autograder', () => {
  it('says what it cannot do before it does anything', async () => {
    const wrong = session();
    expect(await wrong.run('export-autograder', 'grayscal')).toBe(2);
    expect(wrong.stderr()).toContain('grayscale');
    const short = join(scratch, 'short');
    writeFileSync(short, 'short');
    const refused = session();
    expect(await refused.run('export-autograder', 'grayscale', '--secret', short)).toBe(2);
    expect(refused.stderr()).toContain('at least 16');
    const nowhere = session();
    expect(await nowhere.run('export-autograder', 'grayscale', '--out', join(short, 'a.zip'))).toBe(2);
    expect(nowhere.stderr()).toContain('cannot be written');
  });
});
