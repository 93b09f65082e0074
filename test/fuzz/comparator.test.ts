import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { CompareBackend } from '../../grader/compare/backend.ts';
import { twin } from '../../grader/compare/twin.ts';
import { makeElements } from '../../grader/spec/index.ts';
import { native, unavailable } from '../compare/backends.ts';
import { anyJob, plainly, TYPES } from '../compare/jobs.ts';
import { PATH, replay, rounds, TIMEOUT_MS } from './budget.ts';

const RUNS = 2000;
const reason = unavailable(native);

const product = fc.record({
  type: fc.constantFrom(...TYPES),
  shape: fc.record({
    h: fc.integer({ min: 1, max: 70 }),
    w: fc.integer({ min: 1, max: 70 }),
    k: fc.integer({ min: 1, max: 70 }),
  }),
  values: fc.array(fc.oneof(fc.double(), fc.integer({ min: -300, max: 300 })), { minLength: 1, maxLength: 40 }),
});

test.skipIf(reason)(
  `the addon and its twin find the same${reason ? ` (skipped: ${reason})` : ''}`,
  async () => {
    const addon = native as CompareBackend;
    const same = fc.asyncProperty(anyJob, product, async (job, { type, shape, values }) => {
      const { marks, ...tally } = plainly(job);
      for (const backend of [addon, twin]) {
        const own = new Uint8Array(job.want.length);
        expect(await backend.compare({ ...job, marks: own })).toEqual(tally);
        expect([...own]).toEqual(marks);
      }
      const m = makeElements(type, shape.h * shape.k).map((_: number, i: number) => values[i % values.length] ?? 0);
      const n = makeElements(type, shape.k * shape.w).map(
        (_: number, i: number) => values[(7 * i) % values.length] ?? 0,
      );
      const [ours, theirs] = await Promise.all([addon.matrixProduct(m, n, shape), twin.matrixProduct(m, n, shape)]);
      expect(ours.every((element, i) => Object.is(element, theirs[i]))).toBe(true);
    });
    for (const seed of rounds()) {
      console.log(`comparator: seed ${seed}`);
      const found = await fc.check(same, { seed, numRuns: RUNS, ...(PATH !== null && { path: PATH }) });
      if (found.failed)
        expect.fail(`${replay('comparator', seed, found.counterexamplePath)}\n${fc.defaultReportMessage(found)}`);
    }
  },
  TIMEOUT_MS,
);
