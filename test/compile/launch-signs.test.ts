import { describe, expect, it } from 'vitest';
import { joinLaunchSigns } from '../../grader/compile/launch-signs.ts';
import { useCompiler } from './harness.ts';

const compile = useCompiler();

describe('a launch whose signs an editor has parted', () => {
  it('is a launch, in whatever way they are parted, and no column moves', async () => {
    const source = `__global__ void k(int* out) { out[threadIdx.x] = 1; }
int main() {
  int* out;
  cudaMalloc(&out, 128);
  k << <1, 32 >> > (out);
  k << <dim3(1, 1), dim3(32), 0>>>(out);
  k <<<1, 32>> >(out);
  cudaFree(out);
}
`;
    expect((await compile(source, null)).status).toBe('compiled');
    expect(joinLaunchSigns(source).split('\n')[4]).toBe('  k <<< 1, 32 >>>  (out);');
  });

  it('is not looked for in text, shifts, or what templates close', () => {
    for (const line of [
      'puts("k << <1, 2>> >(x)"); // k << <1, 2>> >(x)',
      'std::vector<std::vector<std::pair<int, int>> > x;',
      'operator<< <int>(out, x); y = a >> 3;',
      'bool b = x << 2 < y;',
    ])
      expect(joinLaunchSigns(line)).toBe(line);
  });
});
