import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { list } from 'tar';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { inCourseOrder } from '../../grader/course/index.ts';
import { planCases } from '../../grader/pipeline/grade/index.ts';
import { packageRoot } from '../../grader/platform/index.ts';
import { type Assignment, findAssignments, loadAssignment } from '../../grader/spec/index.ts';
import {
  coursePackage,
  type PackageEntry,
  studentFiles,
  studentSpec,
  writeCoursePackage,
} from '../../grader/student-package/index.ts';
import { session } from '../cli/harness.ts';

const root = join(packageRoot, 'assignments');
const shipped = findAssignments([root]).flatMap((listing) => (listing.status === 'loaded' ? [listing.assignment] : []));
const course = inCourseOrder(shipped, ({ spec }) => spec.id, [root]);
const entries = coursePackage({ assignments: course.exercises, title: course.title, name: 'cuda-students' });

let place = '';
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'grade-package-'));
});
afterEach(() => rmSync(place, { recursive: true, force: true }));

const bytesOf = (entry: PackageEntry): Buffer =>
  'file' in entry ? readFileSync(entry.file) : Buffer.from(entry.content);

/** Writes the student's copy of an exercise, and loads it. */
function copyOf(assignment: Assignment): Assignment {
  const folder = join(place, assignment.spec.id);
  for (const entry of studentFiles(assignment)) {
    mkdirSync(join(folder, entry.path, '..'), { recursive: true });
    writeFileSync(join(folder, entry.path), bytesOf(entry));
  }
  return loadAssignment(folder);
}

describe('the package of the course that ships', () => {
  it('has nothing beside the program, its pages and the exercises', () => {
    const parts = new Set(entries.map(({ path }) => path.split('/')[0]));
    expect([...parts].sort()).toEqual([
      'LICENSE',
      'README.md',
      'assignments',
      'binding.gyp',
      'dist',
      'docker',
      'docs',
      'grader',
      'native',
      'package.json',
      'scripts',
      'templates',
    ]);
  });

  it('has these files of an exercise, and no other', () => {
    const allowed =
      /^assignments\/(exercises\.yaml|[a-z0-9-]+\/(assignment\.yaml|handout\.md|starter\.cu|simulator\.ts|baseline\.cu|measure\.cu|chelsea\.ppm|reference\/(manifest\.json|[a-z-]+\.bin)|calibration\/[a-z0-9-]+\.json))$/;
    const inAssignments = entries.filter(({ path }) => path.startsWith('assignments/')).map(({ path }) => path);
    expect(inAssignments.filter((path) => !allowed.test(path))).toEqual([]);
    for (const { spec } of shipped) expect(inAssignments).toContain(`assignments/${spec.id}/handout.md`);
  });

  it('has no submission, mutant or note for staff, under any name', () => {
    const secret = new Map<string, string>();
    for (const { folder, spec } of shipped) {
      for (const name of readdirSync(join(folder, 'submissions'), { recursive: true, encoding: 'utf8' })) {
        if (/\.(cu|cuh|py|ipynb|yaml)$/.test(name))
          secret.set(readFileSync(join(folder, 'submissions', name), 'utf8'), name);
      }
      for (const name of ['mutants.yaml', 'notes.md'])
        secret.set(readFileSync(join(folder, name), 'utf8'), `${spec.id}/${name}`);
    }
    expect(secret.size).toBeGreaterThan(100);
    const outside = entries.filter(({ path }) => !path.startsWith('dist/'));
    expect(outside.filter((entry) => secret.has(bytesOf(entry).toString('utf8'))).map(({ path }) => path)).toEqual([]);
    const names = /(^|\/)(submissions|mutants\.yaml|notes\.md)(\/|$)|^test\//;
    expect(entries.filter(({ path }) => names.test(path)).map(({ path }) => path)).toEqual([]);
  });

  it('names no hidden range and no solution in a specification', () => {
    const specs = entries.filter(({ path }) => path.endsWith('/assignment.yaml'));
    expect(specs).toHaveLength(shipped.length);
    for (const entry of specs) {
      const text = bytesOf(entry).toString('utf8');
      expect(Object.keys(parse(text))).not.toContain('hidden');
      expect(text).not.toContain('submissions/');
    }
  });

  it('is a package for npm with its own name, without scripts for developers', () => {
    const entry = entries.find(({ path }) => path === 'package.json');
    const manifest = JSON.parse(bytesOf(entry as PackageEntry).toString('utf8'));
    expect(manifest).toMatchObject({ name: 'cuda-students', bin: { grade: 'dist/grader/cli/bin.js' } });
    expect(manifest).not.toHaveProperty('devDependencies');
    expect(manifest.scripts).toEqual({ install: 'node scripts/install-native.mjs' });
  });

  it('has the order of the course, and the guide', () => {
    const text = entries.find(({ path }) => path === 'assignments/exercises.yaml') as PackageEntry;
    expect(parse(bytesOf(text).toString('utf8')).order).toEqual(course.exercises.map(({ spec }) => spec.id));
    expect(entries.map(({ path }) => path)).toContain('docs/student-guide.md');
  });
});

