import { expect, it } from 'vitest';
import { elementsOf } from '../../grader/judge/elements.ts';
import { caseOf, fault, launch, outcome, output, run } from './builders.ts';

const end = (block: [number, number, number], thread: [number, number, number]) => ({
  position: null,
  access: 'read' as const,
  block,
  thread,
});
/** 62 columns and 64 rows under 4 x 4 blocks of 16 x 16. */
const laid = (change: Parameters<typeof launch>[0] = {}, shape = [64, 62]) =>
  caseOf({ run: run({ launches: [launch(change)] }), outputs: [output({ shape })] });
const asked = (seen = laid(), others: readonly ReturnType<typeof caseOf>[] = []) =>
  elementsOf([seen, ...others])({ fault: fault(), case: seen });

it('separates threads with an element from the extra threads of a grid', () => {
  expect(asked()(end([3, 3, 0], [13, 15, 0]))).toBe('own');
  expect(asked()(end([3, 3, 0], [14, 0, 0]))).toBe('none');
});

it('knows nothing where a launch has no thread for each element', () => {
  const last = end([3, 0, 0], [15, 0, 0]);
  expect(asked(laid({ grid: [3, 4, 1] }))(last)).toBeNull();
  expect(asked(laid({ grid: [9, 4, 1] }))(last)).toBeNull();
  // A reduction of one block looks as if it had one element; with more to add up it does not.
  const stored = outcome({ outputThreads: 1, outputBlocks: 1 });
  const sum = (blocks: number) =>
    caseOf({
      run: run({ launches: [launch({ grid: [blocks, 1, 1], block: [256, 1, 1], outcome: stored })] }),
      outputs: [output({ shape: [1], writtenByKernels: 1, elements: 1 })],
    });
  const [one, many] = [sum(1), sum(9)];
  expect(asked(one)(end([0, 0, 0], [7, 0, 0]))).toBe('none');
  expect(asked(one, [many])(end([0, 0, 0], [7, 0, 0]))).toBeNull();
});

it('ignores hidden cases, and threads that fill shared memory together', () => {
  const last = end([3, 3, 0], [14, 0, 0]);
  expect(asked({ ...laid(), visible: false })(last)).toBeNull();
  expect(asked(laid({ outcome: outcome({ sharedBytes: 2048 }) }))(last)).toBeNull();
});
