import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AssignmentError, UsageError } from '../../grader/platform/errors.ts';
import { assignmentRoots, findAssignments, loadAssignment, resolveAssignment } from '../../grader/spec/index.ts';
import { validSpec, yaml } from './specs.ts';

let root: string;

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'grade-spec-'));
  add('matmul-demo', yaml(validSpec()));
  add('broken', yaml({ ...validSpec(), id: 'broken', cases: [] }));
  add('latin1', Buffer.from('title: caf\xe9\n', 'latin1'));
  mkdirSync(join(root, 'not-an-assignment'));
  writeFileSync(join(root, 'stray.txt'), '');
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

function add(id: string, spec: string | Buffer): void {
  mkdirSync(join(root, id));
  writeFileSync(join(root, id, 'assignment.yaml'), spec);
  writeFileSync(join(root, id, 'baseline.cu'), '// baseline');
}

/** The error that a call must end in. */
function errorOf(call: () => unknown): Error {
  try {
    call();
  } catch (error) {
    if (error instanceof Error) return error;
  }
  throw new Error('nothing was thrown');
}

describe('finding', () => {
  it('lists sound and broken assignments by id and passes over what is none', () => {
    const found = findAssignments([root]);
    expect(found.map(({ id, status }) => [id, status])).toEqual([
      ['broken', 'broken'],
      ['latin1', 'broken'],
      ['matmul-demo', 'loaded'],
    ]);
  });

  it('takes an assignment itself for a root', () => {
    expect(findAssignments([join(root, 'matmul-demo')]).map(({ id }) => id)).toEqual(['matmul-demo']);
  });

  it('refuses a root that is not a folder', () => {
    expect(() => findAssignments([join(root, 'stray.txt')])).toThrow(UsageError);
    expect(() => findAssignments([join(root, 'nowhere')])).toThrow(/is not a folder/);
  });

  it('ends with the assignments that ship', () => {
    expect(assignmentRoots([root])[0]).toBe(root);
    expect(assignmentRoots([root]).at(-1)).toMatch(/assignments$/);
  });
});

describe('resolving', () => {
  it('finds an id, or the path of a folder', () => {
    expect(resolveAssignment('matmul-demo', [root]).folder).toBe(join(root, 'matmul-demo'));
    expect(resolveAssignment(join(root, 'matmul-demo'), []).spec.id).toBe('matmul-demo');
  });

  it('says what was probably meant', () => {
    expect(() => resolveAssignment('matmul-dmeo', [root])).toThrow(/did you mean matmul-demo\?/);
    const error = errorOf(() => resolveAssignment('zzz', [root]));
    expect(error).toBeInstanceOf(UsageError);
    expect(error.message).toContain('There are: broken, latin1, matmul-demo.');
    expect(error.message).not.toContain('did you mean');
  });

  it('does not take a path out of the id', () => {
    expect(() => resolveAssignment('../etc', [root])).toThrow(UsageError);
  });

  it('reports every mistake of a broken one, with its place', () => {
    const error = errorOf(() => resolveAssignment('broken', [root]));
    if (!(error instanceof AssignmentError)) throw error;
    expect(error.exitCode).toBe(2);
    expect(error.message).toMatch(/assignment\.yaml has 1 mistake\.$/);
    expect(error.details[0]).toMatch(/assignment\.yaml:\d+:\d+: `cases` is too short; expected at least 1 entry/);
  });

  it('refuses what is not UTF-8 and what is missing', () => {
    expect(() => loadAssignment(join(root, 'latin1'))).toThrow(/not UTF-8/);
    expect(() => loadAssignment(join(root, 'nowhere'))).toThrow(/does not exist/);
  });

  it('loads a copy for students without submissions/ and without a solution', () => {
    const reference = 'submissions/accepted/right.cu';
    const { timing } = validSpec();
    add('copied', yaml({ ...validSpec(), id: 'copied', timing: { ...Object(timing), reference } }));
    expect(loadAssignment(join(root, 'copied')).spec.timing).toMatchObject({ baseline: 'baseline.cu' });
    expect(loadAssignment(join(root, 'copied')).spec.timing).not.toHaveProperty('reference');
    mkdirSync(join(root, 'copied', 'submissions'));
    expect(errorOf(() => loadAssignment(join(root, 'copied')))).toMatchObject({
      details: [expect.stringMatching(/submissions\/accepted\/right\.cu does not exist/)],
    });
  });

  it('leaves the folder as it was', () => {
    expect(readdirSync(join(root, 'broken')).sort()).toEqual(['assignment.yaml', 'baseline.cu']);
  });
});
