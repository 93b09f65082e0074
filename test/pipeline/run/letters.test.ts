import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { packageRoot } from '../../../grader/platform/root.ts';
import { programRunner } from './program-runner.ts';

const { run } = programRunner();
const source = readFileSync(join(packageRoot, 'test/pipeline/run/letters.cu'), 'utf8');

/** The 1-based place of a text in a line, in characters. */
function columnOf(line: number, text: string, from = 0): number {
  return (source.split('\n')[line - 1]?.indexOf(text, from) ?? -2) + 1;
}

it('runs kernels and finds variables whose names have letters outside ASCII', async () => {
  const { exitCode, stdout } = await run(source, 'größe.cu');
  expect(exitCode).toBe(0);
  expect(stdout).toBe('1 no error\n2 no error\n20\n3 no error\n4 no error\n32\nno error\n5 no error\n');
});

it('warns at the line of each kernel and variable with such a name', async () => {
  const { findings } = await run(source, 'größe.cu');
  const warned = findings.filter(({ message }) => message.includes('nvcc 13 rejects it'));
  expect(warned.every(({ rule, severity }) => rule === 'compile-warning' && severity === 'warning')).toBe(true);
  expect(
    new Set(warned.map(({ line, message }) => `${line} ${/^The (name of the \S+ \S+)/.exec(message)?.[1]}`)),
  ).toEqual(
    new Set([
      ...['4 name of the variable gewicht_ß', '5 name of the variable zähler_δ', '7 name of the kernel grau_färben'],
      ...['14 name of the kernel schablöne', '16 name of the kernel グレー'],
    ]),
  );
});

it('names files, kernels, buffers and shared arrays with such letters', async () => {
  const { findings } = await run(source, 'größe.cu');
  const found = findings.map(({ file, line, column, kernel, rule }) => [file, line, column, kernel, rule]);
  expect(found).toContainEqual(['größe.cu', 6, columnOf(6, 'eingäbe[i'), 'grau_färben', 'out-of-bounds-read']);
  expect(found).toContainEqual(['größe.cu', 11, columnOf(11, '+='), 'grau_färben', 'shared-race']);
  const messages = findings.map(({ message }) => message).join('\n');
  expect(messages).toContain('your own buffer eingäbe (allocated at line 20)');
  expect(messages).toContain('element 0 of kächel');
  expect(messages).toMatch(/allocated here for ausgäbe are never freed/);
  expect(messages).not.toContain('_Z');
});
