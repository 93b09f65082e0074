import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { launchPlanSchema, summarizePlan } from '../../grader/plan/index.ts';
import { packageRoot } from '../../grader/platform/root.ts';
import { parseAssignment } from '../../grader/spec/parse.ts';
import { run } from '../report/fixtures.ts';
import { PATH, replay, rounds, TIMEOUT_MS } from './budget.ts';
import { mutate, mutations } from './mutations.ts';

const RUNS = 250;
/** No reader may take longer, whatever it reads. */
const LIMIT_MS = 5000;
const folder = join(packageRoot, 'assignments');
const specs = readdirSync(folder, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => readFileSync(join(folder, name, 'assignment.yaml'), 'utf8'));
const pieces = [
  '&a [*a, *a]',
  '*a',
  '!!js/function x',
  '!!binary ""',
  '<<: *a',
  '\t',
  '- ',
  ': ',
  '{',
  '}',
  '[',
  ']',
  '|',
  '>',
  '---\n',
  '...\n',
];
const values = [
  'null',
  '~',
  '-1',
  '1e999',
  '.nan',
  '0x7fffffffffffffff',
  '""',
  '{}',
  '[]',
  '"__proto__"',
  'ceil(n/0)',
  'n*n*n*n',
  '2026-01-01',
];
const changed = mutations([
  ...pieces,
  ...values,
  ...specs.flatMap((spec) => spec.match(/^ *\w+:/gm) ?? []).slice(0, 80),
]);

const anything = { folder: null, siblings: () => 1 };
const spec = fc.property(fc.constantFrom(...specs), changed, (text, changes) => {
  const began = performance.now();
  const mutated = mutate(text, changes);
  const read = parseAssignment(mutated, anything);
  expect(performance.now() - began).toBeLessThan(LIMIT_MS);
  if (read.status === 'valid') {
    // What was read is what was written, in another form as well.
    const again = parseAssignment(JSON.stringify(parse(mutated)), anything);
    expect(again).toEqual(read);
    return;
  }
  expect(read.problems.length).toBeGreaterThan(0);
  for (const { line, column, problem } of read.problems) {
    expect(line).toBeGreaterThan(0);
    expect(column).toBeGreaterThan(0);
    expect(problem).not.toBe('');
  }
});

const plan = JSON.stringify(run.plan);
const planPieces = [
  'null',
  '-1',
  '1e999',
  '"free"',
  '"launch"',
  '[]',
  '{}',
  '0.5',
  '4294967296',
  '"buffer":9',
  ',',
  '"',
];
const launches = fc.property(mutations(planPieces), (changes) => {
  let data: unknown;
  try {
    data = JSON.parse(mutate(plan, changes));
  } catch (error) {
    expect(error).toBeInstanceOf(SyntaxError);
    return;
  }
  const read = launchPlanSchema.safeParse(data);
  if (!read.success) expect(read.error.issues.length).toBeGreaterThan(0);
  else {
    expect(JSON.parse(JSON.stringify(read.data))).toEqual(data);
    expect(summarizePlan(read.data).kernels).toBeInstanceOf(Array);
  }
});

test.each([
  ['specifications', spec],
  ['launch plans', launches],
] as const)(
  '%s are read, or refused with a reason',
  async (name, property) => {
    for (const seed of rounds()) {
      console.log(`readers, ${name}: seed ${seed}`);
      const found = fc.check(property as fc.IProperty<unknown>, {
        seed,
        numRuns: RUNS,
        ...(PATH !== null && { path: PATH }),
      });
      if (found.failed)
        expect.fail(`${replay('readers', seed, found.counterexamplePath)}\n${fc.defaultReportMessage(found)}`);
    }
  },
  TIMEOUT_MS,
);
