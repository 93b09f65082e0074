import { expect, it } from 'vitest';
import { allocatedVariable } from '../../grader/judge/allocated-variable.ts';

/** `|` marks the place of the call. */
function named(marked: string, file = 'a.cu'): string | null {
  const before = marked.slice(0, marked.indexOf('|'));
  const line = before.split('\n').length;
  const column = before.length - before.lastIndexOf('\n');
  return allocatedVariable({ fileName: 'a.cu', source: marked.replace('|', '') }, { file, line, column });
}

it.each([
  ['  |cudaMalloc(&d_a, n);', 'd_a'],
  ['  |cudaMalloc((void**)&d_a, n);', 'd_a'],
  ['  |cudaMalloc( (void **) &d_a, n);', 'd_a'],
  ['  |cudaMalloc(reinterpret_cast<void**>(&d_a), n);', 'd_a'],
  ['\n\n  |cudaMallocManaged(&x, n);', 'x'],
  ['  CHECK(|cudaMalloc(&p->data, n));', 'p->data'],
  ['  |CHECK(cudaMalloc(&parts[i], n));', 'parts[i]'],
  ['  |cudaMalloc(\n    &late, n);', 'late'],
  ['  cudaMalloc(&a, n); |cudaMalloc(&b, n);', 'b'],
  ['  |cudaMalloc(&a, n); cudaMalloc(&b, n);', 'a'],
  ['  auto out = |torch::empty({h, w}, x.options());', 'out'],
  ['  torch::Tensor out = |torch::zeros_like(x);', 'out'],
])('%j is for %s', (source, variable) => {
  expect(named(source)).toBe(variable);
});

it.each([
  // A pointer to the variable of somebody else.
  '  |cudaMalloc(p, n);',
  '  |cudaMalloc((void**)p, n);',
  '  |allocate(n);\n  cudaMalloc(&next, n);',
  '  return |torch::empty({h, w});',
])('%j is for nothing that has a name here', (source) => {
  expect(named(source)).toBeNull();
});

it('knows nothing of other files', () => {
  expect(named('|cudaMalloc(&a, n);', 'b.cuh')).toBeNull();
  expect(allocatedVariable({}, { file: 'a.cu', line: 1, column: 1 })).toBeNull();
  expect(allocatedVariable({ fileName: 'a.cu', source: '' }, { file: 'a.cu', line: 9, column: 9 })).toBeNull();
});
