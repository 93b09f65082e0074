import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { Compiler } from '../../grader/compile/index.ts';
import { dividingAfter, PromptHelper } from '../device/prompt-helper.ts';
import { PATH, replay, rounds, TIMEOUT_MS } from './budget.ts';
import { compileBatch } from './kernels/batch.ts';
import { judge, type Modes, type Verdict } from './kernels/compare.ts';
import { anyKernel } from './kernels/generate.ts';
import type { FuzzKernel } from './kernels/kernel.ts';

/** Kernels of a round, compiled as one program. */
const KERNELS = 60;
/** Shrinking compiles a program a step. */
const SHRINK_MS = 180_000;
/** Ways to run a launch between which nobody can tell. */
const MODES: Modes = {
  counting: { counters: true },
  'other addresses': { layoutSeed: 7 },
  divided: { partition: { helpers: { take: () => [new PromptHelper()] }, pace: dividingAfter(() => 1) } },
};
/** What a round's kernels do wrong. */
const RULES = [
  'barrier-divergence',
  'global-race',
  'misaligned-access',
  'out-of-bounds-read',
  'out-of-bounds-write',
  'shared-out-of-bounds',
  'shared-race',
  'uninitialized-read',
];

const compiler = new Compiler({ isLongLived: true });
afterAll(() => compiler.dispose());

async function judgeAll(kernels: readonly FuzzKernel[]): Promise<{ verdicts: Verdict[]; source: string }> {
  const { program, candidates, source } = await compileBatch(compiler, kernels);
  return { verdicts: candidates.map((candidate) => judge(program, candidate, MODES)), source };
}

/** Looks for the smallest kernel that still fails, and says what it is. */
async function shrunk(seed: number, path: string): Promise<string> {
  const fails = fc.asyncProperty(anyKernel, async (kernel) => {
    const { verdicts, source } = await judgeAll([kernel]);
    if (verdicts[0]?.differences.length) throw new Error(`${verdicts[0].differences.join('\n')}\n${source}`);
  });
  const limits = { interruptAfterTimeLimit: SHRINK_MS, markInterruptAsFailure: false };
  const { counterexamplePath, errorInstance, counterexample } = await fc.check(fails, {
    ...{ seed, path, numRuns: 1, ...limits },
  });
  const kernel = counterexample?.[0];
  const sizes = kernel && `grid ${kernel.grid}, block ${kernel.block}, n ${kernel.n}, ${JSON.stringify(kernel.arrays)}`;
  const what = errorInstance instanceof Error ? errorInstance.message : 'It does not fail when it is compiled alone.';
  return `${replay('kernels', seed, counterexamplePath ?? path)}\n${what}\n${sizes ?? ''}`;
}

test(
  'kernels match a plain interpreter, and their mistakes are reported',
  async () => {
    for (const seed of rounds()) {
      console.log(`kernels: seed ${seed}`);
      if (PATH !== null) {
        expect.fail(await shrunk(seed, PATH));
      }
      const { verdicts } = await judgeAll(fc.sample(anyKernel, { seed, numRuns: KERNELS }));
      const first = verdicts.findIndex(({ differences }) => differences.length > 0);
      if (first >= 0) expect.fail(`${verdicts[first]?.differences.join('\n')}\n${await shrunk(seed, `${first}`)}`);
      // What is generated must be worth it: nearly all can be interpreted, and every rule is broken by some.
      expect(verdicts.filter(({ undecided }) => undecided).length).toBeLessThan(KERNELS / 5);
      expect([...new Set(verdicts.flatMap(({ rules }) => rules))].sort()).toEqual(RULES);
      expect(verdicts.filter(({ rules }) => rules.length === 0).length).toBeGreaterThan(0);
    }
  },
  TIMEOUT_MS,
);
