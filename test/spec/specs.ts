import { stringify } from 'yaml';

/** A valid spec as data, to be spoilt in one place by a test. */
export function validSpec(): Record<string, unknown> {
  return {
    schemaVersion: 1,
    id: 'matmul-demo',
    title: 'Matrix product',
    summary: 'Multiply two matrices',
    entry: {
      style: 'device-pointers',
      function: 'matmul',
      parameters: [
        { name: 'm', role: 'input', type: 'float32', shape: ['h', 'k'] },
        { name: 'n', role: 'input', type: 'float32', shape: ['k', 'w'] },
        { name: 'out', role: 'output', type: 'float32', shape: ['h', 'w'] },
        { name: 'h', role: 'scalar', type: 'int32' },
        { name: 'w', role: 'scalar', type: 'int32' },
        { name: 'k', role: 'scalar', type: 'int32' },
      ],
    },
    inputs: {
      m: { distribution: 'uniform', min: -1, max: 1 },
      n: { distribution: 'uniform', min: -1, max: 1 },
    },
    expected: { operation: 'matrix-product' },
    cases: [
      { name: 'tiny', dims: { h: 1, w: 1, k: 1 } },
      { name: 'lecture', dims: { h: 5, w: 10, k: 784 } },
    ],
    hidden: [{ name: 'ragged', count: 2, dims: { h: [17, 90], w: [17, 90], k: [1, 70] } }],
    tolerance: { absolute: 1e-5, perTerm: { count: 'k', absolute: 4e-7 } },
    technique: { kind: 'two-dimensional-blocks' },
    timing: { baseline: 'baseline.cu', dims: { h: 2048, w: 2048, k: 2048 } },
  };
}

export function yaml(spec: unknown): string {
  return stringify(spec);
}
