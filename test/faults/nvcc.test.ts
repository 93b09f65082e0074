import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type BuildResult, buildDirect } from '../../grader/sandbox/index.ts';
import { noPosix } from '../posix.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'grade-nvcc-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

/** An nvcc that notes each time it is run, and does this first. */
function build(first: string): Promise<BuildResult> {
  const nvcc = join(root, 'nvcc');
  writeFileSync(
    nvcc,
    `#!/bin/sh\necho run >> ${root}/runs\nruns=$(wc -l < ${root}/runs)\n${first}\necho fatbin > mine.fatbin\n`,
  );
  chmodSync(nvcc, 0o755);
  return buildDirect({
    source: '__global__ void k() {}\n',
    fileName: 'mine.cu',
    prototype: null,
    architectures: ['sm_90'],
    nvcc,
  });
}

const runs = (): number =>
  existsSync(join(root, 'runs')) ? readFileSync(join(root, 'runs'), 'utf8').trim().split('\n').length : 0;

describe.skipIf(noPosix !== null)('kill -9', () => {
  const PTXAS = 'echo "nvcc error   : \'ptxas\' died due to signal 9 (Kill signal)" >&2; exit 9';

  it.each([
    ['of nvcc', 'kill -9 $$'],
    ['of a program of it', PTXAS],
  ])('%s, once, is nobody’s fault: it is asked again', async (_, dies) => {
    const undisturbed = await build('');
    rmSync(join(root, 'runs'));
    expect(await build(`[ $runs -gt 1 ] || { ${dies}; }`)).toEqual(undisturbed);
    expect(runs()).toBe(2);
  });

  it('of nvcc, each time, is the machine’s fault', async () => {
    await expect(build('kill -9 $$')).rejects.toMatchObject({
      name: 'InfrastructureError',
      exitCode: 3,
      details: [expect.anything(), expect.stringContaining('nvcc --version')],
    });
    // The submission and the control program, twice each.
    expect(runs()).toBe(4);
  });

  it('of a program of it, each time, is what the source does: a template bomb', async () => {
    expect(await build(PTXAS)).toMatchObject({ status: 'exhausted', limit: 'memory' });
    expect(runs()).toBe(2);
  });
});
