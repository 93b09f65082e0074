import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Grader } from '../../../grader/cli/grader.ts';
import { createGrader } from '../../../grader/cli/local-grader.ts';
import type { Finding } from '../../../grader/result/index.ts';
import { resolveAssignment } from '../../../grader/spec/index.ts';

let cache: string;
let grader: Grader;
beforeAll(async () => {
  cache = mkdtempSync(join(tmpdir(), 'modified-input-'));
  grader = await createGrader({ dir: cache, maxMiB: 100 });
});
afterAll(async () => {
  await grader?.dispose();
  rmSync(cache, { recursive: true, force: true });
});

async function modified(assignment: string, source: string): Promise<readonly Finding[]> {
  const { result } = await grader.grade({
    assignment: resolveAssignment(assignment),
    source,
    fileName: 'submission.cu',
    sha256: createHash('sha256').update(source).digest('hex'),
    seed: '1',
    seedIsPublic: true,
    onProgress: () => {},
    signal: new AbortController().signal,
  });
  return result.checks.flatMap(({ findings }) => findings).filter(({ rule }) => rule === 'modified-input');
}

const accepted = (assignment: string, file: string) =>
  readFileSync(join(resolveAssignment(assignment).folder, 'submissions', 'accepted', file), 'utf8');

describe('modified-input', () => {
  it('names the call of host code that clears an input', async () => {
    const source = accepted('grayscale', 'lecture-256.cu').replace(/\}\s*$/, '\n  cudaMemset((void*)x, 0, 3);\n}\n');
    const line = source.split('\n').findIndex((text) => text.includes('cudaMemset')) + 1;
    expect(await modified('grayscale', source)).toMatchObject([{ line }]);
  });

  it('names the copy that overwrites an input in host memory', async () => {
    const source = accepted('vector-add', 'in-place.cu').replace(
      '  cudaFree(sum);',
      '  cudaMemcpy((void*)b, sum, bytes, cudaMemcpyDeviceToHost);\n  cudaFree(sum);',
    );
    const line = source.split('\n').findIndex((text) => text.includes('(void*)b')) + 1;
    expect(await modified('vector-add', source)).toMatchObject([{ line }]);
  });

  it('allows work in place on a copy of an input', async () => {
    expect(await modified('vector-add', accepted('vector-add', 'in-place.cu'))).toEqual([]);
  });

  it('names the kernel that changes an input, even if it is restored', async () => {
    const source = accepted('grayscale', 'lecture-256.cu').replace(
      /\}\s*$/,
      '\n  flip<<<1, 1>>>((unsigned char*)x);\n  flip<<<1, 1>>>((unsigned char*)x);\n}\n',
    );
    const flip = '__global__ void flip(unsigned char* x) { x[0] ^= 255; }\n';
    expect(await modified('grayscale', flip + source)).toMatchObject([{ line: 1, kernel: 'flip' }]);
    const same = '__global__ void flip(unsigned char* x) { x[0] = x[0]; }\n';
    expect(await modified('grayscale', same + source)).toEqual([]);
  });
});
