import { expect, it } from 'vitest';
import { workspace } from './fixtures.ts';
import { session } from './harness.ts';

const space = workspace();

it('lists assignments with their titles', async () => {
  const { run, stdout } = session();
  await run('list', '--assignments', space.assignments);
  expect(stdout()).toMatch(/^matmul-demo +Matrix product\. Multiply two matrices$/m);
});

it('gives the machine form', async () => {
  const { run, stdout } = session();
  await run('list', '--json', '--assignments', space.assignments);
  const { schemaVersion, assignments } = JSON.parse(stdout());
  expect(schemaVersion).toBe(1);
  expect(assignments).toContainEqual(
    expect.objectContaining({
      id: 'matmul-demo',
      prototype: 'void matmul(const float* m, const float* n, float* out, int h, int w, int k)',
      cases: { visible: 2, hidden: 2 },
      shipped: false,
    }),
  );
});

it('lists the others beside a broken one, and ends in 2', async () => {
  const { run, stdout, stderr } = session();
  const roots = ['--assignments', space.assignments, '--assignments', space.broken];
  expect(await run('list', ...roots)).toBe(2);
  expect(stdout()).toContain('matmul-demo');
  expect(stdout()).not.toContain('broken');
  expect(stderr()).toMatch(/^error: .*broken.assignment\.yaml has 2 mistakes\.$/m);
  expect(stderr()).toMatch(/assignment\.yaml:\d+:\d+: `cases` is too short/);
  expect(stderr()).toMatch(/assignment\.yaml:\d+:\d+: unknown key `titel`, did you mean title\?/);
});

it('refuses a folder that is not there', async () => {
  const { run, stderr } = session();
  expect(await run('list', '--assignments', space.path('nowhere'))).toBe(2);
  expect(stderr()).toMatch(/nowhere is not a folder/);
});
