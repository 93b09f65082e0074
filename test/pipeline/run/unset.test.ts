import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { programRunner } from './program-runner.ts';

const { run } = programRunner();
const source = readFileSync(new URL('unset.cu', import.meta.url), 'utf8');
const lineOf = (text: string) => source.slice(0, source.indexOf(text)).split('\n').length;
const unset = async (kernel: number) => {
  const { findings } = await run(source, 'unset.cu', { args: [String(kernel)] });
  return {
    findings,
    reads: findings.filter(({ rule }) => rule === 'uninitialized-read'),
    races: findings.filter(({ rule }) => rule === 'shared-race'),
  };
};

it.each([
  [0, 'barrier_for_mirror'],
  [1, 'barrier_for_bytes'],
  [2, 'barrier_for_vector'],
  [3, 'barrier_for_counter'],
] as const)('kernel %i: an unset read follows from the missing barrier', async (kernel, name) => {
  const { findings, reads, races } = await unset(kernel);
  const [race] = races;
  expect(race).toMatchObject({ severity: 'error' });
  expect(reads).toMatchObject([
    { line: lineOf(`// ${name}`), follows: { rule: 'shared-race', line: race?.line, column: race?.column } },
  ]);
  expect(reads[0]?.message).toContain('before another thread of the block writes it');
  expect(reads[0]?.hint).toBe(`The shared-race in line ${race?.line} causes this. Fix that error first.`);
  expect(findings.at(-1)).toBe(reads[0]);
});

it.each([
  [4, 'write_of_edge'],
  [5, 'write_before_use'],
  [6, 'write_before_barrier'],
  [7, 'write_before_syncwarp'],
] as const)('kernel %i: an unset read that no race explains stands by itself', async (kernel, name) => {
  const { reads, races } = await unset(kernel);
  expect(races).toEqual([]);
  expect(reads).toMatchObject([{ line: lineOf(`// ${name}`) }]);
  expect(reads[0]).not.toHaveProperty('follows');
});

it('keeps an unset read that races if another one there does not', async () => {
  const { reads, races } = await unset(8);
  expect(races).toHaveLength(1);
  expect(reads).toMatchObject([{ line: lineOf('// barrier_and_write') }]);
  expect(reads[0]).not.toHaveProperty('follows');
});
