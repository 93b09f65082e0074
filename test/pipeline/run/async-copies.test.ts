import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { programRunner } from './program-runner.ts';

const { run } = programRunner();
const source = readFileSync(new URL('async-copies.cu', import.meta.url), 'utf8');
const lineOf = (text: string) => source.slice(0, source.indexOf(text)).split('\n').length;
const findingsOf = async (kernel: number) => (await run(source, 'async-copies.cu', { args: [`${kernel}`] })).findings;

it.each([
  [0, 'without_wait'],
  [1, 'without_barrier'],
] as const)('kernel %i: names the missing wait of an asynchronous copy', async (kernel, name) => {
  const findings = await findingsOf(kernel);
  expect(findings).toMatchObject([
    { rule: 'shared-race', line: lineOf(`// ${name}`), detail: { unwaitedCopy: true } },
    { rule: 'uninitialized-read', follows: { rule: 'shared-race' } },
  ]);
  expect(findings[0]?.message).toContain('no thread waits for the copy before the read');
  expect(findings[0]?.hint).toContain('cg::wait(group)');
});

it('names a barrier if the next copy overwrites what others read', async () => {
  const findings = await findingsOf(2);
  expect(findings).toMatchObject([{ rule: 'shared-race', detail: { missingBarrier: 'before-next' } }]);
  expect(findings[0]?.detail).not.toHaveProperty('unwaitedCopy');
});

it('reports nothing if each copy is waited for', async () => {
  expect(await findingsOf(3)).toEqual([]);
});
