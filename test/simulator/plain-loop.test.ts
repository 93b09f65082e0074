import { describe, expect, it } from 'vitest';
import { callExpected } from '../../grader/simulator/index.ts';
import type { AssignmentSpec } from '../../grader/spec/index.ts';

const spec: Pick<AssignmentSpec, 'entry' | 'scalars'> = {
  entry: {
    style: 'device-pointers',
    function: 'f',
    parameters: [
      { name: 'out', role: 'output', type: 'float32', shape: ['n'] },
      { name: 'n', role: 'scalar', type: 'int32' },
      { name: 'a', role: 'scalar', type: 'float32' },
    ],
  },
  scalars: { a: 0.5 },
};

const returning = (value: unknown) => ({ expected: () => value as never });
const call = (value: unknown) => callExpected(spec, returning(value), {}, { n: 3 }, 'small');

describe('the plain loop of simulator.ts', () => {
  it('gets sizes and scalars', () => {
    const module = { expected: (_: unknown, dims: object) => ({ out: Float64Array.from(Object.values(dims)) }) };
    expect([...(callExpected(spec, module, {}, { n: 2, a: 3 }, 'small') as { out: Float64Array }).out]).toEqual([3, 2]);
  });
});

describe('a mistake of the plain loop', () => {
  it.each([
    [undefined, 'that it returned undefined'],
    [new Float64Array(3), 'an array, and not an object with the outputs by name'],
    [{ ou: new Float64Array(3) }, 'an object with ou'],
    [{ out: new Float64Array(2) }, '2 elements'],
    [{ out: ['1', 2, 3] }, 'an array with something else than numbers'],
    [Promise.resolve({}), 'a promise: expected is no async function'],
  ])('is one of the assignment, with its case (%#)', (value, found) => {
    expect(() => call(value)).toThrow(
      `expected of simulator.ts must return out in the case small (n = 3): expected a Float64Array of 3 elements ([3]); found ${found}.`,
    );
  });

  it('is named with its place if it throws', () => {
    const failing = {
      expected: () => {
        const error = new TypeError('x is undefined');
        error.stack = 'TypeError: x is undefined\n    at expected (/course/scan/simulator.ts:12:7)';
        throw error;
      },
    };
    expect(() => callExpected(spec, failing, {}, { n: 3 })).toThrow(
      'The plain loop of simulator.ts failed (n = 3): x is undefined at simulator.ts:12:7.',
    );
  });
});
