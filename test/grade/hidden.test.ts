import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SUBMISSIONS_FOLDER } from '../../grader/authoring/submissions.ts';
import type { Graded, Grader } from '../../grader/cli/grader.ts';
import { createGrader } from '../../grader/cli/local-grader.ts';
import { planCases } from '../../grader/grade/plan-cases.ts';
import { REPORT_FORMATS } from '../../grader/report/index.ts';
import type { GradeResult } from '../../grader/result/index.ts';
import { type Assignment, resolveAssignment } from '../../grader/spec/index.ts';
import { LEAKS } from './leaks.ts';

/**
 * Two seeds draw different sizes and inputs for the hidden cases. If nothing of them is told, then whatever is printed
 * is the same for both, but for how often something was seen, and on which of the cases.
 */
const SEEDS = ['1', '3'];

let grader: Grader;
beforeAll(async () => {
  grader = await createGrader({ dir: 'off', maxMiB: null });
});
afterAll(() => grader.dispose());

function grade(assignment: Assignment, source: string, seed: string): Promise<Graded> {
  return grader.grade({
    assignment,
    source,
    fileName: 'mine.cu',
    sha256: createHash('sha256').update(source).digest('hex'),
    seed,
    seedIsPublic: false,
    onProgress: () => {},
    signal: new AbortController().signal,
  });
}

/**
 * Only one case is visible, so that mistakes show on hidden ones alone: the smallest, or one on which guards have
 * nothing to do. The hidden ones are all of a kind, because that a case fails at all, or is large enough to count, may well be told.
 */
type Visible = 'smallest' | 'exact';

function mostlyHidden(id: string, visible: Visible): Assignment {
  const { spec, ...rest } = resolveAssignment(id);
  const dims = Object.fromEntries(
    Object.entries(spec.hidden[0]?.dims ?? {}).map(([name, [, most]]) => [name, [40, most] as [number, number]]),
  );
  return {
    ...rest,
    spec: {
      ...spec,
      cases: spec.cases.filter(({ name }, index) => (visible === 'exact' ? name === visible : index === 0)),
      hidden: [{ name: 'ragged', count: 3, dims }],
    },
  };
}

const rejected = (id: string, file: string): string =>
  readFileSync(join(resolveAssignment(id).folder, SUBMISSIONS_FOLDER, 'rejected', file), 'utf8');

const FORMATS = REPORT_FORMATS.filter((format) => format !== 'json' && format !== 'text');

/** All that is printed and written, but for counts and for which of the hidden cases it was. */
function everything(graded: Graded): string {
  const { environment, ...told } = graded.result;
  const parts = [
    JSON.stringify(told, (key, value: unknown) => (key === 'count' ? undefined : value), 1),
    graded.text({ color: false, width: 1000 }),
    ...graded.files(FORMATS, 'mine.cu').map(({ content }) => String(content)),
  ];
  expect(environment).not.toHaveProperty('seed');
  return parts
    .join('\n')
    .replaceAll(/[\d,]+ (?:elements?|times?)(?= in all cases)|(?:,| ·) seen [\d,]+ times/g, '')
    .replaceAll(/ragged-\d/g, 'ragged')
    .replaceAll(/right in \d+ of \d+ hidden cases?/g, '')
    .replaceAll(/"occurrenceCount": \d+|"execution_time": [\d.]+|timestamp="[^"]*" time="[^"]*"/g, '')
    .replaceAll(/\(so in \d+ cases? of \d+\)|\(and so in every case\)/g, '');
}

function hiddenFindings(result: GradeResult): GradeResult['checks'][number]['findings'] {
  const hidden = new Set(result.cases.filter(({ visible }) => !visible).map(({ name }) => name));
  return result.checks.flatMap(({ findings }) => findings.filter((finding) => hidden.has(finding.case ?? '')));
}

/** Every number in what findings say; positions in the source and counts are no part of that. */
function numbersIn(findings: ReturnType<typeof hiddenFindings>): number[] {
  const words = findings.flatMap(({ message, hint, related, block, thread }) =>
    JSON.stringify([message, hint, related?.map((end) => [end.message, end.block, end.thread]), block, thread]),
  );
  return (words.join(' ').match(/\d[\d,]*/g) ?? []).map((text) => Number(text.replaceAll(',', '')));
}

/** Lengths of the hidden cases, and what buffers of such sides hold, in elements and in bytes of four. */
function sizesOf(id: string, visible: Visible, seed: string): number[] {
  const hidden = planCases(mostlyHidden(id, visible).spec, seed).filter((one) => !one.visible);
  return hidden.flatMap(({ dims }) => {
    const sides = Object.values(dims);
    const areas = sides.flatMap((a, i) => sides.slice(i + 1).map((b) => a * b));
    return [...sides, ...areas, ...areas.map((area) => 4 * area)];
  });
}

