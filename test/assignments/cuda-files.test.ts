import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { TENSOR_HEADER, tensorHeader, withTensorHeader } from '../../grader/sandbox/tensor-header.ts';
import { type AssignmentSpec, prototype } from '../../grader/spec/index.ts';
import { EVERY, shipped } from './shipped.ts';

const nvcc = spawnSync('nvcc', ['--version'], { encoding: 'utf8' }).status === 0;
if (!nvcc)
  console.warn('skipped: compiling starters and baselines with nvcc, because there is no nvcc on this machine');

const scratch = mkdtempSync(join(tmpdir(), 'grade-cuda-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

/** Returns the files in CUDA that students get: the baseline only of an exercise whose speed is measured. */
function filesOf({ timing }: AssignmentSpec): string[] {
  return ['starter.cu', ...(timing ? [timing.baseline] : [])];
}

describe.each(EVERY)('the CUDA files of %s', (id) => {
  it('define the entry point as the specification has it', async () => {
    const { assignment, readFile } = await shipped(id);
    const declared = prototype(assignment.spec);
    for (const file of filesOf(assignment.spec)) {
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
      // What gives no points may be left out.
      if (given === 0) continue;
      expect(handout).toMatch(new RegExp(`\\| ${check} +\\|[^\\n]*\\| +${given} \\|`));
    }
  });

  it.skipIf(!nvcc)('compile with nvcc without a warning', { timeout: 240_000 }, async () => {
    const { assignment } = await shipped(id);
    for (const file of filesOf(assignment.spec)) {
      const source = join(scratch, `${id}-${file}`);
      writeFileSync(source, asGiven(assignment.spec, readFileSync(join(assignment.folder, file), 'utf8')));
      const compiler = spawnSync('nvcc', [...OPTIONS, '-c', '-o', `${source}.o`, source], { encoding: 'utf8' });
      expect(compiler.stdout + compiler.stderr, file).toBe('');
      expect(compiler.status, file).toBe(0);
    }
  });
});

const OPTIONS = ['-arch=sm_90', '-std=c++17', '-Xcompiler', '-Wall'];

/**
 * As the grader gives it to nvcc: a function that is called has its prototype in front, with C linkage. A kernel needs
 * none; a tensor function has the headers that stand for PyTorch's.
 */
function asGiven(spec: AssignmentSpec, source: string): string {
  switch (spec.entry.style) {
    case 'kernel':
      return source;
    case 'torch':
      writeFileSync(join(scratch, TENSOR_HEADER), tensorHeader());
      return withTensorHeader(source, scratch);
    default:
      return `extern "C" ${prototype(spec)};\n${source}`;
  }
}
