import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { programRunner } from './program-runner.ts';

const { run } = programRunner();
const text = (name: string) => readFileSync(join(import.meta.dirname, name), 'utf8');

it('computes SSE2 in host code as g++ on x86-64 does', async () => {
  const result = await run(text('sse2.cu'), 'sse2.cu');
  expect(result).toMatchObject({ exitCode: 0, findings: [] });
  expect(result.stdout).toBe(text('sse2.txt'));
});

it('needs a feature for AVX, which gcc has only with an option', async () => {
  const program = '#include <immintrin.h>\nint main() {\n  __m256 x = _mm256_set1_ps(1);\n  (void)x;\n}\n';
  const { findings } = await run(program, 'avx.cu');
  expect([...new Set(findings.map(({ rule }) => rule))]).toEqual(['unsupported-feature']);
});
