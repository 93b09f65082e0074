import { describe, expect, it } from 'vitest';
import type { LaunchRecord } from '../../grader/host/index.ts';
import type { CaseEvidence } from '../../grader/judge/index.ts';
import { judge, kernelsServedByBlocks, layoutOf } from '../../grader/judge/index.ts';
import { caseOf, comparison, evidence, launch, outcome, output, run } from './builders.ts';

type Stored = Partial<LaunchRecord['outcome']>;

/** A launch of blocks of 256 threads over an output of one dimension. */
function seen(elements: number, blocks: number, stored: Stored, written = elements): CaseEvidence {
  const made = launch({ grid: [blocks, 1, 1], block: [256, 1, 1], outcome: outcome(stored) });
  const unwritten = elements - written;
  return caseOf({
    run: run({ launches: [made] }),
    outputs: [
      output({
        ...{ shape: [elements], elements, writtenByKernels: written },
        comparison: comparison({ checked: elements, unwritten, unwrittenPattern: null }),
      }),
    ],
  });
}

function layout(shown: CaseEvidence, others: readonly CaseEvidence[] = []) {
  const [first] = shown.run.launches;
  const [out] = shown.outputs;
  if (!first || !out) throw new Error('the case has no launch or no output');
  return layoutOf(first, shown, out, [shown, ...others]);
}

function hint(shown: CaseEvidence): string | undefined {
  const found = judge(evidence({ cases: [shown] })).flatMap(({ findings }) => findings);
  return found.find(({ rule }) => rule === 'unwritten-output')?.hint;
}

describe('one thread for each element', () => {
  it('is how a launch is laid over an output', () => {
    expect(layout(seen(1000, 4, { outputThreads: 1000, outputBlocks: 4 }))).toMatchObject({
      laid: { uncovered: 0, spare: 24 },
      several: false,
    });
  });

  it('is not claimed if more blocks store than have a thread for an element', () => {
    const rows = seen(64, 64, { outputThreads: 64, outputBlocks: 64 });
    expect(layout(rows)).toBeNull();
    // One row shows nothing, but the kernel is the same.
    const one = seen(1, 1, { outputThreads: 1, outputBlocks: 1 });
    expect(layout(one)).not.toBeNull();
    expect(layout(one, [rows])).toBeNull();
  });

  it('is looked for once in each launch, not once for each pair of launches', () => {
    const many = seen(5000, 1, { outputThreads: 1, outputBlocks: 1 });
    const [first] = many.run.launches;
    let looks = 0;
    const counted = {
      ...(first as LaunchRecord),
      get outcome() {
        looks += 1;
        return (first as LaunchRecord).outcome;
      },
    };
    const launches = Array<LaunchRecord>(5000).fill(counted);
    expect(kernelsServedByBlocks([{ ...many, run: run({ launches }) }])).toEqual(new Set());
    expect(looks).toBe(5000);
  });

  it('is not claimed with atomic functions or three-dimensional blocks', () => {
    const stored = { outputThreads: 1000, outputBlocks: 1, atomicBlocks: 1 };
    expect(kernelsServedByBlocks([seen(256, 1, stored)])).toEqual(new Set(['kernel']));
    const deep = seen(1000, 4, { outputThreads: 1000, outputBlocks: 4 });
    const launches = deep.run.launches.map((each) => ({ ...each, grid: [4, 1, 2] as const }));
    expect(layout({ ...deep, run: run({ launches }) })).toBeNull();
  });

  it('is kept if x runs over the rows', () => {
    const made = launch({ grid: [10, 15, 1], outcome: outcome({ outputThreads: 33_750, outputBlocks: 150 }) });
    const out = output({ shape: [150, 225], elements: 33_750, writtenByKernels: 33_750 });
    const turned = caseOf({ run: run({ launches: [made] }), outputs: [out] });
    expect(layoutOf(made, turned, out, [turned])).toMatchObject({ laid: { crosswise: true } });
  });
});

describe('a thread with several elements', () => {
  it('is known by the elements that kernels wrote', () => {
    expect(layout(seen(4000, 4, { outputThreads: 1024, outputBlocks: 4 }, 3996))?.several).toBe(true);
    expect(layout(seen(4000, 4, { outputThreads: 1024, outputBlocks: 4 }, 1024))?.several).toBe(false);
  });

  it('is not laid over an output that has a thread for each element', () => {
    expect(layout(seen(1000, 4, { outputThreads: 250, outputBlocks: 1 }))).toBeNull();
  });

  it('is not claimed if several launches wrote', () => {
    const shown = seen(4096, 4, { outputThreads: 1024, outputBlocks: 4 });
    const launches = [...shown.run.launches, ...shown.run.launches];
    expect(layout({ ...shown, run: run({ launches }) })).toBeNull();
  });
});

describe('the hint about elements that are missing', () => {
  it('asks for the blocks if every block stores', () => {
    expect(hint(seen(47, 11, { outputThreads: 44, outputBlocks: 11 }, 44))).toContain('How many blocks');
    expect(hint(seen(47, 12, { outputThreads: 44, outputBlocks: 11 }, 44))).toContain('Which block');
  });

  it('asks for the guard if there are threads enough', () => {
    expect(hint(seen(1000, 4, { outputThreads: 999, outputBlocks: 4 }, 999))).toContain('There are enough threads');
  });

  it('asks for the last element of a thread that takes several', () => {
    expect(hint(seen(4000, 4, { outputThreads: 1024, outputBlocks: 4 }, 3996))).toContain('takes several elements');
  });
});
