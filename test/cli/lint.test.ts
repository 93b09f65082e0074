import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { lintSchema } from '../../grader/authoring/lint/index.ts';
import { tinyAssignments } from '../authoring/tiny.ts';
import { session } from './harness.ts';

const make = tinyAssignments();

describe('grade lint', () => {
  it('has nothing to say of a sound assignment', async () => {
    const one = session();
    expect(await one.run('lint', await make())).toBe(0);
    expect([one.stdout(), one.stderr()]).toEqual(['', 'curve: nothing to say\n']);
  });

  it('tells errors as gcc does, from the working folder, and exits with 1', async () => {
    const folder = await make({ files: { 'starter.cu': '', 'stray.txt': '' } });
    const one = session({ cwd: dirname(folder) });
    expect(await one.run('lint', 'curve', '--assignments', dirname(folder))).toBe(1);
    expect(one.stdout()).toBe(
      'curve/starter.cu:1:1: error: starter.cu is empty\ncurve/stray.txt:1:1: warning: nothing refers to this file\n',
    );
    expect(one.stderr()).toBe('curve: 1 error, 1 warning\n');
  });

  it('exits with 0 for warnings, and prints JSON of its schema with --json', async () => {
    const folder = await make({ files: { 'stray.txt': '' } });
    const one = session();
    expect(await one.run('lint', folder, '--json')).toBe(0);
    expect(lintSchema.parse(JSON.parse(one.stdout())).linted).toEqual([
      {
        id: 'curve',
        folder,
        issues: [
          { file: 'stray.txt', line: 1, column: 1, severity: 'warning', problem: 'nothing refers to this file' },
        ],
      },
    ]);
  });

  it('reads a file of an assignment as such, and other YAML as a course', async () => {
    const folder = await make({ files: { 'starter.cu': '' } });
    const manifest = session();
    expect(await manifest.run('lint', `${folder}/submissions/manifest.yaml`)).toBe(0);
    const path = `${dirname(folder)}/course.yaml`;
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, 'schemaVersion: 1\nrostr: x\nslurm: { cpus: 0 }\n');
    const course = session({ cwd: dirname(path) });
    expect(await course.run('lint', path)).toBe(1);
    expect(course.stdout()).toMatch(/^course\.yaml:1:1: warning: no line names the schema/);
    expect(course.stdout()).toMatch(/^course\.yaml:2:1: error: unknown key `rostr`, did you mean roster\?/m);
    expect(course.stdout()).toMatch(/^course\.yaml:3:16: error: `slurm\.cpus` is too small; expected at least 1/m);
  });

  it('prints the schemas that ship', async () => {
    for (const [name, file] of Object.entries({
      assignment: 'grader/spec/assignment.schema.json',
      manifest: 'grader/authoring/manifest.schema.json',
      course: 'grader/batch/course.schema.json',
    })) {
      const one = session();
      expect(await one.run('lint', '--schema', name)).toBe(0);
      expect(JSON.parse(one.stdout())).toEqual(JSON.parse(readFileSync(file, 'utf8')));
    }
  });

  it('exits with 2 for an assignment that does not exist, or its schema', async () => {
    const one = session();
    expect(await one.run('lint', 'no-such')).toBe(2);
    expect(one.stderr()).toContain('There is no assignment "no-such"');
    expect(await session().run('lint', 'grayscale', '--schema', 'course')).toBe(2);
  });
});
