import { describe, expect, it } from 'vitest';
import { formatProblem, launchesOf, parseAssignment, prototype, timedLaunch } from '../../grader/spec/index.ts';
import { type ExpressionError, evaluateExpression } from '../../grader/spec/launches.ts';
import { yaml } from './specs.ts';

describe('expressions of sizes', () => {
  it.each([
    ['ceil(n/256)', 4],
    ['ceil( (n + 24) / 256 )', 4],
    ['3*n + 2*w', 3014],
    ['ceil(n/w) + 1', 144],
    ['2*(n+w)', 2014],
    [12, 12],
    ['7', 7],
  ])('%s', (expression, value) => {
    expect(evaluateExpression(expression, { n: 1000, w: 7 })).toBe(value);
  });

  it.each([
    ['n/256', 2, 'a division is written ceil(a/b)'],
    ['ceil(n/0)', 9, 'a division by 0'],
    ['ceil(n)', 7, '/ is missing before )'],
    ['2*', 3, 'a number, a name or a bracket is missing'],
    ['(n', 3, ') is missing'],
    ['n n', 3, 'n is not expected here'],
    ['m', 1, 'm has no value'],
    ['toString', 1, 'toString has no value'],
    ['9007199254740993', 1, 'the number is too large'],
  ])('refuses %s at character %i', (expression, at, message) => {
    const thrown = (): ExpressionError | null => {
      try {
        evaluateExpression(expression, { n: 1 });
        return null;
      } catch (error) {
        return error as ExpressionError;
      }
    };
    expect(thrown()).toMatchObject({ at, message });
  });
});

function spec(entry: Record<string, unknown> = {}, more: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    schemaVersion: 1,
    id: 'demo',
    title: 'Demo',
    summary: 'Scale a picture',
    entry: {
      style: 'kernel',
      function: 'scale',
      parameters: [
        { name: 'x', role: 'input', type: 'float32', shape: ['h', 'w'] },
        { name: 'out', role: 'output', type: 'float32', shape: ['h', 'w'] },
        { name: 'a', role: 'scalar', type: 'float32' },
        { name: 'h', role: 'scalar', type: 'int32' },
        { name: 'w', role: 'dimension' },
      ],
      launches: [
        { name: 'flat', grid: ['ceil(h*w/256)'], block: [256] },
        { name: 'square', grid: ['ceil(w/16)', 'ceil(h/16)'], block: [16, 16], sharedBytes: '4*w' },
      ],
      ...entry,
    },
    inputs: { x: { distribution: 'uniform', min: -1, max: 1 } },
    scalars: { a: 2 },
    expected: { operation: 'simulator' },
    cases: [{ name: 'small', dims: { h: 3, w: 40 } }],
    tolerance: { absolute: 0 },
    technique: { kind: 'none' },
    timing: { baseline: 'baseline.cu', dims: { h: 64, w: 33 } },
    ...more,
  };
}

const parsed = (data: unknown) =>
  parseAssignment(yaml(data), {
    folder: null,
    siblings: (file) => (/^(simulator.ts|baseline.cu)$/.test(file) ? 1 : null),
  });
function problems(data: unknown): string[] {
  const result = parsed(data);
  return result.status === 'valid' ? [] : result.problems.map((problem) => formatProblem('a.yaml', problem));
}
function valid(data: unknown) {
  const result = parsed(data);
  if (result.status !== 'valid') throw new Error(JSON.stringify(result.problems));
  return result.spec;
}

describe('a kernel', () => {
  it("is declared with its parameters, and launched with a case's numbers", () => {
    const read = valid(spec({}, { timing: { baseline: 'baseline.cu', launch: 'square', dims: { h: 64, w: 33 } } }));
    expect(prototype(read)).toBe('__global__ void scale(const float* x, float* out, float a, int h)');
    expect(launchesOf(read, { h: 3, w: 40 })).toEqual([
      { name: 'flat', grid: [1, 1, 1], block: [256, 1, 1], sharedBytes: 0 },
      { name: 'square', grid: [3, 1, 1], block: [16, 16, 1], sharedBytes: 160 },
    ]);
    expect(timedLaunch(read, { h: 64, w: 33 })).toMatchObject({ name: 'square', grid: [3, 4, 1] });
  });

  const launches = (...list: Record<string, unknown>[]) =>
    problems(spec({ launches: list.map((launch) => ({ name: 'one', grid: [1], block: [32], ...launch })) }));
  it.each([
    ['an unknown name', { grid: ['ceil(n/256)'] }, /n is not an integer scalar parameter/],
    ['a floating-point scalar', { grid: ['a'] }, /a is not an integer scalar parameter/],
    ['a plain division', { grid: ['w/256'] }, /a\.yaml:\d+:\d+: a division is written ceil.*character 2/],
    ['too many blocks', { grid: [1, '2*w*w*w'] }, /128000 blocks in y in the case small; expected 1 to 65535/],
    ['no blocks', { grid: [0] }, /0 blocks in x in the case small; expected 1 to/],
    ['too many threads', { block: [32, 64] }, /too many threads; expected at most 1024; found 32 \* 64 = 2048/],
    ['a block that is too deep', { block: [1, 1, 65] }, /too long in z; expected at most 64/],
    ['too much shared memory', { sharedBytes: '4096*w' }, /163840 bytes of shared memory in the case small/],
  ])('may not be launched with %s', (_, launch, expected) => {
    expect(launches(launch).join('\n')).toMatch(expected);
  });

  it('needs launches, of different names, and nothing else may have them', () => {
    expect(problems(spec({ launches: undefined })).join()).toContain('a kernel has no launches');
    expect(launches({}, {}).join()).toContain('two launches have the same name');
    expect(problems(spec({ style: 'device-pointers' })).join()).toContain('launches by itself');
    expect(
      problems(spec({}, { timing: { baseline: 'baseline.cu', launch: 'squares', dims: { h: 1, w: 1 } } })).join(),
    ).toContain('did you mean square?');
  });
});

describe('a function of tensors', () => {
  const tensors = (parameters: readonly Record<string, unknown>[]) =>
    spec({ style: 'torch', launches: undefined, parameters });
  const x = { name: 'x', role: 'input', type: 'uint8', shape: [3, 'h', 'w'] };
  const out = { name: 'out', role: 'output', type: 'uint8', shape: ['h', 'w'] };
  const dimensions = [
    { name: 'h', role: 'dimension' },
    { name: 'w', role: 'dimension' },
  ];
  const a = { name: 'a', role: 'scalar', type: 'float32' };

  it('is declared as in PyTorch: without dimensions, returning its output', () => {
    const read = valid({ ...tensors([x, out, ...dimensions, a]), inputs: { x: { distribution: 'image' } } });
    expect(prototype(read)).toBe('torch::Tensor scale(torch::Tensor x, double a)');
  });

  it('returns one tensor', () => {
    expect(problems(tensors([x, out, { ...out, name: 'more' }, ...dimensions, a])).join()).toContain(
      'returns one tensor; expected one output; found out, more',
    );
  });
});
