import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  addResult,
  bestOf,
  definedBy,
  EXERCISES_FILE,
  handInOf,
  inCourseOrder,
  type KeptResult,
  openExercise,
  RESULTS_FILE,
  readCourse,
  resultsNear,
  startExercise,
} from '../../grader/course/index.ts';
import { packageRoot } from '../../grader/platform/index.ts';
import type { GradeResult } from '../../grader/result/index.ts';
import { assignmentFolders, findAssignments, loadAssignment } from '../../grader/spec/index.ts';

const shipped = (id: string) => loadAssignment(join(packageRoot, 'assignments', id));

let place = '';
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'grade-course-'));
});
afterEach(() => rmSync(place, { recursive: true, force: true }));

describe('the order of a course', () => {
  it('names every exercise that ships, once', () => {
    const ids = [...assignmentFolders(undefined, [join(packageRoot, 'assignments')]).keys()];
    expect([...(readCourse(join(packageRoot, 'assignments'))?.order ?? [])].sort()).toEqual(ids.sort());
  });

  it('sorts exercises, and puts those that it does not name last', () => {
    writeFileSync(join(place, EXERCISES_FILE), 'schemaVersion: 1\ntitle: Mine\norder: [b, c]\n');
    const { title, exercises } = inCourseOrder(['a', 'b', 'c', 'd'], (id) => id, [place]);
    expect(title).toBe('Mine');
    expect(exercises).toEqual(['b', 'c', 'a', 'd']);
  });

  it('reports each mistake of a broken file', () => {
    writeFileSync(join(place, EXERCISES_FILE), 'schemaVersion: 1\norder: []\ntitel: x\n');
    expect(() => readCourse(place)).toThrow(/exercises\.yaml cannot be used/);
  });
});

describe('startExercise', () => {
  it('writes handout, starter, simulator and the files that the handout names', () => {
    const { exercise, files } = startExercise(shipped('transfer-costs'), place);
    expect(files).toEqual(['handout.md', 'transfer-costs.cu', 'measure.cu', 'simulator.ts', 'grade-exercise.json']);
    expect(exercise).toMatchObject({ assignment: 'transfer-costs', file: 'transfer-costs.cu', roots: [] });
    expect(readFileSync(join(place, 'transfer-costs', 'handout.md'), 'utf8')).not.toContain('starter.cu');
    expect(readFileSync(join(place, 'transfer-costs', 'transfer-costs.cu'), 'utf8')).toContain('//     grade submit\n');
  });

  it.each(findAssignments([join(packageRoot, 'assignments')]).map(({ id }) => id))(
    'gives no solution of %s to a student',
    (id) => {
      const { files } = startExercise(shipped(id), place);
      expect(
        files.filter((name) => /submissions|reference|mutants|notes|assignment\.yaml|baseline/.test(name)),
      ).toEqual([]);
    },
  );

  it('never writes into a folder with files of the student', () => {
    mkdirSync(join(place, 'grayscale'));
    writeFileSync(join(place, 'grayscale', 'grayscale.cu'), 'mine');
    expect(() => startExercise(shipped('grayscale'), place)).toThrow(
      /holds other files \(grayscale\.cu\)\. Rename the folder, or choose another place with --into DIR\./,
    );
    expect(readFileSync(join(place, 'grayscale', 'grayscale.cu'), 'utf8')).toBe('mine');
    expect(existsSync(join(place, 'grayscale', 'handout.md'))).toBe(false);
  });

  it('reports an exercise that was started, with its file', () => {
    startExercise(shipped('grayscale'), place);
    expect(() => startExercise(shipped('grayscale'), place)).toThrow(
      /You have started grayscale already: your file is .*grayscale\.cu/,
    );
  });

  it('uses an empty folder, and reports a file in its place', () => {
    mkdirSync(join(place, 'grayscale'));
    expect(startExercise(shipped('grayscale'), place).files).toContain('handout.md');
    writeFileSync(join(place, 'vector-add'), '');
    expect(() => startExercise(shipped('vector-add'), place)).toThrow(/is a file\. Rename it/);
  });

  it('remembers folders of assignments by their way from the exercise', () => {
    mkdirSync(join(place, 'course'));
    const { exercise } = startExercise(shipped('grayscale'), place, [join(place, 'course')]);
    expect(exercise.roots).toEqual([join(place, 'course')]);
    expect(readFileSync(join(exercise.folder, 'grade-exercise.json'), 'utf8')).toContain('"../course"');
  });

  it('reports a damaged marker', () => {
    writeFileSync(join(place, 'grade-exercise.json'), '{}');
    expect(() => openExercise(place)).toThrow(/grade-exercise\.json is damaged/);
  });
});

