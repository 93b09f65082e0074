import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { packageRoot } from '../../../grader/platform/root.ts';
import { programRunner } from './program-runner.ts';

const { run } = programRunner();
const source = (name: string) => readFileSync(join(packageRoot, 'test/pipeline/run/confirmed', name), 'utf8');

it('reports no plain load that an atomic function of the place confirms', async () => {
  const { findings, exitCode } = await run(source('honest.cu'), 'honest.cu');
  expect(findings).toEqual([]);
  expect(exitCode).toBe(0);
});

it('reports a plain load whose value also goes elsewhere', async () => {
  const text = source('races.cu');
  const { findings } = await run(text, 'races.cu');
  const marked = text.split('\n').flatMap((line, at) => (line.endsWith('// @') ? [at + 1] : []));
  const lines = findings.flatMap(({ rule, line, severity, related }) =>
    severity === 'error' && (rule === 'global-race' || rule === 'shared-race')
      ? [line, ...(related ?? []).map((other) => other.line)]
      : [],
  );
  expect(marked.filter((line) => !lines.includes(line))).toEqual([]);
});
