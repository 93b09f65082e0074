import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Grader } from '../../grader/cli/grader.ts';
import { createGrader } from '../../grader/cli/local-grader.ts';
import { createRunner } from '../../grader/cli/local-runner.ts';
import { wordRule } from '../../grader/explain/index.ts';
import { type Example, parseRulePage } from '../../grader/explain/rule-page/index.ts';
import { PROGRAM_LIMITS } from '../../grader/pipeline/run/index.ts';
import { type Finding, type GradeResult, RULES, type Rule } from '../../grader/result/index.ts';
import { resolveAssignment } from '../../grader/spec/index.ts';
import { expectData } from '../explain/rendered.ts';

/** What the pages of the rules show is so: each first program breaks its rule and no other, and the second breaks none. */

const folder = join(import.meta.dirname, '..', '..', 'docs', 'rules');
const files = readdirSync(folder);
const pages = files.map((file) => parseRulePage(readFileSync(join(folder, file), 'utf8')));

let cache: string;
let runner: Awaited<ReturnType<typeof createRunner>>;
let grader: Grader;
beforeAll(async () => {
  cache = mkdtempSync(join(tmpdir(), 'rule-pages-'));
  runner = await createRunner({ dir: cache, maxMiB: 100 });
  grader = await createGrader({ dir: cache, maxMiB: 100 });
});
afterAll(async () => {
  await runner?.dispose();
  await grader?.dispose();
  rmSync(cache, { recursive: true, force: true });
});

async function grade(source: string, assignment: string): Promise<GradeResult> {
  const { result } = await grader.grade({
    assignment: resolveAssignment(assignment),
    source,
    fileName: 'example.cu',
    sha256: createHash('sha256').update(source).digest('hex'),
    seed: '1',
    seedIsPublic: true,
    onProgress: () => {},
    signal: new AbortController().signal,
  });
  return result;
}

interface Told {
  readonly findings: readonly Finding[];
  /** Of a submission. */
  readonly verdict: GradeResult['verdict'] | null;
}

async function told({ source, assignment }: Example): Promise<Told> {
  if (assignment !== null) {
    const { checks, verdict } = await grade(source, assignment);
    return { findings: checks.flatMap(({ findings }) => findings), verdict };
  }
  const { findings } = await runner.run({
    source,
    fileName: 'example.cu',
    sha256: '',
    args: [],
    checks: null,
    counters: false,
    limits: { ...PROGRAM_LIMITS, deviceSteps: 1e6, deviceMemoryBytes: 2 ** 24 },
  });
  return { findings, verdict: null };
}

function markedLine({ source }: Example, rule: string): number {
  const lines = source.split('\n').flatMap((line, index) => (line.endsWith(`// ${rule}`) ? [index + 1] : []));
  expect(lines).toHaveLength(1);
  return lines[0] ?? 0;
}

describe('the pages', () => {
  it('are one a rule, and one rule a page', () => {
    expect(pages.map(({ rule }) => rule)).toEqual(files.map((file) => file.replace(/\.md$/, '')));
    expect(pages.map(({ rule }) => rule).sort()).toEqual(Object.keys(RULES).sort());
  });

  it('begin with the sentence of reports, and define the rule', () => {
    for (const { rule, title, meaning } of pages) {
      expect(title).toBe(`${wordRule(rule as Rule).title}.`);
      expect(meaning).toBe(wordRule(rule as Rule).meaning);
    }
  });
});

/** Shows on a GPU alone. */
const ON_GPU = 'too-slow';
/** Shows beside nvcc only: `test/compile/world/nvcc.test.ts`. */
const BESIDE_NVCC = 'needs-review';

describe.each(pages.filter(({ rule }) => rule !== ON_GPU && rule !== BESIDE_NVCC))(
  '$rule',
  ({ rule, wrong, right }) => {
    it('finds exactly this rule, as data, in its program at the marked line', async () => {
      const { findings } = await told(wrong);
      expectData(findings);
      const found = findings.filter((finding) => finding.rule === rule);
      expect(new Set(found.map(({ line }) => line))).toEqual(new Set([markedLine(wrong, rule)]));
      // What a kernel that was stopped left behind is a warning.
      const others = findings.filter((finding) => finding.rule !== rule && finding.severity === 'error');
      expect(others.map((finding) => finding.rule)).toEqual([]);
    });

    it('finds nothing in the fixed program', async () => {
      expect(await told(right)).toEqual({ findings: [], verdict: right.assignment === null ? null : 'passed' });
    });
  },
);

describe(ON_GPU, () => {
  const sectors = ({ launches }: GradeResult): number =>
    launches.reduce((sum, { counters }) => sum + (counters?.globalLoadSectors ?? 0), 0);

  it('has two right programs, of which the first loads far more memory', async () => {
    const page = pages.find(({ rule }) => rule === ON_GPU);
    if (!page?.wrong.assignment) throw new Error('there is no page');
    markedLine(page.wrong, ON_GPU);
    const [wrong, right] = [await grade(page.wrong.source, 'matmul-2d'), await grade(page.right.source, 'matmul-2d')];
    for (const { verdict, checks } of [wrong, right]) {
      expect(verdict).toBe('passed');
      expect(checks.flatMap(({ findings }) => findings)).toEqual([]);
    }
    expect(sectors(wrong)).toBeGreaterThan(3 * sectors(right));
  });
});
