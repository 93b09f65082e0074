import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRunner } from '../../grader/cli/local-runner.ts';
import { collectHeaders } from '../../grader/platform/headers.ts';
import { PROGRAM_LIMITS } from '../../grader/run/index.ts';

let root: string;
let runner: Awaited<ReturnType<typeof createRunner>>;
beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'grade-libraries-'));
  runner = await createRunner({ dir: join(root, 'cache'), maxMiB: 100 });
});
afterAll(async () => {
  await runner?.dispose();
  rmSync(root, { recursive: true, force: true });
});

const textOf = (name: string) => readFileSync(join(import.meta.dirname, name), 'utf8');

function run(name: string, source: string) {
  return runner.run({
    source,
    fileName: name,
    sha256: createHash('sha256').update(source).digest('hex'),
    headers: collectHeaders(join(import.meta.dirname, name), source).map((header) => ({
      ...header,
      name: header.path,
    })),
    args: [],
    checks: null,
    counters: false,
    limits: PROGRAM_LIMITS,
  });
}

describe('a program that uses a library of the emulator', () => {
  const programs = [
    'thrust-vectors.cu',
    'thrust-sums.cu',
    'thrust-orders.cu',
    'thrust-more.cu',
    'thrust-large.cu',
    'cublas.cu',
  ];
  it.each(programs)('%s: what the documentation states holds, and nothing is found', async (name) => {
    expect(await run(name, textOf(name))).toMatchObject({ stdout: '', findings: [], exitCode: 0 });
  });

  it('is told what it does wrong at its own lines, and by the name of the algorithm', async () => {
    const source = textOf('findings.cu');
    const { findings } = await run('findings.cu', source);
    const lines = source.split('\n');
    const told = findings.map(
      ({ rule, line = 0, kernel }) => `${rule} ${/\/\/ .*/.exec(lines[line - 1] ?? '')} ${kernel}`,
    );
    expect(told).toEqual([
      'out-of-bounds-write // too short thrust::transform',
      'out-of-bounds-read // beyond the table thrust::transform',
      'out-of-bounds-read // one too many thrust::copy',
      'out-of-bounds-write // one too many thrust::copy',
      "host-device-pointer // the host's thrust::reduce",
      'uninitialized-read // never filled cublas::vectors',
    ]);
  });
});

describe('what there is not', () => {
  const only = async (source: string) => {
    const { findings } = await run('mine.cu', source);
    expect(findings).toMatchObject([{ rule: 'unsupported-feature', line: 1 }]);
    return findings[0]?.message ?? '';
  };

  it('of a library is named beside what there is', async () => {
    const message = await only('#include <thrust/complex.h>\nint main() {}\n');
    expect(message).toMatch(
      /^This uses thrust\/complex\.h of Thrust \(there are .*copy\.h, .*unique\.h.*\), which the/,
    );
    const iterators = await only('#include <thrust/iterator/strided_iterator.h>\nint main() {}\n');
    expect(iterators).toContain('(there are constant_iterator.h, counting_iterator.h, discard_iterator.h,');
  });

  it('of libraries is named as before', async () => {
    expect(await only('#include <cufft.h>\nint main() {}\n')).toBe('This uses cuFFT, which the emulator cannot run.');
    expect(await only('#include <cublasLt.h>\nint main() {}\n')).toBe(
      'This uses cuBLAS, which the emulator cannot run.',
    );
  });
});
