import { describe, expect, it } from 'vitest';
import { parseAssignment, programArguments, toleranceOf } from '../../grader/spec/index.ts';
import { validSpec, yaml } from './specs.ts';

const FILES: Readonly<Record<string, number>> = { 'main.cu': 10, 'solve.h': 10, 'simulator.ts': 10, 'baseline.cu': 10 };

type Parameter = Record<string, unknown>;
const PARAMETERS: readonly Parameter[] = [
  { name: 'x', role: 'input', type: 'float32', shape: ['n'], file: 'x.npy' },
  { name: 'out', role: 'output', type: 'float32', shape: ['n'], file: 'out.npy' },
  { name: 'status', role: 'output', type: 'int32', shape: [1], from: 'exit-status' },
  { name: 'n', role: 'dimension' },
];

function parse(entry: Record<string, unknown> = {}, other: Record<string, unknown> = {}) {
  const { timing: _, ...spec } = validSpec();
  const program = {
    style: 'program',
    function: 'solve',
    given: ['main.cu', 'solve.h'],
    parameters: PARAMETERS,
    ...entry,
  };
  const text = yaml({
    ...spec,
    ...{
      entry: program,
      inputs: { x: { distribution: 'uniform', min: 0, max: 1 } },
      expected: { operation: 'simulator' },
    },
    ...{ cases: [{ name: 'one', dims: { n: 7 } }], hidden: [], rubric: { speedup: 0 }, tolerance: { absolute: 1 } },
    technique: { kind: 'parallel-outputs', minThreads: 1, minBlocks: 1 },
    ...other,
  });
  return parseAssignment(text, { folder: 'matmul-demo', siblings: (file) => FILES[file] ?? null });
}

function problems(...given: Parameters<typeof parse>): string {
  const result = parse(...given);
  return result.status === 'valid' ? '' : result.problems.map(({ problem }) => problem).join('\n');
}

/** The parameters, with other keys in one of them. */
const changed = (at: number, keys: Parameter) =>
  PARAMETERS.map((parameter, index) => (index === at ? { ...parameter, ...keys } : parameter));

describe('the style program', () => {
  it('takes given files, arguments and files for arrays', () => {
    const result = parse({ arguments: ['x.npy', '-n{n}'] });
    if (result.status !== 'valid') throw new Error(result.problems.map(({ problem }) => problem).join('\n'));
    expect(programArguments(result.spec, { n: 7 })).toEqual(['x.npy', '-n7']);
    // The tolerance of numbers is not one of an exit status.
    expect(toleranceOf(result.spec, { n: 7 }, 'status').absolute).toBe(0);
    expect(toleranceOf(result.spec, { n: 7 }, 'out').absolute).toBe(1);
  });

  it('refuses what would not run', () => {
    expect(problems({ given: undefined })).toContain('no given file has the `main`');
    expect(problems({ given: ['solve.h'] })).toContain('no given file has the `main`');
    expect(problems({ given: ['main.cu', 'other.h'] })).toContain('other.h does not exist');
    expect(problems({ given: ['../main.cu'] })).not.toBe('');
    expect(problems({ arguments: ['{m}'] })).toContain('m is not a scalar parameter or dimension');
    expect(problems({}, { timing: validSpec().timing })).toContain('the time of a whole program is not measured');
  });

  it('refuses arrays without a file, or with a file of another type', () => {
    expect(problems({ parameters: changed(0, { file: undefined }) })).toContain('nothing says where the program has x');
    expect(problems({ parameters: changed(1, { from: 'numbers' }) })).toContain(
      'nothing says where the program has out',
    );
    expect(problems({ parameters: changed(1, { file: 'x.npy' }) })).toContain('two arrays have the same file');
    expect(problems({ parameters: changed(1, { file: 'out.pgm' }) })).toContain('out.pgm is a picture');
    expect(problems({ parameters: changed(1, { type: 'half', file: 'out.txt' }) })).toContain('not written as text');
    expect(problems({ parameters: changed(2, { type: 'float32' }) })).toContain('an exit status is one number');
    expect(problems({ parameters: changed(1, { after: 'sum =' }) })).toContain('`after` says where numbers begin');
    expect(problems({ parameters: PARAMETERS.filter((_, index) => index !== 1) })).toContain(
      'an exit status and a text do not show what kernels computed',
    );
  });

  it('keeps its keys from other styles', () => {
    expect(problems({ style: 'host' })).toMatch(
      /given is only for the style program[\s\S]*file is only for the style program/,
    );
  });
});
