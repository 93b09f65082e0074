import { expect, it } from 'vitest';
import { session } from './harness.ts';

it('grade doctor says which flag it needs', async () => {
  const { run, stderr } = session();
  expect(await run('doctor')).toBe(2);
  expect(stderr()).toContain('--hostile');
});

it('grade doctor --hostile says that it cannot write its JSON before anything is graded', async () => {
  const { run, stderr, stdout } = session();
  expect(await run('doctor', '--hostile', '--json=/nowhere/at/all.json')).toBe(2);
  expect(stderr()).toContain('/nowhere/at/all.json cannot be written');
  expect(stdout()).toBe('');
});
