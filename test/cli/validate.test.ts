import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { validationSchema } from '../../grader/authoring/validate/index.ts';
import { tinyAssignments } from '../authoring/tiny.ts';
import { session } from './harness.ts';

const make = tinyAssignments();
const env = { GRADE_CACHE_DIR: 'off' };
const emulator = ['--target', 'emulator'];

describe('grade validate', () => {
  it('shows a table, and exits with 0 where all is proven', async () => {
    const one = session({ env });
    expect(await one.run('validate', await make(), '--only', 'hidden,handout', ...emulator)).toBe(0);
    expect(one.stdout()).toMatch(/^curve {2}\(/);
    expect(one.stdout()).toMatch(/^ {2}handout +passed +1 prototype.* s$[\s\S]*^ {2}hidden +passed .* s$/m);
    expect(one.stdout()).toMatch(/^ {2}2 passed in \d+ s$/m);
  });

  it('exits with 1 and a fix for a failed proof; --json prints its schema', async () => {
    const folder = await make({
      spec: (spec) => {
        spec.hidden = [];
      },
    });
    const shown = session({ env });
    expect(await shown.run('validate', folder, '--only', 'hidden', ...emulator)).toBe(1);
    expect(shown.stdout()).toMatch(/- assignment\.yaml: there is no hidden case.*\n.*→ Add one, e\.g\. hidden:/s);
    const told = session({ env });
    expect(await told.run('validate', folder, '--only', 'hidden', '--json', ...emulator)).toBe(1);
    const [validated] = validationSchema.parse(JSON.parse(told.stdout())).assignments;
    expect(validated).toMatchObject({ id: 'curve', status: 'refuted', proofs: [{ id: 'hidden', status: 'failed' }] });
  });

  it('exits with 2 for a broken assignment.yaml, which it explains', async () => {
    const folder = await make({ after: (path) => writeFileSync(join(path, 'assignment.yaml'), 'titel: x\n') });
    const one = session({ env });
    expect(await one.run('validate', folder, '--only', 'files,tolerance', ...emulator)).toBe(2);
    expect(one.stdout()).toContain('did you mean title?');
    expect(one.stdout()).toMatch(/^ {2}tolerance +skipped +assignment\.yaml cannot be read\./m);
  });

  it('exits with 2 for an unknown proof or assignment, or a bad number', async () => {
    const one = session({ env });
    expect(await one.run('validate', 'grayscale', '--only', 'tolerence')).toBe(2);
    expect(one.stderr()).toContain('There is no proof "tolerence", did you mean tolerance?');
    expect(await session({ env }).run('validate', 'grayscale', '--jobs', '0')).toBe(2);
    expect(await session({ env }).run('validate', 'greyscale')).toBe(2);
    const none = session({ env });
    expect(await none.run('validate', 'grayscale', '--only', 'timing', '--repetitions', '0')).toBe(2);
    expect(none.stderr()).toContain('--repetitions "0" is no number of timings.');
  });
});