describe('handInOf', () => {
  const entry = 'rgb_to_grayscale';
  const solution = `void ${entry}() {\n}\n`;
  const begun = () => startExercise(shipped('grayscale'), place).exercise;

  it('chooses the file of the starter', () => {
    expect(handInOf(begun(), entry).path).toMatch(/grayscale\.cu$/);
  });

  it('chooses a program in Python if the starter is untouched', () => {
    const exercise = begun();
    writeFileSync(join(exercise.folder, 'mine.py'), `source = r'''${solution}'''\n`);
    writeFileSync(join(exercise.folder, 'notes.py'), 'print(1)\n');
    expect(handInOf(exercise, entry)).toEqual({ path: join(exercise.folder, 'mine.py'), others: [] });
  });

  it('names other files with a solution if the starter was changed', () => {
    const exercise = begun();
    writeFileSync(join(exercise.folder, exercise.file), solution);
    writeFileSync(join(exercise.folder, 'second.cu'), solution);
    expect(handInOf(exercise, entry)).toEqual({ path: join(exercise.folder, exercise.file), others: ['second.cu'] });
  });

  it('asks for a name if the starter is gone and several files have a solution', () => {
    const exercise = begun();
    rmSync(join(exercise.folder, exercise.file));
    expect(() => handInOf(exercise, entry)).toThrow(/does not exist\. Name your file/);
    writeFileSync(join(exercise.folder, 'one.cu'), solution);
    expect(handInOf(exercise, entry).path).toBe(join(exercise.folder, 'one.cu'));
    writeFileSync(join(exercise.folder, 'two.cu'), solution);
    expect(() => handInOf(exercise, entry)).toThrow(/several files with rgb_to_grayscale: one\.cu, two\.cu/);
  });
});

describe('definedBy', () => {
  const named = (id: string, name: string) => ({
    ...shipped('grayscale').spec,
    id,
    entry: { ...shipped('grayscale').spec.entry, function: name },
  });
  const exercises = [named('a', 'gray'), named('b', 'gray'), named('c', 'add')];

  it.each([
    ['mine.cu', 'void gray(int n) {}', ['a', 'b']],
    ['mine.cu', '// gray(int n) {}\nvoid add() {}', ['c']],
    ['mine.cu', 'int main() { gray(1); }', []],
    ['mine.py', "source = '''void add(int n) { }'''", ['c']],
    ['mine.ipynb', '{"cells": [{"source": ["void\\n", "gray(int n) {}"]}]}', ['a', 'b']],
  ])('finds the exercises of %s with %j', (name, text, ids) => {
    writeFileSync(join(place, name), text);
    expect(definedBy(join(place, name), exercises).map(({ id }) => id)).toEqual(ids);
  });

  it('finds none for a file that cannot be read', () => {
    expect(definedBy(join(place, 'gone.cu'), exercises)).toEqual([]);
  });
});

describe('results', () => {
  const result = (changes: Partial<GradeResult>): GradeResult => ({
    schemaVersion: 1,
    assignment: 'grayscale',
    submission: { file: 'grayscale.cu', sha256: '' },
    target: 'emulator',
    verdict: 'failed',
    responsible: 'student',
    score: 70,
    maxScore: 90,
    checks: [],
    cases: [],
    launches: [],
    timing: null,
    environment: { engine: 'test', clang: null, nvcc: null, driver: null, node: '20', limits: {}, durationMs: 1 },
    ...changes,
  });
  const kept = (score: number, verdict: KeptResult['verdict'] = 'failed'): KeptResult => ({
    at: '',
    assignment: 'grayscale',
    file: 'grayscale.cu',
    verdict,
    score,
    maxScore: 90,
    checks: {},
  });

  it('keeps the best of a hundred and more', async () => {
    await addResult(place, result({ score: 80 }), new Date(0));
    for (let minute = 1; minute <= 101; minute++) await addResult(place, result({}), new Date(60_000 * minute));
    const { results } = JSON.parse(readFileSync(join(place, RESULTS_FILE), 'utf8'));
    expect(results).toHaveLength(101);
    expect(results[0].score).toBe(80);
  });

  it('keeps no open grade, and replaces a damaged file', async () => {
    await addResult(place, result({ verdict: 'error', responsible: 'infrastructure' }), new Date(0));
    expect(existsSync(join(place, RESULTS_FILE))).toBe(false);
    writeFileSync(join(place, RESULTS_FILE), 'no JSON');
    await addResult(place, result({}), new Date(0));
    expect(resultsNear(place).results.get('grayscale')).toHaveLength(1);
  });

  it('prefers a passed result, then points, then the first', () => {
    expect(bestOf([kept(80), kept(70, 'passed')])?.verdict).toBe('passed');
    const [first, second] = [kept(80), kept(80)];
    expect(bestOf([first, second])).toBe(first);
    expect(bestOf([])).toBeNull();
  });

  it('are found in the folders of exercises, and in reports without one', async () => {
    const { exercise } = startExercise(shipped('grayscale'), place);
    await addResult(exercise.folder, result({}), new Date(0));
    mkdirSync(join(place, 'other', 'grade-report'), { recursive: true });
    const reported = JSON.stringify(result({ assignment: 'vector-add', verdict: 'passed', score: 90 }));
    writeFileSync(join(place, 'other', 'grade-report', 'result.json'), reported);
    const { results, folders } = resultsNear(place);
    expect(results.get('grayscale')?.map(({ score }) => score)).toEqual([70]);
    expect(results.get('vector-add')?.map(({ score }) => score)).toEqual([90]);
    expect([...folders]).toEqual([['grayscale', exercise.folder]]);
  });
});
