import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { programRunner } from './program-runner.ts';

const SOURCE = readFileSync(join(import.meta.dirname, 'unwritten.cu'), 'utf8');
const { root, run } = programRunner();

/** A program whose grid has fewer threads than `out` has elements. */
const small = (use: string, { launch = '4, 256', elements = 1500 } = {}) => `#include <cstdio>
#include <vector>
__global__ void twice(const float *in, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = 2 * in[i];
}
int main() {
  const int n = ${elements};
  std::vector<float> in(n, 1.0f), result(n);
  float *a, *b;
  cudaMalloc(&a, n * sizeof(float));
  cudaMalloc(&b, n * sizeof(float));
  cudaMemcpy(a, in.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  twice<<<${launch}>>>(a, b, n);
  cudaMemcpy(result.data(), b, n * sizeof(float), cudaMemcpyDeviceToHost);
  ${use}
  cudaFree(a);
  cudaFree(b);
}
`;
const VERIFY = 'for (int i = 0; i < n; i++) if (result[i] != 2.0f) { printf("wrong at %d\\n", i); break; }';

describe('host code that reads what no thread has written', () => {
  it('is a warning with the elements and the threads of the launch', async () => {
    const { stdout, findings } = await run(small(VERIFY), 'small.cu');
    expect(stdout).toBe('wrong at 1024\n');
    expect(findings).toMatchObject([
      {
        rule: 'uninitialized-read',
        severity: 'warning',
        line: 16,
        detail: {
          kind: 'unwritten-copy',
          spot: { unit: 'element', index: 1024, buffer: { variable: 'b' } },
          counts: { first: 1024, last: 1499, elements: 1500 },
          writer: { kernel: 'twice', grid: [4, 1, 1], block: [256, 1, 1] },
        },
      },
    ]);
    expect(findings[0]?.message).toContain('The launch of `twice` has 4 × 256 = 1,024 threads.');
  });

  it.each([
    ['one element is missing', small(VERIFY, { elements: 1025 }), 1],
    ['host code reads no such element', small('printf("%f\\n", result[1023]);'), 0],
    ['host code writes first', small('result.assign(n, 2.0f); printf("%f\\n", result[1400]);'), 0],
    ['host code only copies them', small('std::vector<float> all = result; printf("%f\\n", all[0]);'), 0],
    ['every element has a thread', small(VERIFY, { launch: '6, 256' }), 0],
  ])('is found once or not at all: %s', async (_, source, count) => {
    const { findings } = await run(source, 'small.cu');
    expect(findings.map(({ detail }) => detail?.kind)).toEqual(Array(count).fill('unwritten-copy'));
  });

  it('is not reported for padding, capacity, text, files and copies', async () => {
    const files = { workingFolder: root, folders: [] };
    const input = (text: string) => {
      let left = new TextEncoder().encode(text);
      return async (bytes: number) => {
        const part = left.slice(0, bytes);
        left = left.slice(bytes);
        return part;
      };
    };
    const usual = await run(SOURCE, 'unwritten.cu', { files, readInput: input('one\n') });
    expect(usual).toMatchObject({ exitCode: 0, findings: [] });
    expect(usual.stdout).toMatch(/^read one\n/);
    // The same run reads an element at its end, so it was watched to there.
    const reading = await run(SOURCE, 'unwritten.cu', { files, readInput: input('one\n'), args: ['500'] });
    const line = SOURCE.split('\n').findIndex((text) => text.endsWith('// @read')) + 1;
    expect(reading.findings).toMatchObject([{ line, detail: { kind: 'unwritten-copy', spot: { index: 500 } } }]);
    const written = await run(SOURCE, 'unwritten.cu', { files, readInput: input('one\n'), args: ['3'] });
    expect(written.findings).toEqual([]);
  });
});