/** Grades with both seeds, and makes sure that the comparison means something: hidden cases differ, and one fails. */
async function gradeTwice(id: string, visible: Visible, source: string): Promise<Graded[]> {
  const assignment = mostlyHidden(id, visible);
  const [first = [], second = []] = SEEDS.map((seed) => planCases(assignment.spec, seed).filter((one) => !one.visible));
  expect(first.length).toBeGreaterThan(2);
  first.forEach((planned, index) => {
    expect(planned.dims).not.toEqual(second[index]?.dims);
  });
  const graded: Graded[] = [];
  for (const seed of SEEDS) graded.push(await grade(assignment, source, seed));
  for (const { result } of graded) expect(hiddenFindings(result)).not.toEqual([]);
  return graded;
}

function expectNothingTold(graded: readonly Graded[]): void {
  const [first, second] = graded.map(everything);
  expect(first).toBe(second);
  for (const { result } of graded) {
    for (const one of result.cases.filter(({ visible }) => !visible)) {
      expect(one).toMatchObject({ maxError: null, firstMismatch: null });
    }
    expect(result.launches.every((launch) => launch.case === result.cases[0]?.name)).toBe(true);
    for (const finding of hiddenFindings(result)) {
      expect(finding).not.toHaveProperty('block');
      expect(finding).not.toHaveProperty('thread');
    }
  }
}

describe.each<[string, Visible, string[]]>([
  ['grayscale', 'smallest', ['floor-division.cu', 'single-thread.cu']],
  ['grayscale', 'exact', ['guard-less-equal.cu']],
  ['matmul-2d', 'smallest', ['floor-division.cu', 'stored-transposed.cu']],
  [
    'matmul-tiled',
    'smallest',
    ['load-without-guard.cu', 'missing-first-barrier.cu', 'tile-index-swapped.cu', 'naive.cu'],
  ],
])('the hidden cases of %s, beside the %s visible one', (id, visible, files) => {
  it.each(files)('stay hidden where %s is graded', async (file) => {
    expectNothingTold(await gradeTwice(id, visible, rejected(id, file)));
  });
});

// Which mistakes show at all depends on the sizes here, so that the two results differ.
describe.each<[string, Visible, string]>([
  ['grayscale', 'exact', 'guard-missing.cu'],
  ['grayscale', 'smallest', 'row-stride-height.cu'],
  ['matmul-2d', 'exact', 'guard-one-sided.cu'],
  ['matmul-2d', 'smallest', 'race-on-split-k.cu'],
])('the hidden cases of %s, beside the %s visible one', (id, visible, file) => {
  it(`leave none of their numbers in the findings of ${file}`, async () => {
    const graded = await gradeTwice(id, visible, rejected(id, file));
    graded.forEach(({ result }, index) => {
      const told = numbersIn(hiddenFindings(result));
      for (const size of sizesOf(id, visible, SEEDS[index] ?? '')) expect(told).not.toContain(size);
    });
  });
});

describe('a submission that tries to carry a size out', () => {
  it.each(Object.entries(LEAKS))('by %s, carries nothing', async (_, source) => {
    expectNothingTold(await gradeTwice('matmul-2d', 'smallest', source));
  });
});

it('tells everything of visible cases', async () => {
  const { result } = await grade(resolveAssignment('matmul-2d'), rejected('matmul-2d', 'floor-division.cu'), '1');
  const row = result.cases.find(({ name }) => name === 'one-row');
  expect(row).toMatchObject({ visible: true, status: 'failed', firstMismatch: [0, 32] });
  expect(row?.pattern).toMatch(/the last 5 elements/);
  expect(row?.maxError).toBeGreaterThan(0);
  const visible = result.cases.filter((one) => one.visible).map(({ name }) => name);
  expect(new Set(result.launches.map((launch) => launch.case))).toEqual(new Set(visible));
  expect(result.launches.every(({ grid, block }) => Math.min(...grid, ...block) > 0)).toBe(true);

  const beyond = await grade(resolveAssignment('matmul-2d'), rejected('matmul-2d', 'no-guard.cu'), '1');
  const guards = beyond.result.checks.find((check) => check.id === 'guards')?.findings[0];
  expect(guards).toMatchObject({ block: expect.any(Array), thread: expect.any(Array) });
  expect(guards?.message).toMatch(/^Thread \(.*beyond the end of/);
});
