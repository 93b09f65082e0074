import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SUBMISSIONS_FOLDER } from '../../../grader/authoring/submissions.ts';
import { type LocalEngine, openEngine } from '../../../grader/pipeline/engine/index.ts';
import { type Engine, type Graded, type GradeProgress, gradeSubmission } from '../../../grader/pipeline/grade/index.ts';
import { planCases } from '../../../grader/pipeline/grade/plan-cases.ts';
import { AssignmentError, InfrastructureError } from '../../../grader/platform/errors.ts';
import {
  REPORT_FORMATS,
  type ReportInput,
  renderReports,
  renderText,
  reportInput,
} from '../../../grader/report/index.ts';
import { type GradeResult, resultSchema } from '../../../grader/result/index.ts';
import { type Assignment, resolveAssignment } from '../../../grader/spec/index.ts';
import { LEAKS } from './leaks.ts';

/** Each draws other sizes and inputs for the hidden cases. */
const SEEDS = ['1', '3', '17', '4242'];

let cache: string;
let local: LocalEngine;
beforeAll(async () => {
  cache = mkdtempSync(join(tmpdir(), 'grade hidden '));
  local = await openEngine({ dir: cache, maxMiB: null });
});
afterAll(async () => {
  await local.dispose();
  rmSync(cache, { recursive: true, force: true });
});

interface Seen {
  readonly graded: Graded;
  readonly input: ReportInput;
  readonly progress: readonly GradeProgress[];
}

async function grade(
  assignment: Assignment,
  source: string,
  seed: string,
  { seedIsPublic = false, engine = local.engine }: { seedIsPublic?: boolean; engine?: Engine } = {},
): Promise<Seen> {
  const progress: GradeProgress[] = [];
  const graded = await gradeSubmission({
    assignment,
    source,
    fileName: 'mine.cu',
    sha256: createHash('sha256').update(source).digest('hex'),
    ...{ seed, seedIsPublic, engine },
    onProgress: (event) => progress.push(event),
  });
  return { graded, input: await reportInput(assignment, source, graded), progress };
}

/**
 * Only one case is visible, so that mistakes show on hidden ones alone: the smallest, or one on which guards have
 * nothing to do.
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
      hidden: [{ name: 'ragged', count: 2, dims }],
      practice: [{ name: 'ragged', count: 2, dims }],
    },
  };
}

function withoutHidden({ spec, ...rest }: Assignment): Assignment {
  return { ...rest, spec: { ...spec, hidden: [] } };
}

const submission = (id: string, kind: 'accepted' | 'rejected', file: string): string =>
  readFileSync(join(resolveAssignment(id).folder, SUBMISSIONS_FOLDER, kind, file), 'utf8');

/** Everything that a student can get, in every format. */
function everything(input: ReportInput): string {
  const files = renderReports(input, REPORT_FORMATS, { path: 'mine.cu', docsUrl: null });
  const parts = [renderText(input, { color: false, width: 1000 }), ...files.map(({ content }) => String(content))];
  return parts.join('\n').replaceAll(/timestamp="[^"]*"/g, '');
}

const NOT_SHOWN = /^(It failed|Not judged because of|It could not be judged|It holds, judged) .*not shown/;

/** The result of a run without hidden cases with the statuses and points of another one, and what follows from these. */
function withStatuses(alone: GradeResult, from: GradeResult): GradeResult {
  const checks = alone.checks.map((check, index) => {
    const { status, score, maxScore, summary, summaryDetail } = from.checks[index] ?? check;
    if (status === check.status) return { ...check, score, maxScore };
    // One sentence, which is the same for all.
    expect(summary).toMatch(NOT_SHOWN);
    expect(summary).not.toMatch(/\d/);
    expect(summaryDetail).toEqual({ kind: 'hidden-case' });
    return { ...check, status, score, maxScore, summary, summaryDetail };
  });
  const { verdict, responsible, score, maxScore } = from;
  const environment = { ...alone.environment, durationMs: from.environment.durationMs };
  return { ...alone, verdict, responsible, score, maxScore, checks, environment };
}

/** What is shown is what a run without hidden cases shows, except for statuses and points. */
async function expectHidden(assignment: Assignment, source: string, seeds: readonly string[] = SEEDS): Promise<void> {
  // With a seed of its own: nothing that is shown follows from the seed.
  const alone = await grade(withoutHidden(assignment), source, '99');
  for (const seed of seeds) {
    const seen = await grade(assignment, source, seed);
    const { result, whole } = seen.graded;
    // The comparison means something: it compiles, and hidden cases show what listed ones do not.
    expect(result.checks[0]).toMatchObject({ id: 'compile', status: 'passed' });
    expect(whole.result.checks).not.toEqual(alone.graded.result.checks);
    const expected = withStatuses(alone.graded.result, result);
    expect(resultSchema.parse(result)).toEqual(resultSchema.parse(expected));
    expect(result.environment.durationMs % 1000).toBe(0);
    expect(everything(seen.input)).toBe(everything({ ...alone.input, result: expected }));
    expect(seen.progress).toEqual(alone.progress);
    expect(seen.graded.cases.map(({ plan }) => plan.name)).toEqual(alone.graded.cases.map(({ plan }) => plan.name));
    for (const { status, score } of result.checks) expect(status === 'passed' || score === 0).toBe(true);
  }
}

