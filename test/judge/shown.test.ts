import { describe, expect, it } from 'vitest';
import type { Pattern } from '../../grader/compare/index.ts';
import type { RunResult } from '../../grader/host/index.ts';
import { judge } from '../../grader/judge/index.ts';
import { caseOf, comparison, evidence, launch, output, run } from './builders.ts';

interface Failing {
  readonly elements?: number;
  readonly wrong?: number;
  readonly unwritten?: number;
  readonly pattern?: Pattern | null;
  readonly block?: readonly [number, number, number];
  readonly copiedBack?: RunResult['outputs'][number]['copiedBack'];
}

/** The message about an output of one dimension in these cases, and in one case that is right. */
function said(...failing: readonly Failing[]): string {
  const cases = failing.map(
    ({ elements = 100, wrong = 0, unwritten = 0, pattern = null, block, copiedBack }, index) => {
      const made = comparison({
        checked: elements,
        wrong,
        unwritten,
        pattern,
        unwrittenPattern: wrong ? null : pattern,
      });
      const own = run().outputs[0];
      if (!own) throw new Error('the run has no output');
      return caseOf({
        name: `case ${index}`,
        run: run({
          launches: [launch({ grid: [Math.ceil(elements / 256), 1, 1], block: block ?? [256, 1, 1] })],
          outputs: [{ ...own, bytes: new Uint8Array(4 * elements), ...(copiedBack && { copiedBack }) }],
        }),
        outputs: [output({ shape: [elements], elements, comparison: made })],
      });
    },
  );
  const outcomes = judge(evidence({ cases: [...cases, caseOf()] }));
  const found = outcomes.find(({ id }) => id === 'correctness')?.findings ?? [];
  return found.find(({ rule }) => rule === 'wrong-output' || rule === 'unwritten-output')?.message ?? '';
}

const copy: Pattern = { kind: 'input-copy', input: 'b', plane: 0, planes: 1 };
const factor = (value: number): Pattern => ({ kind: 'constant-factor', factor: value });
const tail = (from: number, extent: number, block: number): Pattern => ({
  kind: 'last-partial-block',
  tails: [{ axis: null, from, extent, block }],
});

describe('a pattern and the cases that have it', () => {
  it('says that all failing cases have it', () => {
    expect(said({ wrong: 90, pattern: copy }, { elements: 200, wrong: 180, pattern: copy })).toContain(
      '90 of 100 elements of out are wrong: they are a copy of the input b (so in 2 cases of 3).',
    );
  });

  it('says of constants that differ from case to case which one is here', () => {
    const cases = [7, 9].map((value) => ({ wrong: 90, pattern: { kind: 'constant', value } as const }));
    expect(said(...cases)).toContain('they all hold one value, here 7');
    const infinite = [1, 2].map(() => ({
      wrong: 90,
      pattern: { kind: 'constant', value: Number.POSITIVE_INFINITY } as const,
    }));
    expect(said(...infinite)).toContain('they all hold Infinity');
  });

  it('counts the cases that have it if others have none', () => {
    const cases = [90, 91, 92].map((wrong) => ({ wrong, pattern: copy }));
    expect(said(...cases, { elements: 1000, wrong: 990 })).toContain(
      'they are a copy of the input b (so in 3 of the 4 cases where elements are wrong).',
    );
  });

  it('leaves out one that a larger case contradicts', () => {
    const border: Pattern = { kind: 'slice', axis: 0, index: 3, extent: 10 };
    const small = { wrong: 99, pattern: factor(0.3) };
    const message = said(small, small, { elements: 1000, wrong: 99, pattern: border });
    expect(message).toMatch(/^99 of 100 elements of out are wrong \(so in 3 cases of 4\)\./);
    const other = said({ wrong: 100, pattern: factor(0.3) }, { elements: 100, wrong: 99, pattern: factor(0.5) });
    expect(other).not.toContain('times what they should be');
  });

  it('leaves out one that most cases do not have', () => {
    const none = { elements: 1000, wrong: 900 };
    expect(said({ elements: 257, wrong: 1, pattern: tail(256, 257, 256) }, none, none)).not.toContain('last');
  });

  it('says of all elements only what every failing case has', () => {
    expect(said({ elements: 1, wrong: 1 }, { wrong: 100 })).toContain(
      'All 100 elements of out are wrong (so in 2 cases',
    );
    expect(said({ wrong: 100 }, { elements: 200, wrong: 7 })).toContain(
      '7 of 200 elements of out are wrong (so in 2 cases of 3)',
    );
  });
});

describe('the last partial block', () => {
  it('is one of the launch', () => {
    expect(said({ elements: 300, unwritten: 44, pattern: tail(256, 300, 256) })).toContain(
      'the last 44 elements, exactly the elements after the last full block',
    );
    const short = said({ elements: 35, unwritten: 3, pattern: tail(32, 35, 32) });
    expect(short).toContain('the last 3 elements (so in 1 case of 2)');
    expect(said({ elements: 300, unwritten: 44, pattern: tail(256, 300, 256), block: [32, 8, 1] })).not.toContain(
      'block',
    );
  });

  it('is left out if another case shows only the end', () => {
    const message = said(
      { elements: 257, unwritten: 1, pattern: tail(256, 257, 256) },
      { elements: 35, unwritten: 3, pattern: tail(32, 35, 32) },
    );
    expect(message).toContain('1 of 257 elements of out was never written: the last element (so in 2 cases of 3)');
  });
});

it('counts the cases whose copies explain what is wrong', () => {
  const back = { bytes: 400, unwrittenBytes: 0, tooEarly: false, position: null };
  const message = said(
    { wrong: 90, copiedBack: { ...back, kernelBytes: 0 } },
    { wrong: 95, copiedBack: { ...back, kernelBytes: 400 } },
  );
  expect(message).toBe(
    'This call copies data into out that no kernel wrote (so in 1 of the 2 cases where elements are wrong).',
  );
});
