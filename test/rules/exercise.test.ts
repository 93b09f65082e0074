import { describe, expect, it } from 'vitest';
import { toFinding } from '../../grader/judge/compile.ts';
import { type Evidence, judge, type ReorderedOutput } from '../../grader/judge/index.ts';
import { type Finding, RULES } from '../../grader/result/index.ts';
import { CORRECT, PROTOTYPE, useCompiler, withChange } from '../compile/harness.ts';
import { expectData } from '../explain/rendered.ts';
import { caseOf, comparison, evidence, output, run } from '../judge/builders.ts';
import { gpu, tier } from '../timing/simulated.ts';
import { RUN_RULES } from './run-rules.ts';

const compile = useCompiler();

/** The program that breaks a rule of the compiler, by the rule; all of them have the same correction. */
const REFUSED = [
  ['compile-warning', 'the function that the grader calls is not main', `${CORRECT}int main() {}\n`, 8],
  ['compile-error', 'what is no C++ does not compile', withChange('2 * x[i];', '2 * x[i]'), 3],
  [
    'signature-mismatch',
    'the entry point has the signature that the exercise gives',
    CORRECT.replace('int n) {\n  twice', 'long long n) {\n  twice'),
    5,
  ],
  ['policy-violation', 'an exercise takes no inline PTX', withChange('out[i] = 2 * x[i];', '{ asm("trap;"); }'), 3],
  [
    'unsupported-feature',
    'a library that only a machine with CUDA has is named',
    `#include <cublas_v2.h>\n${CORRECT}`,
    1,
  ],
  [
    'shared-alias',
    'each extern __shared__ array begins where the dynamic shared memory of the block does',
    withChange(
      '  if (i < n) out[i] = 2 * x[i];',
      '  extern __shared__ float a[];\n  extern __shared__ float b[];\n  a[0] = b[1] = x[i];\n  out[i] = a[1] + b[0];',
    ),
    4,
  ],
  [
    'uninitialized-read',
    'a local variable has no value before it is given one',
    withChange('  if (i < n) out[i] = 2 * x[i];', '  float y;\n  if (i < n) out[i] = x[i] + y;'),
    4,
  ],
] as const;

describe.each(REFUSED)('%s: %s', (rule, _statement, source, line) => {
  it('is reported at its line', async () => {
    const { diagnostics } = await compile(source, PROTOTYPE);
    expect(diagnostics.filter((diagnostic) => diagnostic.rule === rule)).toMatchObject([{ line }]);
    expectData(diagnostics.map((diagnostic) => toFinding(diagnostic)));
  });
});

it('reports none of these for the corrected submission', async () => {
  expect((await compile(CORRECT, PROTOTYPE)).diagnostics).toEqual([]);
});

const timing = (ratio: number): Evidence['timing'] => ({
  outcome: { status: 'measured' },
  gpu,
  dims: { h: 2048, w: 2048, k: 2048 },
  rounds: [{ studentMs: 2, baselineMs: 2 * ratio, referenceMs: null }],
  dropped: 0,
  studentMs: 2,
  baselineMs: 2 * ratio,
  referenceMs: null,
  cpuMs: null,
  ratio,
  interval: [ratio * 0.99, ratio * 1.01],
  bytes: 1.8e8,
  operations: null,
  floorMs: 0.18,
  tiers: [tier('good', 2)],
  calibrated: true,
  tier: ratio >= 2 ? 'good' : null,
  tooClose: null,
  clocksMHz: null,
});

/** A tensor of PyTorch's type 6, float32. */
const returned = (sizes: readonly number[]): Partial<Evidence> => ({
  cases: [caseOf({ run: run({ returned: { defined: true, type: 6, device: 'cuda', contiguous: true, sizes } }) })],
});

const REORDERED: ReorderedOutput = {
  ...{
    name: 'out',
    by: 'order',
    shape: [64, 64],
    index: [0, 3],
    before: 12.5,
    after: 7,
    wrong: 2,
    elements: 4096,
    store: null,
  },
};

/** What is seen of a submission that breaks a rule of the exercise, and of the same one corrected. */
const JUDGED: readonly (readonly [string, string, Partial<Evidence>, Partial<Evidence>])[] = [
  [
    'wrong-output',
    'the output is what the exercise defines',
    {
      cases: [
        caseOf({ outputs: [output({ comparison: comparison({ wrong: 64, maxError: 2, firstMismatch: [0, 3] }) })] }),
      ],
    },
    {},
  ],
  [
    'unwritten-output',
    'every element of the output is written',
    {
      cases: [
        caseOf({
          outputs: [
            output({ writtenByKernels: 4000, comparison: comparison({ unwritten: 96, firstMismatch: [63, 0] }) }),
          ],
        }),
      ],
    },
    {},
  ],
  [
    'modified-input',
    'every input has the content at the end that it had at the beginning',
    { cases: [caseOf({ run: run({ changedInputs: ['m'] }) })] },
    {},
  ],
  [
    'order-dependent-output',
    'the output is right in each order of the threads',
    { cases: [caseOf({ reordered: [REORDERED] })] },
    {},
  ],
  [
    'needs-review',
    'nvcc and Clang compile the same program',
    { nvcc: { status: 'compiled', diagnostics: [], otherProgramAt: 3 } },
    { nvcc: { status: 'compiled', diagnostics: [], otherProgramAt: null } },
  ],
  [
    'wrong-shape',
    'the returned tensor has the shape that the exercise asks for',
    returned([64, 3, 64]),
    returned([64, 64]),
  ],
  [
    'missing-technique',
    'values come from shared memory where the exercise asks for tiles',
    { cases: [caseOf({ run: run({ influence: { changed: 1000, unshared: 1000, lost: false } }) })] },
    {},
  ],
  [
    'too-slow',
    'it is as fast as the lowest tier asks',
    { timing: timing(1.5), timingSkipped: null },
    { timing: timing(2.5), timingSkipped: null },
  ],
];

describe.each(JUDGED)('%s: %s', (rule, _statement, wrong, right) => {
  const found = (change: Partial<Evidence>): readonly Finding[] =>
    judge(evidence(change)).flatMap(({ findings }) => findings.filter((finding) => finding.severity === 'error'));

  it('is reported', () => {
    expect([...new Set(found(wrong).map((finding) => finding.rule))]).toEqual([rule]);
    expectData(found(wrong));
  });

  it('is not reported for the corrected one', () => {
    expect(found(right)).toEqual([]);
  });
});

it('no rule is without a test', () => {
  const tested = [...REFUSED, ...JUDGED].map(([rule]) => rule);
  expect([...new Set([...tested, ...RUN_RULES])].sort()).toEqual(Object.keys(RULES).sort());
});
