import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { keptCourse, loadCourse, readOverrides, unknownAssignments } from '../../grader/batch/course.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'grade-course-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function write(course: string, roster?: string): string {
  writeFileSync(join(root, 'course.yaml'), course);
  if (roster !== undefined) writeFileSync(join(root, 'students.csv'), roster);
  return join(root, 'course.yaml');
}

function failure(path: string): { message: string; details: readonly string[] } {
  try {
    loadCourse(path);
  } catch (error) {
    return error as { message: string; details: readonly string[] };
  }
  throw new Error('it was taken');
}

it('is read with its roster, and is the same from the folder of a batch', () => {
  const path = write(
    'schemaVersion: 1\ntitle: GPU Programming\nroster: students.csv # of the registrar\nassignments:\n  grayscale: { due: 2026-10-14T23:59:00+02:00 }\n',
    '\ufeffStudent ID,Name,E-Mail\nada,"Lovelace, Ada",ada@example.org\n',
  );
  const { course, roster, files } = loadCourse(path);
  expect(course).toMatchObject({ title: 'GPU Programming', attempts: { counts: 'last' }, slurm: { time: '01:00:00' } });
  expect(roster?.get('ada')).toMatchObject({ name: 'Lovelace, Ada', email: 'ada@example.org', github: null });
  const out = mkdtempSync(join(root, 'out-'));
  for (const [name, content] of Object.entries(files)) writeFileSync(join(out, name), content);
  const kept = keptCourse(out);
  expect({ ...kept.course, roster: null }).toEqual({ ...course, roster: null });
  expect(kept.roster).toEqual(roster);
});

it('is kept whatever the way in which the roster was named', () => {
  const { files } = loadCourse(write('{ schemaVersion: 1, "roster": \'students.csv\' }', 'id\nada\n'));
  const out = mkdtempSync(join(root, 'out-'));
  for (const [name, content] of Object.entries(files)) writeFileSync(join(out, name), content);
  expect([...(keptCourse(out).roster?.keys() ?? [])]).toEqual(['ada']);
});

it('need not be there', () => {
  const { course, roster } = keptCourse(root);
  expect(course.late).toEqual({ graceMinutes: 0, penaltyPercentPerDay: 0 });
  expect(roster).toBeNull();
});

it('tells every mistake with its line', () => {
  const { message, details } = failure(
    write(
      'schemaVersion: 1\nassignments:\n  grayscale:\n    due: tomorrow\nlate:\n  penalty: 10\nattempts: { counts: first }\n',
    ),
  );
  expect(message).toContain('course.yaml has 3 mistakes.');
  expect(details.map((line) => line.replace(/^.*course\.yaml:/, '').replace(/:.*$/, ''))).toEqual(['4', '6', '7']);
});

it('names the form of a due date, with an example', () => {
  const { details } = failure(write('schemaVersion: 1\nextensions:\n  - { student: ada, due: 2026-10-16 }\n'));
  expect(details.join('\n')).toMatch(
    /course\.yaml:3:\d+: `extensions\[0\]\.due` has the wrong form; expected a date and a time with an offset from UTC, e\.g\. 2026-10-16T23:59:00\+02:00; found 2026-10-16$/,
  );
});

it('tells what is wrong with the roster, and with who is extended', () => {
  const roster = 'id,email\nada,a\nada,b\n,c\n';
  expect(failure(write('schemaVersion: 1\nroster: students.csv\n', roster)).details).toEqual([
    `${join(root, 'students.csv')}:4: id is empty`,
    `${join(root, 'students.csv')}:3: the student "ada" is there already, in line 2`,
  ]);
  const path = write(
    'schemaVersion: 1\nroster: students.csv\nextensions:\n  - { student: eve, due: 2026-10-14T23:59:00Z }\n',
    'id\nada\n',
  );
  expect(failure(path).details).toEqual([`${path}: extensions: "eve" is not in the roster`]);
  expect(failure(join(root, 'none.yaml')).message).toContain('none.yaml does not exist');
  expect(failure(write('schemaVersion: 1\nroster: gone.csv\n')).message).toContain(
    'It is the roster that course.yaml names.',
  );
});

it('names the first line of a roster that is not UTF-8', () => {
  const path = write('schemaVersion: 1\nroster: students.csv\n');
  writeFileSync(join(root, 'students.csv'), Buffer.from('id,name\nada,Ada\njosé,José\n', 'latin1'));
  const { details } = failure(path);
  expect(details).toEqual([
    `${join(root, 'students.csv')}:3: not UTF-8. Save it as UTF-8; in Excel that is "CSV UTF-8 (comma delimited)".`,
  ]);
});

it('rejects a misspelt assignment, and notes one that is not there yet', () => {
  const path = write(
    'schemaVersion: 1\nassignments:\n  grayscal: { due: 2026-10-14T23:59:00Z }\nextensions:\n  - { student: ada, assignment: greyscale, due: 2026-10-16T10:00:00Z }\n  - { student: ada, due: 2026-10-16T10:00:00Z }\n',
  );
  const ids = ['grayscale', 'matmul-2d'];
  const course = loadCourse(path);
  expect(() => unknownAssignments(path, course, ids)).toThrow(
    expect.objectContaining({
      message: `${path} has 2 mistakes.`,
      details: [
        `${path}:3: there is no assignment "grayscal"; did you mean grayscale?`,
        `${path}:5: there is no assignment "greyscale"; did you mean grayscale?`,
      ],
    }),
  );
  expect(unknownAssignments(path, course, ['grayscal', 'greyscale'])).toEqual([]);
  expect(unknownAssignments(path, course, ['histogram'])).toEqual([
    `${path}:3: there is no assignment "grayscal" here. What the course says about it has no effect yet.`,
    `${path}:5: there is no assignment "greyscale" here. What the course says about it has no effect yet.`,
  ]);
});

it('names the line of a misspelt assignment in the decisions that it names', () => {
  const path = write('schemaVersion: 1\noverrides: o.csv\n');
  writeFileSync(join(root, 'o.csv'), 'student,assignment,add\nada,,5\nada,greyscale,5\n');
  expect(() => unknownAssignments(path, loadCourse(path), ['grayscale'])).toThrow(
    expect.objectContaining({
      details: [`${join(root, 'o.csv')}:3: there is no assignment "greyscale"; did you mean grayscale?`],
    }),
  );
});

it('rejects a decision about an assignment that the batch does not have', () => {
  const path = join(root, 'o.csv');
  writeFileSync(path, 'student,assignment,add\nada,greyscale,5\nada,,5\nada,hw9,5\n');
  expect(() => readOverrides(path, null, ['grayscale'])).toThrow(
    expect.objectContaining({
      details: [
        `${path}:2: this batch has no assignment "greyscale"; did you mean grayscale?`,
        `${path}:4: this batch has no assignment "hw9"; it has grayscale`,
      ],
    }),
  );
  expect(readOverrides(path, null)).toHaveLength(3);
});
