import { describe, expect, it } from 'vitest';
import {
  assignmentSchema,
  bufferBytes,
  elementBytes,
  evaluateExtent,
  extentNames,
  extents,
  prototype,
} from '../../grader/spec/index.ts';
import { validSpec } from './specs.ts';

const spec = assignmentSchema.parse(validSpec());

describe('prototype', () => {
  it('is the C declaration, inputs const', () => {
    expect(prototype(spec)).toBe('void matmul(const float* m, const float* n, float* out, int h, int w, int k)');
  });

  it('names every element type as CUDA does', () => {
    const types = ['uint8', 'int32', 'uint32', 'float32', 'float64'] as const;
    const parameters = types.map((type) => ({ name: type, role: 'output' as const, type, shape: [1] }));
    expect(prototype({ entry: { style: 'device-pointers', function: 'f', parameters } })).toBe(
      'void f(unsigned char* uint8, int* int32, unsigned int* uint32, float* float32, double* float64)',
    );
    expect(types.map(elementBytes)).toEqual([1, 4, 4, 4, 8]);
  });
});

describe('extents', () => {
  it('evaluates names and products', () => {
    expect(extents(spec, { h: 5, w: 10, k: 784 })).toEqual({ m: [5, 784], n: [784, 10], out: [5, 10] });
    expect(evaluateExtent('3*height*width', { height: 150, width: 225 })).toBe(101_250);
    expect(evaluateExtent(7, {})).toBe(7);
    expect(evaluateExtent('2*rows+1', { rows: 5 })).toBe(11);
    expect(extentNames('2*rows+1+n')).toEqual(['rows', 'n']);
  });

  it('refuses a name without a value', () => {
    expect(() => evaluateExtent('h*q', { h: 1 })).toThrow(/dimension q/);
  });

  it('adds up the bytes of inputs and outputs', () => {
    expect(bufferBytes(spec, { h: 5, w: 10, k: 784 })).toBe(4 * (5 * 784 + 784 * 10 + 5 * 10));
  });
});
