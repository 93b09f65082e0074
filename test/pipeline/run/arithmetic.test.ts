import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { packageRoot } from '../../../grader/platform/root.ts';
import { programRunner } from './program-runner.ts';

const { run } = programRunner();
const source = readFileSync(join(packageRoot, 'test/pipeline/run/arithmetic.cu'), 'utf8');
const KINDS = ['division-by-zero', 'remainder-by-zero', 'division-overflow', 'shift-width'];

it('reports undefined integer arithmetic as a warning where it happens', async () => {
  const { findings, exitCode } = await run(source, 'arithmetic.cu');
  expect(exitCode).toBe(0);
  const expected = source.split('\n').flatMap((text, at) => {
    const [, marked = ''] = text.split('// ');
    return KINDS.filter((kind) => marked.includes(kind)).map((kind) => `${at + 1} ${kind}`);
  });
  const seen = findings.map(({ line, rule, severity, detail }) => {
    expect([rule, severity]).toEqual(['undefined-arithmetic', 'warning']);
    return `${line} ${detail?.kind === 'undefined-arithmetic' ? detail.operation : ''}`;
  });
  expect([...new Set(seen)].sort()).toEqual(expected.sort());
  expect(findings.map(({ message }) => message).join('\n')).toContain('divides 7 by zero');
});

it('computes what a GPU computes where C++ defines nothing', async () => {
  const { stdout } = await run(source, 'arithmetic.cu');
  expect(stdout.split('\n')).toEqual([
    '-1 7',
    '4294967295 4294967295',
    '-2147483648',
    '0 -1',
    '0 0',
    '2147483647 -2147483648 3000000000 0',
    '44 4464 44 -1',
    '9223372036854775807 18446744073709551615 -9223372036854775808',
    '0 -2147483648 -9223372036854775808 0',
    '0',
    '2',
    '0',
    '',
  ]);
});
