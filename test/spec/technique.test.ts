import { describe, expect, it } from 'vitest';
import { formatProblem, parseAssignment, techniquesOf } from '../../grader/spec/index.ts';
import { validSpec, yaml } from './specs.ts';

function read(change: Record<string, unknown>) {
  const spec = { ...validSpec(), ...change };
  return parseAssignment(yaml(spec), { folder: 'matmul-demo', siblings: () => 100 });
}

function problems(change: Record<string, unknown>): string[] {
  const result = read(change);
  return result.status === 'valid' ? [] : result.problems.map((problem) => formatProblem('a.yaml', problem));
}

const parallel = { kind: 'parallel-outputs', minThreads: 10, minBlocks: 2 };
const transfers = { kind: 'transfers', maxCopies: 3, maxBytesRatio: 1 };

describe('techniques', () => {
  it('may be several', () => {
    const result = read({
      technique: { kind: 'all', of: [parallel, transfers, { kind: 'bank-conflicts', maxPerRequest: 0 }] },
    });
    if (result.status !== 'valid') throw new Error(JSON.stringify(result.problems));
    expect(techniquesOf(result.spec).map(({ kind }) => kind)).toEqual([
      'parallel-outputs',
      'transfers',
      'bank-conflicts',
    ]);
    expect(techniquesOf({ technique: { kind: 'none' } })).toEqual([]);
  });

  it.each([
    [{ kind: 'transfers' }, /transfers needs a limit/],
    [{ kind: 'transfers', minLaunches: 3, maxLaunches: 2 }, /minLaunches is larger than maxLaunches/],
    [{ kind: 'launch-shape' }, /launch-shape needs blocks, maxSharedBytes or both/],
    [
      { kind: 'launch-shape', blocks: 'ceil(hieght/16)' },
      /78:11: hieght is not an integer scalar parameter; expected one of h, w, k/,
    ],
    [{ kind: 'launch-shape', blocks: 'ceil(h/0)' }, /division by 0/],
    [{ kind: 'all', of: [transfers, { kind: 'launch-shape', maxSharedBytes: '0*w' }] }, /0 bytes of shared memory/],
    [{ kind: 'all', of: [transfers] }, /of/],
    [{ kind: 'all', of: [transfers, { kind: 'all', of: [parallel, transfers] }] }, /kind/],
    [{ kind: 'all', of: [transfers, { ...parallel, minThreads: 9999 }] }, /no visible case has that many outputs/],
  ])('refuses %j', (technique, words) => {
    expect(problems({ technique }).join('\n')).toMatch(words);
  });

  it('compare with a baseline that is CUDA', () => {
    const timing = { baseline: 'baseline.cpp', dims: { h: 8, w: 8, k: 8 } };
    const technique = { kind: 'all', of: [transfers, { kind: 'global-traffic', maxSectorRatio: 0.5 }] };
    expect(problems({ technique, timing }).join('\n')).toMatch(/global-traffic compares sectors with the baseline/);
  });
});

describe('arrays in host memory', () => {
  const host = { ...(validSpec()['entry'] as object), style: 'host' };

  it('have to fit there', () => {
    expect(problems({ entry: host })).toEqual([]);
    const timing = { baseline: 'baseline.cu', dims: { h: 8192, w: 8192, k: 2048 } };
    expect(problems({ entry: host, timing }).join('\n')).toMatch(
      /inputs and outputs lie in host memory, and those of the timed size do not fit.*at least 400 \(500 at most\)/s,
    );
    expect(problems({ timing })).toEqual([]);
  });

  it('may have alternatives, and forbid features', () => {
    const atomics = { kind: 'uses', feature: 'atomics' };
    const technique = { kind: 'all', of: [parallel, { kind: 'any', of: [transfers, { kind: 'not', of: atomics }] }] };
    const result = read({ technique });
    if (result.status !== 'valid') throw new Error(JSON.stringify(result.problems));
    expect(techniquesOf(result.spec).map(({ kind }) => kind)).toEqual(['parallel-outputs', 'transfers', 'uses']);
    const wrong = { kind: 'any', of: [transfers, { kind: 'global-atomics', max: 'q*2' }] };
    expect(problems({ technique: wrong }).join('\n')).toMatch(/q is not an integer scalar parameter/);
  });
});
