import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { makeReferences, writeReferences } from '../../../grader/authoring/references.ts';
import { loadSimulator } from '../../../grader/simulator/file/index.ts';
import { type Assignment, type AssignmentSpec, loadAssignment } from '../../../grader/spec/index.ts';

/** A small exercise with kernels that do its work, do it wrongly, and do not do it. */
export interface Exercise {
  readonly name: string;
  readonly parameters: AssignmentSpec['entry']['parameters'];
  readonly inputs: Readonly<Record<string, { distribution: 'uniform'; min: number; max: number }>>;
  readonly n: number;
  /** The body of `expected(inputs, { n })`, in TypeScript. */
  readonly expected: string;
  /** Bodies of kernels of thread `i`; the program fills the outputs with zeros before if `cleared` is given. */
  readonly right: string;
  readonly wrong: string;
  readonly idle: string;
  readonly cleared?: true;
}

const array = (name: string, role: 'input' | 'output', type: string, ...shape: (string | number)[]) =>
  ({ name, role, type, shape }) as Exercise['parameters'][number];
const N: Exercise['parameters'][number] = { name: 'n', role: 'scalar', type: 'int32' };
const between = (min: number, max: number) => ({ distribution: 'uniform' as const, min, max });

/** Outputs that few inputs change, that kernels write only here and there, or that stand in another place. */
export const EXERCISES: readonly Exercise[] = [
  {
    name: 'histogram-by-atomics',
    parameters: [array('x', 'input', 'uint8', 'n'), array('out', 'output', 'int32', 256), N],
    inputs: { x: between(0, 255) },
    n: 5003,
    expected: 'const out = new Float64Array(256); for (const value of x) out[value] += 1; return { out };',
    right: 'if (i < n) atomicAdd(&out[x[i]], 1);',
    wrong: 'if (i < n) atomicAdd(&out[x[i] / 2], 1);',
    idle: 'if (i < 256) out[i] = n / 256;',
    cleared: true,
  },
  {
    name: 'compaction',
    parameters: [array('x', 'input', 'float32', 'n'), array('out', 'output', 'float32', 'n'), N],
    inputs: { x: between(-1, 1) },
    n: 1303,
    expected:
      'const out = new Float64Array(n); let kept = 0; for (const value of x) if (value > 0.8) out[kept++] = value; return { out };',
    right:
      'if (i < n && x[i] > 0.8f) { int kept = 0; for (int j = 0; j < i; j++) kept += x[j] > 0.8f; out[kept] = x[i]; }',
    wrong:
      'if (i < n && x[i] > 0.7f) { int kept = 0; for (int j = 0; j < i; j++) kept += x[j] > 0.7f; out[kept] = x[i]; }',
    idle: 'if (i < n / 10) out[i] = 0.9f;',
    cleared: true,
  },
  {
    name: 'threshold',
    parameters: [array('x', 'input', 'float32', 'n'), array('out', 'output', 'uint8', 'n'), N],
    inputs: { x: between(0, 1) },
    n: 4099,
    expected: 'return { out: Float64Array.from(x, (value) => (value > 0.95 ? 1 : 0)) };',
    right: 'if (i < n && x[i] > 0.95f) out[i] = 1;',
    wrong: 'if (i < n && x[i] > 0.9f) out[i] = 1;',
    idle: 'if (i < n && i % 20 == 0) out[i] = 1;',
    cleared: true,
  },
  {
    name: 'rounded-mean',
    parameters: [array('x', 'input', 'uint8', 'n', 64), array('out', 'output', 'uint8', 'n'), N],
    inputs: { x: between(100, 110) },
    n: 1103,
    expected:
      'return { out: Float64Array.from({ length: n }, (_, i) => { let sum = 0; for (let c = 0; c < 64; c++) sum += x[64 * i + c]; return Math.floor(sum / 64); }) };',
    right: 'if (i < n) { int sum = 0; for (int c = 0; c < 64; c++) sum += x[64 * i + c]; out[i] = sum / 64; }',
    wrong: 'if (i < n) { int sum = 0; for (int c = 1; c < 64; c++) sum += x[64 * i + c]; out[i] = sum / 64; }',
    idle: 'if (i < n) out[i] = 105;',
  },
  {
    name: 'saturated',
    parameters: [array('x', 'input', 'uint8', 'n'), array('out', 'output', 'uint8', 'n'), N],
    inputs: { x: between(0, 255) },
    n: 5003,
    expected: 'return { out: Float64Array.from(x, (value) => Math.min(255, 16 * value)) };',
    right: 'if (i < n) out[i] = min(255, 16 * x[i]);',
    wrong: 'if (i < n) out[i] = min(255, 15 * x[i]);',
    idle: 'if (i < n) out[i] = 255;',
  },
  {
    name: 'sort-by-rank',
    parameters: [array('x', 'input', 'int32', 'n'), array('out', 'output', 'int32', 'n'), N],
    inputs: { x: between(0, 100000) },
    n: 1103,
    expected: 'return { out: Float64Array.from([...x].sort((a, b) => a - b)) };',
    right:
      'if (i < n) { int rank = 0; for (int j = 0; j < n; j++) rank += x[j] < x[i] || (x[j] == x[i] && j < i); out[rank] = x[i]; }',
    wrong:
      'if (i < n) { int rank = 0; for (int j = 0; j < n; j++) rank += x[j] > x[i] || (x[j] == x[i] && j < i); out[rank] = x[i]; }',
    idle: 'if (i < n) out[i] = x[i];',
  },
  {
    name: 'scatter',
    parameters: [array('x', 'input', 'float32', 'n'), array('out', 'output', 'float32', 'n'), N],
    inputs: { x: between(-1, 1) },
    n: 4099,
    expected: 'return { out: Float64Array.from(x, (_, i) => x[n - 1 - i]) };',
    right: 'if (i < n) out[n - 1 - i] = x[i];',
    wrong: 'if (i < n) out[(n - i) % n] = x[i];',
    idle: 'if (i < n) out[i] = x[i];',
  },
  {
    name: 'sparse',
    parameters: [array('x', 'input', 'float32', 'n'), array('out', 'output', 'float32', 'n'), N],
    inputs: { x: between(-1, 1) },
    n: 20011,
    expected: 'const out = new Float64Array(n); for (let i = 0; i < n; i += 32) out[i] = x[i] * x[i]; return { out };',
    right: 'if (i < n && i % 32 == 0) out[i] = x[i] * x[i];',
    wrong: 'if (i < n && i % 32 == 0) out[i] = x[i] * x[i] + x[i];',
    idle: 'if (i < n && i % 32 == 0) out[i] = 0.5f;',
    cleared: true,
  },
  {
    name: 'one-output',
    parameters: [array('x', 'input', 'int32', 'n'), array('out', 'output', 'int32', 1), N],
    inputs: { x: between(-100, 100) },
    n: 3001,
    expected: 'return { out: Float64Array.of(x.reduce((sum, value) => sum + value, 0)) };',
    right: 'if (i < n) atomicAdd(out, x[i]);',
    wrong: 'if (i > 0 && i < n) atomicAdd(out, x[i]);',
    idle: 'if (i == 0) out[0] = n * x[0];',
    cleared: true,
  },
  {
    name: 'small-filter',
    parameters: [
      array('x', 'input', 'float32', 'n'),
      array('weights', 'input', 'float32', 5),
      array('out', 'output', 'float32', 'n'),
      N,
    ],
    inputs: { x: between(-1, 1), weights: between(-1, 1) },
    n: 1303,
    expected:
      'return { out: Float64Array.from(x, (_, i) => { let sum = 0; for (let t = 0; t < 5; t++) sum += weights[t] * x[(i + t) % n]; return sum; }) };',
    right:
      'if (i < n) { float sum = 0; for (int t = 0; t < 5; t++) sum += weights[t] * x[(i + t) % n]; out[i] = sum; }',
    wrong:
      'if (i < n) { float sum = 0; for (int t = 0; t < 5; t++) sum += weights[4 - t] * x[(i + t) % n]; out[i] = sum; }',
    idle: 'if (i < n) out[i] = weights[0] * x[i];',
  },
];

