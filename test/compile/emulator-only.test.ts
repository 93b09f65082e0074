import { expect, it } from 'vitest';
import { refusedOnGpu } from '../../grader/compile/index.ts';
import { wordDiagnostic } from '../../grader/wording/index.ts';
import { CORRECT, FILE, useCompiler } from './harness.ts';

const compile = useCompiler();

const TEXTURE = `__global__ void read(cudaTextureObject_t texture, float* out) { out[0] = tex1D<float>(texture, 0.5f); }
void reads(float* out) {
  cudaTextureObject_t texture = 0;
  cudaResourceDesc resource = {};
  cudaTextureDesc desc = {};
  cudaCreateTextureObject(&texture, &resource, &desc, nullptr);
  read<<<1, 1>>>(texture, out);
}
`;

it('refuses textures where a GPU judges, which is nobody’s mistake', async () => {
  const source = `// Not this cudaCreateTextureObject.\n${TEXTURE}${CORRECT.replace('{\n  twice', '{\n  reads(out);\n  twice')}`;
  const compiled = await compile(source);
  expect(compiled.status).toBe('compiled');
  const refused = refusedOnGpu(compiled, source);
  expect(refused.status).toBe('rejected');
  const errors = refused.diagnostics.filter(({ severity }) => severity === 'error');
  expect(errors).toMatchObject([{ file: FILE, line: 7, column: 3, rule: 'unsupported-feature' }]);
  const { message, hint } = wordDiagnostic(errors[0] as (typeof errors)[0]);
  expect(message).toMatch(/textures, which this grader runs on its emulator alone.*no fault of yours/);
  expect(hint).toContain('--target emulator');
});

it('leaves what has no textures as it is', async () => {
  const compiled = await compile(CORRECT);
  expect(refusedOnGpu(compiled, CORRECT)).toBe(compiled);
});
