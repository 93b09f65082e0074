import { expect, it } from 'vitest';
import { useCompiler } from './harness.ts';

const compile = useCompiler();

/** A reference on the host over a matrix of constant size, whose loops stand behind `pragma`. */
const program = (pragma: string): string => `#include <cstdio>
#include <cmath>
static float u[40][40], v[40][40];
int main() {
  float most = 0;
${pragma}
  for (int row = 0; row < 40; row++) {
${pragma}
    for (int column = 0; column < 40; column++) most = fmaxf(most, fabsf(u[row][column] - v[column][row]));
  }
  printf("%f", most);
}
`;

it('leaves loops of host code as they are, with #pragma unroll too', async () => {
  const bytes: number[] = [];
  for (const pragma of ['#pragma unroll', '']) {
    const result = await compile(program(pragma), null);
    if (result.status !== 'compiled') throw new Error(JSON.stringify(result.diagnostics));
    bytes.push(result.host.wasm.length);
  }
  const [unrolled = 0, plain = 0] = bytes;
  expect(unrolled).toBeLessThan(1.05 * plain);
});
