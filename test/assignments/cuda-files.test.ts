import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { prototype } from '../../grader/spec/index.ts';
import { SHIPPED, shipped } from './shipped.ts';

const nvcc = spawnSync('nvcc', ['--version'], { encoding: 'utf8' }).status === 0;
if (!nvcc)
  console.warn('skipped: compiling starters and baselines with nvcc, because there is no nvcc on this machine');

const scratch = mkdtempSync(join(tmpdir(), 'grade-cuda-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

describe.each(SHIPPED)('the CUDA files of %s', (id) => {
  it('define the entry point as the specification has it', async () => {
    const { assignment, readFile } = await shipped(id);
    const declared = prototype(assignment.spec);
    for (const file of ['starter.cu', 'baseline.cu']) {
      expect(new TextDecoder().decode(readFile(file)), file).toContain(`${declared} {`);
    }
  });

  it('are spoken of in the handout', async () => {
    const { assignment } = await shipped(id);
    const handout = readFileSync(join(assignment.folder, 'handout.md'), 'utf8');
    for (const word of [prototype(assignment.spec), `grade submit ${id}`, `grade simulate ${id}`, 'starter.cu']) {
      expect(handout).toContain(word);
    }
    const points = { compile: 5, guards: 20, correctness: 35, memory: 10, races: 10, technique: 10, speedup: 10 };
    for (const [check, given] of Object.entries({ ...points, ...assignment.spec.rubric })) {
      expect(handout).toMatch(new RegExp(`\\| ${check} +\\|[^\\n]*\\| +${given} \\|`));
    }
  });

  it.skipIf(!nvcc)('compile with nvcc without a warning', async () => {
    const { assignment } = await shipped(id);
    for (const file of ['starter.cu', 'baseline.cu']) {
      // As the grader does it: the prototype comes first, with C linkage.
      const source = join(scratch, `${id}-${file}`);
      writeFileSync(
        source,
        `extern "C" ${prototype(assignment.spec)};\n${readFileSync(join(assignment.folder, file), 'utf8')}`,
      );
      const compiler = spawnSync('nvcc', ['-arch=sm_90', '-Xcompiler', '-Wall', '-c', '-o', `${source}.o`, source], {
        encoding: 'utf8',
      });
      expect(compiler.stdout + compiler.stderr, file).toBe('');
      expect(compiler.status, file).toBe(0);
    }
  });
});
