import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { programRunner } from './program-runner.ts';

const source = readFileSync(join(import.meta.dirname, 'lockstep.cu'), 'utf8');
const { run } = programRunner();

const kernels = ['reduce', 'inBody', 'templated', 'looped', 'unknownLoop', 'scan', 'scanLoop', 'neighbor', 'padded'];

it.each(kernels)('runs volatile accesses of one warp in lockstep: %s', async (name) => {
  const { findings, stdout, exitCode } = await run(source, 'lockstep.cu', { args: [name] });
  expect(stdout).toBe('right\n');
  expect(exitCode).toBe(0);
  const told = findings.filter(({ severity }) => severity !== 'note');
  expect(new Set(told.map(({ rule, severity }) => `${severity} ${rule}`))).toEqual(new Set(['warning shared-race']));
  expect(told.map(({ message }) => message).join('\n')).toContain('this works only while lanes run together');
});

it.each(['synced', 'flag'])('has no finding: %s', async (name) => {
  const { findings, stdout } = await run(source, 'lockstep.cu', { args: [name] });
  expect(stdout).toBe('right\n');
  expect(findings).toEqual([]);
});

it('reports an error if the lanes belong to different warps', async () => {
  const { findings } = await run(source, 'lockstep.cu', { args: ['otherWarp'] });
  expect(findings.map(({ rule, severity }) => `${severity} ${rule}`)).toContain('error shared-race');
});

it('does not run accesses without volatile in lockstep', async () => {
  const { findings, stdout } = await run(source, 'lockstep.cu', { args: ['plain'] });
  expect(stdout).toBe('wrong\n');
  expect(findings.map(({ rule }) => rule)).toContain('shared-race');
  expect(findings.map(({ severity }) => severity)).toContain('error');
});
