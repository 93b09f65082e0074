import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type LocalEngine, openEngine } from '../../../grader/pipeline/engine/index.ts';
import { type Graded, gradeSubmission } from '../../../grader/pipeline/grade/index.ts';
import { REPORT_FORMATS, renderReports, reportInput } from '../../../grader/report/index.ts';
import { type Assignment, resolveAssignment } from '../../../grader/spec/index.ts';

/** One engine and one cache, as the grading processes of a batch have them. */
let cache: string;
let local: LocalEngine;
beforeAll(async () => {
  cache = mkdtempSync(join(tmpdir(), 'grade-between-'));
  local = await openEngine({ dir: cache, maxMiB: null });
});
afterAll(async () => {
  await local.dispose();
  rmSync(cache, { recursive: true, force: true });
});

const { spec, ...rest } = resolveAssignment('vector-add');
const assignment: Assignment = { ...rest, spec: { ...spec, cases: spec.cases.slice(0, 2), hidden: [] } };

function grade(source: string, fileName: string): Promise<Graded> {
  const { engine } = local;
  return gradeSubmission({
    ...{ assignment, source, fileName, sha256: engine.sha256(source) },
    ...{ seed: '1', seedIsPublic: true, engine },
  });
}

function withoutMoment({ result: { environment: _, ...result } }: Graded): unknown {
  return result;
}

const ADD = (before: string, kernel = '', outside = '') => `#include <cstdlib>
#include <cstring>
${outside}
__global__ void add(const float* a, const float* b, float* out, int n, int more) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    ${kernel}
    if (i < n) out[i] = a[i] + b[i] + more;
}
void vector_add(const float* a, const float* b, float* out, int n) {
    int more = 0;
    ${before}
    float *x, *y, *z;
    cudaMalloc(&x, n * 4);
    cudaMalloc(&y, n * 4);
    cudaMalloc(&z, n * 4);
    cudaMemcpy(x, a, n * 4, cudaMemcpyHostToDevice);
    cudaMemcpy(y, b, n * 4, cudaMemcpyHostToDevice);
    add<<<(n + 255) / 256, 256>>>(x, y, z, n, more);
    cudaMemcpy(out, z, n * 4, cudaMemcpyDeviceToHost);
    cudaFree(x);
    cudaFree(y);
    cudaFree(z);
}
`;
const OUTSIDE = '__device__ int mark; static int calls;';
/** Leaves its mark in every memory that there is. */
const FILLS = ADD(
  `calls = 77;
    for (int i = 0; i < 100; i++) { char* h = (char*)malloc(100000); memset(h, 0x5e, 100000); if (i & 1) free(h); }
    int* junk;
    cudaMalloc(&junk, 8 << 20);
    cudaMemset(junk, 0x5e, 8 << 20);`,
  '__shared__ int s[4000]; for (int j = threadIdx.x; j < 4000; j += 256) s[j] = 0x5e5e5e5e; if (i == 0) mark = s[7];',
  OUTSIDE,
);
/** Adds up what it finds there, so that every value of its output depends on it. */
const LOOKS = ADD(
  `more = calls++;
    unsigned char* h = (unsigned char*)malloc(1000000);
    for (int i = 0; i < 1000000; i++) more += h[i] == 0x5e;
    int *junk, first[1000];
    cudaMalloc(&junk, 1 << 20);
    cudaMemcpy(first, junk, sizeof first, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 1000; i++) more += first[i] == 0x5e5e5e5e;`,
  '__shared__ int s[4000]; for (int j = 0; j < 100; j++) more += s[j] == 0x5e5e5e5e; more += mark;',
  OUTSIDE,
);

describe('a submission', () => {
  it('finds nothing in memory of the one that was graded before it', async () => {
    const alone = await grade(LOOKS, 'mine.cu');
    const filling = await grade(FILLS, 'other.cu');
    for (const { result } of [alone, filling])
      expect(result.checks[0]).toMatchObject({ id: 'compile', status: 'passed' });
    expect(withoutMoment(await grade(LOOKS, 'mine.cu'))).toEqual(withoutMoment(alone));
  });

  it('with the bytes of another one has only its own file name in its reports', async () => {
    const source = ADD('return nothing;');
    for (const [fileName, other] of [
      ['ada.cu', 'eve.cu'],
      ['eve.cu', 'ada.cu'],
    ] as const) {
      const graded = await grade(source, fileName);
      expect(graded.result.verdict).toBe('failed');
      const input = await reportInput(assignment, source, graded);
      const reports = renderReports(input, REPORT_FORMATS, { path: fileName, docsUrl: null });
      const text = [JSON.stringify(graded.result), ...reports.map(({ content }) => String(content))].join('\n');
      expect(text).toContain(fileName);
      expect(text).not.toContain(other);
    }
  });
});
