import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { programRunner } from './program-runner.ts';

/** Programs that were written for libwb, and the data files that courses hand out with them. */
const { root, run: runSource } = programRunner();
beforeAll(() => {
  const raw = (name: string, values: readonly number[]) =>
    writeFileSync(join(root, name), `${values.length}\n${values.join('\n')}\n`);
  raw('input0.raw', [1, 2.5, -3, 4]);
  raw('input1.raw', [10, 20, 30, 40]);
  raw('sum.raw', [11, 22.5, 27, 44]);
  raw('wrong.raw', [11, 22.5, 28, 44]);
  raw('short.raw', [11, 22.5]);
  const picture = (name: string, kind: string, pixels: readonly number[]) =>
    writeFileSync(join(root, name), Buffer.concat([Buffer.from(`${kind}\n# made\n3 2\n255\n`), Buffer.from(pixels)]));
  const colours = Array.from({ length: 18 }, (_, at) => at * 14);
  picture('input.ppm', 'P6', colours);
  const weights = [0.21, 0.71, 0.07];
  const gray = Array.from({ length: 6 }, (_, pixel) =>
    Math.round(weights.reduce((sum, weight, channel) => sum + weight * (colours[3 * pixel + channel] ?? 0), 0)),
  );
  picture('gray.pbm', 'P5', gray);
  picture('dark.pbm', 'P5', gray.with(4, 0));
});

async function run(name: string, args: readonly string[], folders: readonly string[] = [root]) {
  const source = readFileSync(join(import.meta.dirname, 'wb', name), 'utf8');
  return runSource(source, name, { args, files: { folders, workingFolder: root } });
}

const add = (expected: string, ...more: string[]) =>
  run('vector-add.cu', ['-i', 'input0.raw,input1.raw', '-e', expected, '-o', 'out.raw', '-t', 'vector', ...more]);

describe('a program for libwb', () => {
  it('reads vectors, logs, and says that its solution is correct', async () => {
    const { stdout, findings, exitCode } = await add('sum.raw');
    expect(stdout).toBe('The input length is 4\nThe solution is correct\n');
    expect(findings).toEqual([]);
    expect(exitCode).toBe(0);
  });

  it('says where its solution is not the expected one', async () => {
    expect((await add('wrong.raw')).stdout).toContain(
      'at row 2. Expecting 28 but got 27.\nThe solution is NOT correct\n',
    );
    expect((await add('short.raw')).stdout).toContain('Expected number of rows is 2.\nThe solution is NOT correct\n');
  });

  it('reports unknown options', async () => {
    expect((await add('sum.raw', '-z')).stdout).toContain('Unexpected program option -z\n');
  });

  it('ends with a sentence where a file is missing or may not be read', async () => {
    const missing = await run('vector-add.cu', ['-i', 'none.raw,input1.raw', '-e', 'sum.raw', '-t', 'vector']);
    expect(missing.stderr).toContain('File none.raw cannot be read');
    expect(missing.exitCode).toBe(1);
    const hidden = await run('vector-add.cu', ['-i', 'input0.raw,input1.raw', '-e', 'sum.raw', '-t', 'vector'], []);
    expect(hidden.stderr).toContain('not in a folder that the program may read (--dir)');
    expect(hidden.exitCode).toBe(1);
  });

  it('reads pictures and compares them', async () => {
    const gray = (expected: string) => run('grayscale.cu', ['-i', 'input.ppm', '-e', expected, '-t', 'image']);
    const right = await gray('gray.pbm');
    expect(right.stdout).toBe('The picture has 3 columns, 2 rows and 3 channels\nThe solution is correct\n');
    expect(right.findings).toEqual([]);
    expect((await gray('dark.pbm')).stdout).toContain(
      'did not match the expected one at column 1 and row 1, channel 0',
    );
    expect((await gray('input.ppm')).stdout).toContain('Expected is 3 x 2 with 3.');
  });
});
