import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { packageRoot } from '../../../grader/platform/root.ts';
import { programRunner } from './program-runner.ts';

const { run } = programRunner();
const source = readFileSync(join(packageRoot, 'test/pipeline/run/below-zero.cu'), 'utf8');

/** The lines of the source that say which number is below zero, as `line role: a - b`. */
const EXPECTED = source
  .split('\n')
  .flatMap((text, at) =>
    [...text.matchAll(/\/\/ ((?:guard|index|bound): \d+ - \d+)/g)].map(([, it]) => `${at + 1} ${it}`),
  );

it('names the unsigned number below zero behind an access out of bounds', async () => {
  const { findings } = await run(source, 'below-zero.cu');
  const seen = findings.flatMap(({ related = [] }) =>
    related.flatMap(({ line, detail }) =>
      detail?.kind === 'below-zero' ? [`${line} ${detail.role}: ${detail.from} - ${detail.taken}`] : [],
    ),
  );
  expect([...new Set(seen)].sort()).toEqual([...EXPECTED].sort());
  const messages = findings.flatMap(({ related = [] }) => related.map(({ message }) => message)).join('\n');
  expect(messages).toContain('10 - 256 becomes 4,294,967,050 here');
  expect(messages).toContain('1 - 3 becomes 18,446,744,073,709,551,614 here');
});

it('adds no number to an access that does not depend on one below zero', async () => {
  const { findings } = await run(source, 'below-zero.cu');
  const honest = findings.filter(({ kernel, rule }) => kernel === 'honest' && rule === 'out-of-bounds-write');
  expect(honest).toHaveLength(5);
  for (const { related, detail } of honest) {
    expect(related).toBeUndefined();
    expect(detail).not.toMatchObject({ reason: 'index-wrap' });
  }
});

it('reports no number below zero if every access is inside its array', async () => {
  const { findings, exitCode } = await run(source, 'below-zero.cu', { args: ['right'] });
  expect(exitCode).toBe(0);
  expect(findings.filter(({ rule }) => rule !== 'global-race')).toEqual([]);
});
