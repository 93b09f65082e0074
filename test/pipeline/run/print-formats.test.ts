import { expect, it } from 'vitest';
import { programRunner } from './program-runner.ts';

const { run } = programRunner();

/** Runs a kernel that prints with each of the formats in a line of its own. */
async function printed(calls: readonly string[]) {
  const body = calls.map((call) => `  printf(${call});`).join('\n');
  return await run(
    `#include <cstdio>
__global__ void k(size_t n) {
${body}
}
int main() { k<<<1, 1>>>(5); return cudaDeviceSynchronize(); }
`,
    'a.cu',
  );
}

it('warns of conversions that printf of a GPU does not know', async () => {
  const calls = [
    ...[
      '"%zu\\n", n',
      '"%d %zd %d\\n", 1, n, 2',
      '"%hhd\\n", 3',
      '"%.*f\\n", 2, 1.5',
      '"%td\\n", n',
      '"%jd\\n", (long long)n',
    ],
  ];
  const { findings, stdout } = await printed(calls);
  expect(findings.map(({ rule, severity, line }) => [rule, severity, line])).toEqual(
    calls.map((_, at) => ['compile-warning', 'warning', at + 3]),
  );
  expect(findings[1]?.message).toContain('does not support %zd');
  expect(stdout).toBe('5\n1 5 2\n3\n1.50\n5\n5\n');
});

it('warns of none of the documented conversions', async () => {
  const { findings, stdout } = await printed([
    ...[
      '"%d %5.2f %-4hd| %ld %llu %lx%%\\n", 1, 2.5, (short)3, 4l, 5ull, 6ul',
      '"%*d %s %c %+e %#x\\n", 4, 7, "zu", 57, 1.0, 255',
    ],
    '"100%% zu %5%\\n"',
  ]);
  expect(findings).toEqual([]);
  expect(stdout).toBe('1  2.50 3   | 4 5 6%\n   7 zu 9 +1.000000e+00 0xff\n100% zu %\n');
});

it('knows no format that is computed', async () => {
  const { findings } = await printed(['n > 4 ? "%zu\\n" : "%d\\n", n']);
  expect(findings).toEqual([]);
});
