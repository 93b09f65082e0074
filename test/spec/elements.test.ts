import { describe, expect, it } from 'vitest';
import {
  elementBytes,
  elementTypes,
  encodeElements,
  makeElements,
  parseAssignment,
  prototype,
  storeElements,
  viewElements,
} from '../../grader/spec/index.ts';
import { validSpec, yaml } from './specs.ts';

const SAMPLES = [0, 1, 2, 3, 100, 126];

describe('element types', () => {
  it.each(elementTypes)('keep values in the bytes of a GPU (%s)', (type) => {
    const values = storeElements(type, SAMPLES);
    const bytes = encodeElements(type, values);
    expect(bytes.length).toBe(SAMPLES.length * elementBytes(type));
    expect([...viewElements(bytes, type)]).toEqual(type === 'bool' ? [0, 1, 1, 1, 1, 1] : SAMPLES);
    expect(makeElements(type, 3).length).toBe(3);
  });

  it('round to half precision, ties to even', () => {
    const halves = [1 + 2 ** -11, 1 + 3 * 2 ** -11, 65519, 65520, 2 ** -25, 3 * 2 ** -25, -0.1];
    expect([...storeElements('half', halves)]).toEqual([
      1,
      1 + 2 ** -9,
      65504,
      Number.POSITIVE_INFINITY,
      0,
      2 ** -23,
      -0.0999755859375,
    ]);
  });

  it('round to bfloat16, and keep its infinities and NaN', () => {
    const stored = storeElements('bfloat16', [1 + 2 ** -8, 1 + 3 * 2 ** -8, 3.5e38, Number.NaN]);
    expect([...stored]).toEqual([1, 1 + 2 ** -6, Number.POSITIVE_INFINITY, Number.NaN]);
  });

  it.each(elementTypes)('are read from any place of a buffer of Node (%s)', (type) => {
    const bytes = encodeElements(type, storeElements(type, [1, 0, 1]));
    const whole = Buffer.concat([Buffer.of(9), bytes]);
    expect([...viewElements(whole.subarray(1), type)]).toEqual([1, 0, 1]);
  });

  it('keep negative numbers of 64 bits', () => {
    const values = storeElements('int64', [-5, 2 ** 40]);
    expect([...viewElements(encodeElements('int64', values), 'int64')]).toEqual([-5, 2 ** 40]);
  });
});

describe('a specification', () => {
  const entry = { style: 'device-pointers', function: 'f' };
  const parse = (parameters: unknown[], change: object = {}) => {
    const { timing: _, technique: __, ...spec } = validSpec();
    const text = yaml({
      ...spec,
      entry: { ...entry, parameters },
      inputs: { x: { distribution: 'uniform', min: 0, max: 1 } },
      expected: { operation: 'simulator' },
      cases: [{ name: 'one', dims: { n: 8 } }],
      hidden: [],
      tolerance: { absolute: 0 },
      technique: { kind: 'none' },
      rubric: { compile: 50, correctness: 50 },
      ...change,
    });
    return parseAssignment(text, { folder: null, siblings: () => 1 });
  };
  const n = { name: 'n', role: 'scalar', type: 'int32' };
  const rubric = { compile: 50, correctness: 50, speedup: 0 };

  it('has the components of vectors as elements, and their type in C', () => {
    const x = { name: 'x', role: 'inout', type: 'float4', shape: ['n'] };
    const result = parse([x, n], { rubric });
    if (result.status !== 'valid') throw new Error(result.problems.map(({ problem }) => problem).join());
    const { spec } = result;
    expect(spec.entry.parameters[0]).toMatchObject({ type: 'float32', vector: 'float4', shape: ['n', 4] });
    expect(prototype(spec)).toBe('void f(float4* x, int n)');
  });

  it('has no timing if speed has no points', () => {
    const x = { name: 'x', role: 'inout', type: 'half', shape: ['n'] };
    const result = parse([x, n]);
    expect(result.status === 'invalid' && result.problems.map(({ problem }) => problem)).toEqual([
      'speedup has points, yet there is no `timing`',
    ]);
  });

  it('times no array that the GPU cannot draw', () => {
    const x = { name: 'x', role: 'input', type: 'half2', shape: ['n'] };
    const out = { name: 'out', role: 'output', type: 'float32', shape: ['n'] };
    const timing = { baseline: 'baseline.cu', dims: { n: 1024 } };
    const result = parse([x, out, n], { rubric, timing });
    expect(result.status === 'invalid' && result.problems.map(({ problem }) => problem)).toEqual([
      'an assignment with `timing` cannot have this array: no GPU kernel of the grader draws half',
    ]);
  });

  it('lets a case have its own scalars and distributions', () => {
    const x = { name: 'x', role: 'inout', type: 'float32', shape: ['n'] };
    const a = { name: 'a', role: 'scalar', type: 'float32' };
    const own = { name: 'one', dims: { n: 8 }, scalars: { a: 2, b: 1 }, inputs: { y: { distribution: 'image' } } };
    const result = parse([x, n, a], { rubric, scalars: { a: 1 }, cases: [own] });
    expect(result.status === 'invalid' && result.problems.map(({ problem }) => problem)).toEqual([
      'b is not a floating-point scalar parameter, did you mean a?',
      'y is not an input parameter, did you mean x?',
    ]);
  });
});
