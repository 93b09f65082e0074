import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GradingPool, type GradingTask, type Outcome, RESULT_FILE } from '../../batch/index.ts';
import type { CacheSettings } from '../../platform/cache/index.ts';
import { cores } from '../../platform/threads/index.ts';
import type { CheckId, GradeResult } from '../../result/index.ts';
import type { Assignment } from '../../spec/index.ts';
import { sha256 } from '../../spec/index.ts';

export interface GradeSettings {
  readonly seed: string;
  readonly jobs: number;
  readonly cache: CacheSettings;
  readonly signal: AbortSignal;
}

/** A program to grade, and what to do with what came of it. */
export interface Program {
  readonly file: string;
  readonly source: string;
}

export type Judged =
  | { readonly kind: 'passed'; readonly code: string }
  /** It does not compile. */
  | { readonly kind: 'invalid' }
  | { readonly kind: 'failed'; readonly checks: readonly CheckId[]; readonly rules: readonly string[] }
  /** Not judged: the machine, or something that it does not have. */
  | { readonly kind: 'fault'; readonly message: string };

/** Of one, seconds: longer than the budgets of all cases let it run. */
const SECONDS = 240;
/** A grading process that has grown to this is replaced, MiB. */
const WORKER_MIB = 3000;

/** Grades programs in processes of their own, on the emulator alone; what came of each, in their order. */
export async function gradePrograms<Kind extends Program>(
  assignment: Assignment,
  programs: readonly Kind[],
  settings: GradeSettings,
  onJudged: (program: Kind, done: number) => void,
): Promise<Judged[]> {
  const { seed, jobs, cache, signal } = settings;
  const folder = await mkdtemp(join(tmpdir(), 'grade-mutate-'));
  const machine = { target: 'emulator', nvcc: 'off', sandbox: 'auto' } as const;
  const pool = new GradingPool({
    jobs,
    cores: cores(),
    settings: { cache, machine, sanitize: false },
    secondsPerSubmission: SECONDS,
    workerMiB: WORKER_MIB,
    signal,
  });
  try {
    const tasks = await Promise.all(
      programs.map(async ({ file, source }, index): Promise<GradingTask> => {
        const into = join(folder, String(index));
        await mkdir(into);
        const path = join(into, file);
        await writeFile(path, source);
        return {
          attempt: String(index),
          assignment: assignment.folder,
          source: path,
          sha256: await sha256([new TextEncoder().encode(source)]),
          seed,
          key: String(index),
          into,
          reports: [],
          at: new Date(0).toISOString(),
          wantsCode: true,
        };
      }),
    );
    const judged = new Map<string, Judged>();
    await pool.grade(tasks, async (outcome) => {
      judged.set(outcome.task.attempt, await judge(outcome));
      const program = programs[Number(outcome.task.attempt)];
      if (program) onJudged(program, judged.size);
    });
    return tasks.map(({ attempt }) => judged.get(attempt) ?? { kind: 'fault', message: 'It was not graded.' });
  } finally {
    pool.dispose();
    await rm(folder, { recursive: true, force: true });
  }
}

async function judge(outcome: Outcome): Promise<Judged> {
  if (outcome.kind === 'fault') return { kind: 'fault', message: outcome.message };
  const { summary, task } = outcome;
  const result = JSON.parse(await readFile(join(task.into, RESULT_FILE), 'utf8')) as GradeResult;
  if (summary.verdict === 'passed') return { kind: 'passed', code: summary.code ?? '' };
  const failed = result.checks.filter(({ status }) => status === 'failed');
  if (failed.some(({ id }) => id === 'compile')) return { kind: 'invalid' };
  if (summary.verdict === 'error' || summary.responsible !== 'student') {
    const about = result.checks.find(({ status }) => status === 'error')?.summary ?? '';
    return { kind: 'fault', message: `${summary.responsible}: ${about}` };
  }
  const rules = new Set(failed.flatMap(({ findings }) => findings.map(({ rule }) => rule)));
  return { kind: 'failed', checks: failed.map(({ id }) => id), rules: [...rules] };
}
