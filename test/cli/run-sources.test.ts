import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { splitRunArguments } from '../../grader/cli/nvcc-options.ts';
import { readSources } from '../../grader/cli/run-sources.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'grade-sources-'));
  writeFileSync(join(folder, 'main.c'), 'int main(void) { return 0; }\n');
  writeFileSync(join(folder, 'kernel.cu'), '__global__ void k() {}\n');
  writeFileSync(join(folder, 'host.cpp'), 'int host;\n');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function read(...names: string[]) {
  const files = { read: () => '', isFile: () => true };
  const { command } = splitRunArguments(
    names.map((name) => join(folder, name)),
    new Map(),
    files,
  );
  const { fileName, source, units } = await readSources(command, null, []);
  return {
    first: fileName.slice(folder.length + 1),
    source,
    units: units.map(({ path, language }) => [path, language]),
  };
}

it('compiles sources in C beside an empty source of kernels', async () => {
  expect(await read('main.c')).toEqual({ first: 'main.c.cu', source: '', units: [['main.c', 'c']] });
});

it.each([
  [['main.c', 'kernel.cu'], 'kernel.cu', [['main.c', 'c']]],
  [['main.c', 'host.cpp'], 'host.cpp', [['main.c', 'c']]],
])('begins with the first source that can have kernels: %s', async (names, first, units) => {
  expect(await read(...names)).toMatchObject({ first, units });
});
