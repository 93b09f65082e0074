import { expect, it } from 'vitest';
import { exchangedIn } from '../../grader/judge/exchanged.ts';
import { run } from './builders.ts';

const KERNEL = '__global__ void mul(const float* m, float *out, int h, int w) {\n}\n';
const launched = (given: string) => exchangedIn(`${KERNEL}void f() {\n  mul<<<1, 2>>>(${given});\n}\n`)('mul');

it('finds two arguments that stand in the place of each other', () => {
  expect(launched('m, out, w, h')).toEqual({ kernel: 'mul', line: 4, first: 'w', second: 'h', other: 'h' });
  expect(launched('out, m, h, w')).toMatchObject({ first: 'out', second: 'm' });
});

it.each(['m, out, h, w', 'm, out, rows, columns', 'm, out, h, h', 'm, out, w, n', 'm, out, w + 1, h', 'm, out, w'])(
  'has nothing to say of (%s)',
  (given) => {
    expect(launched(given)).toBeNull();
  },
);

const TENSORS = 'out.data_ptr<float>(), input.data_ptr<float>(), h, w';

it('reads the names of tensors', () => {
  expect(launched('out.data_ptr<float>(), m.data_ptr<float>(), h, w')).toMatchObject({ first: 'out', other: 'm' });
  expect(launched('m.data_ptr<float>(), out.data_ptr<float>(), h, w')).toBeNull();
});

it('takes one misplaced name as swapped only if the kernel changes an input', () => {
  const source = `${KERNEL}void f() {\n  mul<<<1, 2>>>(${TENSORS});\n}\n`;
  const changed = (kernel: string) => [
    { run: { ...run(), modifiedInputs: [{ name: 'input', position: null, kernel }] } },
  ];
  expect(exchangedIn(source)('mul')).toBeNull();
  expect(exchangedIn(source, changed('other'))('mul')).toBeNull();
  expect(exchangedIn(source, changed('mul'))('mul')).toMatchObject({ first: 'out', second: 'm', other: 'input' });
});

it('looks at the kernel that is asked about, and not at comments', () => {
  const other = `${KERNEL}__global__ void mul2(int w, int h) {}\nvoid f(int w, int h) { mul2<<<1, 1>>>(w, h); }\n`;
  expect(exchangedIn(other)('mul')).toBeNull();
  expect(exchangedIn(`${KERNEL}// mul<<<1, 1>>>(m, out, w, h);\n`)('mul')).toBeNull();
  expect(exchangedIn(KERNEL)('ns::mul')).toBeNull();
});
