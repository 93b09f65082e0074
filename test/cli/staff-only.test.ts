import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { COMMANDS } from '../../grader/cli/commands.ts';
import { assertHas } from '../../grader/cli/staff-only.ts';
import { packageRoot } from '../../grader/platform/index.ts';

const root = mkdtempSync(join(tmpdir(), 'grade-student-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

it('names the package for staff if a part is missing', () => {
  expect(() => assertHas('templates/assignment', 'new', root)).toThrow(
    'This package is for students, and `grade new` needs the package for staff: npm install -g cuda-course-grade.',
  );
});

it('says nothing if the part is there, or if a command needs none', () => {
  writeFileSync(join(root, 'part'), '');
  expect(() => assertHas('part', 'new', root)).not.toThrow();
  expect(() => assertHas(undefined, 'submit', root)).not.toThrow();
});

it.each(COMMANDS.flatMap(({ name, needs }) => (needs === undefined ? [] : [[name, needs]])))(
  'lets staff run %s, which needs %s',
  (name, needs) => {
    expect(() => assertHas(needs, name, packageRoot)).not.toThrow();
  },
);
