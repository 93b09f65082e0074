import { describe, expect, it } from 'vitest';
import { callGenerate, type Draw, simulateAssignment } from '../../grader/simulator/index.ts';
import type { AssignmentSpec } from '../../grader/spec/index.ts';

const spec = {
  entry: {
    style: 'device-pointers',
    function: 'f',
    parameters: [
      { name: 'start', role: 'input', type: 'int32', shape: ['rows+1'] },
      { name: 'value', role: 'input', type: 'uint8', shape: ['rows'] },
      { name: 'out', role: 'output', type: 'int32', shape: ['rows'] },
      { name: 'rows', role: 'scalar', type: 'int32' },
    ],
  },
  inputs: { start: { distribution: 'generate', structure: true }, value: { distribution: 'generate' } },
  scalars: {},
  tolerance: { absolute: 0 },
  cases: [{ name: 'one', dims: { rows: 3 }, seed: 4 }],
} as unknown as AssignmentSpec;
const request = { names: ['start', 'value'], dims: { rows: 3 }, seed: 4, name: 'one' };

const right = ({ random, structure, dims }: Draw) => ({
  start: Array.from({ length: (dims.rows ?? 0) + 1 }, () => structure.integer(0, 1000)),
  value: Array.from({ length: dims.rows ?? 0 }, () => random.integer(0, 255)),
});

describe('inputs that generate() makes', () => {
  it('follow from the seed, and those of a structure from nothing', () => {
    const one = callGenerate(spec, { generate: right }, request);
    expect(callGenerate(spec, { generate: right }, request)).toEqual(one);
    const other = callGenerate(spec, { generate: right }, { ...request, seed: 5 });
    expect(other.start).toEqual(one.start);
    expect(other.value).not.toEqual(one.value);
    expect(one.start).toBeInstanceOf(Int32Array);
    expect(one.start).toHaveLength(4);
  });

  it.each([
    ['are missing', () => ({ start: [1, 2, 3, 4] }), /value in the case one \(rows = 3\): .* found nothing/],
    ['are too few', () => ({ start: [1], value: [1, 2, 3] }), /an array of 4 numbers \(\[4\]\); found 1 elements/],
    ['do not fit', () => ({ start: [1, 2, 3, 4], value: [1, 256, 3] }), /found 256 at 1, which is not a uint8/],
    ['are of Math.random', () => ({ start: [Math.random()] }), /Math.random gives other numbers in each run/],
  ])('are refused if they %s', (_, generate, message) => {
    expect(() => callGenerate(spec, { generate }, request)).toThrow(message);
    expect(Math.random()).toBeLessThan(1);
  });

  it('are refused if a structure differs between draws', () => {
    const generate = ({ random }: Draw) => right({ random, structure: random, dims: { rows: 3 } });
    const module = {
      generate,
      expected: () => ({ out: new Float64Array(3) }),
      simulate: () => ({ out: new Int32Array(3) }),
    };
    const simulation = { spec, readFile: () => new Uint8Array(), caseName: null, trace: null, write: () => undefined };
    expect(() => simulateAssignment({ ...simulation, module })).toThrow(
      /generate of simulator.ts makes start from `random`, and assignment.yaml says `structure: true`/,
    );
    expect(simulateAssignment({ ...simulation, module: { ...module, generate: right } })[0]?.mismatch).toBeNull();
  });
});
