import { describe, expect, it } from 'vitest';
import * as grayscale from '../../assignments/grayscale/simulator.ts';
import * as plain from '../../assignments/matmul-2d/simulator.ts';
import * as tiled from '../../assignments/matmul-tiled/simulator.ts';
import { AssignmentError, UsageError } from '../../grader/platform/errors.ts';
import {
  isSimulatorModule,
  renderSimulation,
  type SimulationRequest,
  type SimulatorModule,
  simulateAssignment,
} from '../../grader/simulator/index.ts';
import { shipped } from '../assignments/shipped.ts';

// That these lines compile says that the modules have the type.
const modules: readonly SimulatorModule[] = [grayscale, plain, tiled];

async function request(change: Partial<SimulationRequest> = {}): Promise<SimulationRequest> {
  const { assignment, readFile } = await shipped('matmul-2d');
  return { spec: assignment.spec, module: plain, readFile, caseName: 'odd', trace: null, write: () => {}, ...change };
}

describe('a simulator module', () => {
  it('exports simulate and expected', () => {
    expect(modules.map(isSimulatorModule)).toEqual([true, true, true]);
    expect([{ simulate: () => ({}) }, null, 'text', { simulate: 1, expected: 2 }].map(isSimulatorModule)).toEqual(
      Array(4).fill(false),
    );
  });
});

describe('simulating an assignment', () => {
  it('runs every visible case where none is named', async () => {
    const given = await request({ caseName: null });
    const cases = simulateAssignment(given);
    expect(cases.map(({ name }) => name)).toEqual(given.spec.cases.map(({ name }) => name));
    expect(cases.every(({ mismatch, maxError }) => mismatch === null && maxError < 1e-4)).toBe(true);
    const told = `In all ${given.spec.cases.length} cases the kernel gives what the plain loop gives`;
    expect(renderSimulation(cases)).toContain(told);
  });

  it('runs the one that is named, and tells its launch', async () => {
    const [only, ...others] = simulateAssignment(await request());
    expect(others).toEqual([]);
    expect(only).toMatchObject({
      name: 'odd',
      dims: { h: 17, w: 33, k: 31 },
      launches: [{ kernel: 'matmulKernel', grid: { x: 3, y: 2, z: 1 }, block: { x: 16, y: 16, z: 1 } }],
    });
    expect(renderSimulation(only ? [only] : [])).toMatch(
      /odd +h=17 w=33 k=31 +3 x 2 blocks of 16 x 16 +1,536 .*agrees/,
    );
  });

  it('tells launches of the same shape once, and how many there were', async () => {
    const { assignment, module, readFile } = await shipped('transfer-costs');
    const given = await request({ spec: assignment.spec, module, readFile, caseName: 'one-over' });
    expect(renderSimulation(simulateAssignment(given))).toMatch(/steps=2 +2 blocks of 256, 2 times +1,024 .*agrees/);
  });

  it('suggests a name for one that is misspelt', async () => {
    const given = await request({ caseName: 'lectrue' });
    expect(() => simulateAssignment(given)).toThrow(UsageError);
    expect(() => simulateAssignment(given)).toThrow(/did you mean lecture\? There are: one-by-one, /);
  });

  it('traces the small example, or a case', async () => {
    let text = '';
    const write = (lines: string): void => {
      text += lines;
    };
    const [example] = simulateAssignment(await request({ caseName: null, trace: {}, write }));
    expect(example).toMatchObject({ name: 'example', dims: plain.example.dims, mismatch: null });
    expect(text).toMatch(/matmulKernel: 2 x 2 blocks of 4 x 2 threads/);
    text = '';
    simulateAssignment(await request({ trace: {}, write }));
    expect(text).toMatch(/matmulKernel: 3 x 2 blocks of 16 x 16 threads/);
  });

  it('traces the smallest case of a module without an example', async () => {
    const { simulate, expected } = plain;
    const [traced] = simulateAssignment(await request({ module: { simulate, expected }, caseName: null, trace: {} }));
    expect(traced?.name).toBe('one-by-one');
  });

  it('says where a kernel differs from the plain loop, NaN included', async () => {
    for (const wrong of [9, Number.NaN]) {
      const module: SimulatorModule = {
        expected: plain.expected,
        simulate(inputs, dims, options) {
          const { out } = plain.simulate(
            inputs as { m: Float32Array; n: Float32Array },
            { h: 17, w: 33, k: 31 },
            options,
          );
          expect(dims).toEqual({ h: 17, w: 33, k: 31 });
          out[2 * 33 + 5] = wrong;
          return { out };
        },
      };
      const cases = simulateAssignment(await request({ module }));
      expect(cases[0]?.mismatch).toMatchObject({ output: 'out', index: [2, 5], got: wrong });
      expect(renderSimulation(cases)).toMatch(/Case odd: out\[2\]\[5\] is (9|NaN), and the plain loop gives -?\d/);
    }
  });

  it('refuses a module that returns something else', async () => {
    const module: SimulatorModule = { simulate: () => ({ result: new Float32Array(561) }), expected: plain.expected };
    const given = await request({ module });
    expect(() => simulateAssignment(given)).toThrow(AssignmentError);
    expect(() => simulateAssignment(given)).toThrow(/simulate of simulator\.ts does not return out with \[17, 33\]/);
  });

  it('says that it was the plain loop that failed', async () => {
    const module: SimulatorModule = {
      simulate: plain.simulate,
      expected: () => {
        throw new Error('no such thing');
      },
    };
    const given = await request({ module });
    expect(() => simulateAssignment(given)).toThrow(/plain loop of simulator\.ts failed in the case .*: no such thing/);
  });
});