const C_TYPES: Readonly<Record<string, string>> = { uint8: 'unsigned char', int32: 'int', float32: 'float' };

/** A program around the body of a kernel, a thread per input element. */
export function program({ parameters, cleared }: Exercise, body: string): string {
  const declared = parameters.map((parameter) => {
    const type = C_TYPES[parameter.role === 'dimension' ? 'int32' : parameter.type];
    if (parameter.role === 'input') return `const ${type}* ${parameter.name}`;
    return `${type}${parameter.role === 'output' ? '*' : ''} ${parameter.name}`;
  });
  const output = parameters.find(({ role }) => role === 'output');
  const count = output?.role === 'output' ? String(output.shape[0]) : '0';
  return [
    `__global__ void work(${declared.join(', ')}) {`,
    '  int i = blockIdx.x * blockDim.x + threadIdx.x;',
    `  ${body}`,
    '}',
    `void solve(${declared.join(', ')}) {`,
    ...(cleared ? [`  cudaMemset(out, 0, ${count} * sizeof(*out));`] : []),
    `  work<<<(n + 127) / 128, 128>>>(${parameters.map(({ name }) => name).join(', ')});`,
    '}',
    '',
  ].join('\n');
}

/** Writes the exercise's folder below `root`. */
export async function write(root: string, { name, parameters, inputs, n, expected }: Exercise): Promise<Assignment> {
  const folder = join(root, name);
  mkdirSync(folder, { recursive: true });
  const spec = {
    ...{ schemaVersion: 1, id: name, title: name, summary: name },
    entry: { style: 'device-pointers', function: 'solve', parameters },
    ...{ inputs, expected: { operation: 'simulator' }, cases: [{ name: 'usual', dims: { n }, seed: 3 }] },
    hidden: [{ name: 'other', dims: { n: [Math.floor(n / 2), n - 1] } }],
    ...{ tolerance: { absolute: 1e-5 }, technique: { kind: 'none' } },
    timing: { baseline: 'baseline.cu', dims: { n } },
  };
  const names = parameters.filter(({ role }) => role === 'input').map((parameter) => parameter.name);
  const output = parameters.find(({ role }) => role === 'output');
  const arrays: Readonly<Record<string, string>> = { uint8: 'Uint8', int32: 'Int32', float32: 'Float32' };
  const type = output?.role === 'output' ? arrays[output.type] : '';
  writeFileSync(join(folder, 'assignment.yaml'), stringify(spec));
  writeFileSync(join(folder, 'baseline.cu'), '');
  writeFileSync(
    join(folder, 'simulator.ts'),
    [
      `export function expected({ ${names.join(', ')} }, { n }) { ${expected} }`,
      `export function simulate(inputs, dims) { return { out: ${type}Array.from(expected(inputs, dims).out) }; }`,
    ].join('\n'),
  );
  const assignment = loadAssignment(folder);
  const references = await makeReferences(assignment, await loadSimulator(assignment));
  writeReferences(folder, references, { baseline: null, solution: null });
  return assignment;
}
