import { expect, it } from 'vitest';
import { exchangedIn } from '../../grader/checks/exchanged.ts';

const KERNEL = '__global__ void mul(const float* m, float *out, int h, int w) {\n}\n';
const launched = (given: string) => exchangedIn(`${KERNEL}void f() {\n  mul<<<1, 2>>>(${given});\n}\n`)('mul');

it('finds two arguments that stand in the place of each other', () => {
  expect(launched('m, out, w, h')).toEqual({ kernel: 'mul', line: 4, first: 'w', second: 'h' });
  expect(launched('out, m, h, w')).toMatchObject({ first: 'out', second: 'm' });
});

it.each(['m, out, h, w', 'm, out, rows, columns', 'm, out, h, h', 'm, out, w, n', 'm, out, w + 1, h', 'm, out, w'])(
  'has nothing to say of (%s)',
  (given) => {
    expect(launched(given)).toBeNull();
  },
);

it('looks at the kernel that is asked about, and not at comments', () => {
  const other = `${KERNEL}__global__ void mul2(int w, int h) {}\nvoid f(int w, int h) { mul2<<<1, 1>>>(w, h); }\n`;
  expect(exchangedIn(other)('mul')).toBeNull();
  expect(exchangedIn(`${KERNEL}// mul<<<1, 1>>>(m, out, w, h);\n`)('mul')).toBeNull();
  expect(exchangedIn(KERNEL)('ns::mul')).toBeNull();
});