describe('a student’s copy of an exercise', () => {
  it.each(shipped.map((assignment) => [assignment.spec.id, assignment] as const))(
    '%s has the same cases for one seed',
    (_, assignment) => {
      const copy = copyOf(assignment);
      for (const seed of ['1', '42', '18446744073709551615']) {
        expect(planCases(copy.spec, seed, true)).toEqual(planCases(assignment.spec, seed, true));
      }
      expect(planCases(copy.spec, '1').filter(({ drawn }) => drawn)).toEqual([]);
      const { reference: _reference, ...timing } = assignment.spec.timing ?? {};
      expect(copy.spec).toEqual({
        ...assignment.spec,
        hidden: [],
        ...(assignment.spec.timing && { timing }),
      });
    },
  );

  it('keeps an empty list of ranges if the course has hidden cases', () => {
    expect(parse(studentSpec('schemaVersion: 1\nhidden: [{ name: a, dims: { n: [1, 2] } }]\n')).practice).toEqual([]);
    expect(parse(studentSpec('schemaVersion: 1\n'))).not.toHaveProperty('practice');
    expect(parse(studentSpec('schemaVersion: 1\nhidden: []\n'))).not.toHaveProperty('practice');
  });

  it('has no tier that compares with the solution', () => {
    const timing =
      'timing: { baseline: b.cu, reference: submissions/accepted/a.cu, tiers: [{ name: x, minReferenceRatio: 0.5 }] }';
    expect(parse(studentSpec(timing)).timing).toEqual({ baseline: 'b.cu', tiers: [] });
    expect(parse(studentSpec(timing.replace('submissions/accepted/', ''))).timing.tiers).toHaveLength(1);
  });

  it('has no comment of the author', () => {
    expect(studentSpec('schemaVersion: 1\n# The trap is a column of 7.\nid: x\n')).not.toContain('trap');
  });

  it('has the modules that the simulator imports', () => {
    const folder = join(place, 'vector-add');
    cpSync(join(root, 'vector-add'), folder, { recursive: true });
    const text = readFileSync(join(folder, 'simulator.ts'), 'utf8');
    writeFileSync(join(folder, 'simulator.ts'), `import './shared.ts';\n${text}`);
    writeFileSync(join(folder, 'shared.ts'), 'export const one = 1;\n');
    expect(studentFiles(loadAssignment(folder)).map(({ path }) => path)).toContain('shared.ts');
  });

  it('is refused if students would need a submission', () => {
    const folder = join(place, 'vector-add');
    cpSync(join(root, 'vector-add'), folder, { recursive: true });
    const text = readFileSync(join(folder, 'assignment.yaml'), 'utf8');
    const accepted = 'submissions/accepted/textbook.cu';
    writeFileSync(join(folder, 'assignment.yaml'), text.replace('baseline: baseline.cu', `baseline: ${accepted}`));
    expect(() => studentFiles(loadAssignment(folder))).toThrow(
      /needs submissions\/accepted\/textbook\.cu, which no student/,
    );
  });
});

describe('grade export-course', () => {
  const small: PackageEntry[] = [
    { path: 'package.json', content: '{}' },
    { path: 'docs/a.md', content: 'a' },
  ];

  it('writes an archive with equal bytes for equal files', async () => {
    await writeCoursePackage(join(place, 'one.tgz'), small);
    await writeCoursePackage(join(place, 'two.tgz'), small);
    expect(readFileSync(join(place, 'one.tgz'))).toEqual(readFileSync(join(place, 'two.tgz')));
    const paths: string[] = [];
    await list({ file: join(place, 'one.tgz'), onReadEntry: ({ path }) => paths.push(path) });
    expect(paths).toEqual(['package/docs/a.md', 'package/package.json']);
    expect(readdirSync(place).sort()).toEqual(['one.tgz', 'two.tgz']);
  });

  it('writes a folder, and nothing if a file is missing', async () => {
    await writeCoursePackage(join(place, 'out'), small);
    expect(readFileSync(join(place, 'out', 'docs', 'a.md'), 'utf8')).toBe('a');
    const broken = [...small, { path: 'b', file: join(place, 'gone') }];
    await expect(writeCoursePackage(join(place, 'other'), broken)).rejects.toThrow(/cannot be written/);
    expect(readdirSync(place)).toEqual(['out']);
  });

  it.each([
    [['out'], /out exists\. Give the name of a new folder, or of a \.tgz file such as out\.tgz/],
    [['new.tgz', '--name', 'My Course'], /--name "My Course" is not the name of a package/],
    [['new.tgz', '--assignment', 'grayscal'], /did you mean grayscale\?/],
  ])('reports %j', async (argv, words) => {
    mkdirSync(join(place, 'out'));
    const { run, stderr } = session();
    const paths = argv.map((arg) => (/^(out|new\.tgz)$/.test(arg) ? join(place, arg) : arg));
    expect(await run('export-course', ...paths)).toBe(2);
    expect(stderr()).toMatch(words);
    expect(existsSync(join(place, 'new.tgz'))).toBe(false);
  });
});
