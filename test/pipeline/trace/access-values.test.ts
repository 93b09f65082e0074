import { afterAll, beforeAll, expect, it } from 'vitest';
import { codeOnly } from '../../../grader/compile/index.ts';
import { type LocalEngine, openEngine } from '../../../grader/pipeline/engine/index.ts';
import { gradeSubmission } from '../../../grader/pipeline/grade/index.ts';
import { accessValues, traceSubmission } from '../../../grader/pipeline/trace/index.ts';
import { resolveAssignment } from '../../../grader/spec/index.ts';

let local: LocalEngine;
beforeAll(async () => {
  local = await openEngine({ dir: 'off', maxMiB: null });
});
afterAll(() => local.dispose());

const program = (guard: string, line: string) => `#define ONE 1
__global__ void gray_kernel(const unsigned char *x, unsigned char *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  // if (i < 0) return;
  ${guard}
  ${line}
}
void rgb_to_grayscale(const unsigned char *x, unsigned char *out, int height, int width) {
  int n = height * width;
  gray_kernel<<<(n + 255) / 256, 256>>>(x, out, n);
}
`;
const RIGHT = '0.2989f * x[i] + 0.5870f * x[i + n] + 0.1140f * x[i + 2 * n]';

async function valuesOf(source: string) {
  const assignment = resolveAssignment('grayscale');
  const about = { assignment, source, fileName: 'gray.cu', engine: local.engine, seed: '1' };
  const { result } = await gradeSubmission({ ...about, sha256: '0', seedIsPublic: true });
  const finding = result.checks
    .flatMap(({ findings }) => findings)
    .find(({ rule }) => rule.startsWith('out-of-bounds'));
  const traced = await traceSubmission({
    ...about,
    ...{ block: null, thread: null, kernel: null, finding: finding ?? null, caseName: finding?.case ?? null },
  });
  const { recording, fault } = traced;
  return recording && fault && accessValues(recording, fault, codeOnly(source));
}

it('has the index of an access, and the condition around it', async () => {
  expect(await valuesOf(program('if (i <= n)', `out[i] = ${RIGHT};`))).toEqual({
    array: 'x',
    index: { text: 'i + 2 * n', numbers: '1 + 2 * 1', value: 3n },
    elements: 3,
    guard: { line: 5, kind: 'around', condition: { text: 'i <= n', numbers: '1 <= 1', value: 1n } },
  });
});

it('has the condition that does not end a thread', async () => {
  const values = await valuesOf(program('if (i > n) { return; }', `out[i] = ${RIGHT};`));
  expect(values?.guard).toEqual({
    line: 5,
    kind: 'before',
    condition: { text: 'i > n', numbers: '1 > 1', value: 0n },
  });
});

it('has an index below zero, with a constant', async () => {
  const values = await valuesOf(program('if (i < n)', `out[i - ONE] = ${RIGHT};`));
  expect(values).toMatchObject({
    array: 'out',
    index: { text: 'i - ONE', numbers: '0 - 1', value: -1n },
    elements: 1,
  });
});

it('has nothing for an unsigned index that wraps around', async () => {
  expect(await valuesOf(program('if (i < n)', `out[threadIdx.x - ONE] = ${RIGHT};`))).toBeNull();
});

it('has nothing for an index that it does not understand', async () => {
  expect(await valuesOf(program('if (i < n)', `out[max(i, 0) + n] = ${RIGHT};`))).toBeNull();
});