describe.each<[string, Visible, string[]]>([
  ['grayscale', 'smallest', ['floor-division.cu', 'single-thread.cu', 'row-stride-height.cu']],
  ['grayscale', 'exact', ['guard-less-equal.cu', 'guard-missing.cu']],
  ['matmul-2d', 'smallest', ['floor-division.cu', 'stored-transposed.cu', 'race-on-split-k.cu']],
  ['matmul-2d', 'exact', ['guard-one-sided.cu']],
  ['matmul-tiled', 'smallest', ['load-without-guard.cu', 'tile-index-swapped.cu']],
])('the hidden cases of %s, beside the %s visible one', (id, visible, files) => {
  it.each(files)('change only statuses and points of %s', async (file) => {
    await expectHidden(mostlyHidden(id, visible), submission(id, 'rejected', file), SEEDS.slice(0, 2));
  });
});

describe('a submission that tries to carry a size out', () => {
  it.each(Object.entries(LEAKS))('carries nothing by %s', { timeout: 120_000 }, async (_, source) => {
    await expectHidden(mostlyHidden('matmul-2d', 'smallest'), source);
  });
});

it('shows staff the hidden cases, and the seed', async () => {
  const assignment = mostlyHidden('matmul-2d', 'exact');
  const { graded } = await grade(assignment, submission('matmul-2d', 'rejected', 'guard-one-sided.cu'), '1');
  const { result } = graded.whole;
  expect(result.environment.seed).toBe('1');
  expect(result.cases.map(({ name, visible }) => [name, visible])).toEqual([
    ['exact', true],
    ['ragged-1', false],
    ['ragged-2', false],
  ]);
  expect(result.checks.find(({ id }) => id === 'guards')?.findings[0]).toMatchObject({ case: 'ragged-1' });
  expect(new Set(result.launches.map((launch) => launch.case))).toContain('ragged-2');
  expect(graded.result.environment).not.toHaveProperty('seed');
  expect(graded.result.checks.find(({ id }) => id === 'guards')).toMatchObject({
    status: 'failed',
    summary: 'It failed in a case that is not shown.',
    findings: [],
  });
});

it('shows practice cases like those that are listed', async () => {
  const assignment = mostlyHidden('matmul-2d', 'exact');
  const source = submission('matmul-2d', 'rejected', 'guard-one-sided.cu');
  const { graded, input } = await grade(assignment, source, '7', { seedIsPublic: true });
  const { result } = graded;
  expect(result.environment.seed).toBe('7');
  expect(result.cases.map(({ visible }) => visible)).toEqual([true, true, true]);
  expect(result.checks.find(({ id }) => id === 'guards')?.findings[0]).toMatchObject({
    case: 'ragged-1',
    block: expect.any(Array),
    thread: expect.any(Array),
  });
  expect(renderText(input, { color: false, width: 1000 })).toContain('1 case with h = ');
  expect(renderText(input, { color: false, width: 1000 })).toMatch(/, and 2 practice cases\./);
});

it('tells rule and line of a hidden mistake if the assignment permits lines', async () => {
  const { spec, ...rest } = mostlyHidden('matmul-2d', 'exact');
  const assignment = { ...rest, spec: { ...spec, feedback: { hidden: 'lines' as const } } };
  const { graded } = await grade(assignment, submission('matmul-2d', 'rejected', 'guard-one-sided.cu'), '1');
  const guards = graded.result.checks.find(({ id }) => id === 'guards');
  expect(guards?.findings.length).toBeGreaterThan(0);
  for (const finding of guards?.findings ?? []) {
    expect(Object.keys(finding).sort()).toEqual(['detail', 'file', 'line', 'message', 'rule', 'severity']);
    expect(finding.detail).toEqual({ kind: 'hidden-case' });
    expect(finding.message).toMatch(/It happens in a case that is not shown\.$/);
  }
  expect(graded.result.cases.map(({ name }) => name)).toEqual(['exact']);
});

it.each([
  [InfrastructureError, 'A case that is not shown could not be graded: this machine failed.'],
  [AssignmentError, 'A case that is not shown could not be graded: the assignment has a mistake.'],
])('keeps the words of a %o in a hidden case for staff', async (Kind, message) => {
  const assignment = mostlyHidden('matmul-2d', 'smallest');
  const { engine } = local;
  const failing: Engine = {
    ...engine,
    judge: async (request, ...rest) => {
      const h = request.args.find(({ name }) => name === 'h');
      if (h?.kind !== 'scalar' || h.value === 1) return engine.judge(request, ...rest);
      throw new Kind(`h is ${h.value}`, { details: [`h = ${h.value}`] });
    },
  };
  const source = submission('matmul-2d', 'rejected', 'floor-division.cu');
  const error = await grade(assignment, source, '1', { engine: failing }).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(Kind);
  expect(error).toMatchObject({ message, details: [], cause: { message: expect.stringMatching(/^h is \d+$/) } });
});

it('draws layouts of listed cases from no secret', () => {
  const { spec } = resolveAssignment('matmul-2d');
  const listed = (seed: string) => planCases(spec, seed).filter(({ drawn }) => !drawn);
  const drawn = (seed: string) => planCases(spec, seed).filter((one) => one.drawn);
  expect(listed('1')).toEqual(listed('2'));
  expect(drawn('1').map(({ dims }) => dims)).not.toEqual(drawn('2').map(({ dims }) => dims));
});

it('tells everything of visible cases', async () => {
  const { graded } = await grade(
    resolveAssignment('matmul-2d'),
    submission('matmul-2d', 'rejected', 'floor-division.cu'),
    '1',
  );
  const { result } = graded;
  const row = result.cases.find(({ name }) => name === 'one-row');
  expect(row).toMatchObject({ visible: true, status: 'failed', firstMismatch: [0, 32] });
  expect(row?.pattern).toMatch(/the last 5 elements/);
  expect(row?.maxError).toBeGreaterThan(0);
  expect(new Set(result.launches.map((launch) => launch.case))).toEqual(new Set(result.cases.map(({ name }) => name)));
  expect(result.launches.every(({ grid, block }) => Math.min(...grid, ...block) > 0)).toBe(true);
});
