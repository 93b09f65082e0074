import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GradingPool, type GradingTask, type WorkerSettings } from '../../../grader/batch/grading/index.ts';
import type { EngineIdentity } from '../../../grader/batch/key.ts';
import { appendOutcome, OutcomeTail } from '../../../grader/batch/slurm/outcomes.ts';
import { Round } from '../../../grader/batch/slurm/round.ts';
import { withGpu, work } from '../../../grader/batch/slurm/work.ts';
import { packageRoot } from '../../../grader/platform/root.ts';

const ASSIGNMENT = join(packageRoot, 'assignments', 'grayscale');
const SETTINGS: WorkerSettings = {
  cache: { dir: null, maxMiB: null },
  machine: { target: 'emulator', nvcc: 'off', sandbox: 'auto' },
  sanitize: false,
};
const HERE = { env: { SLURM_CPUS_PER_TASK: '1', SLURMD_NODENAME: 'n1' }, signal: new AbortController().signal };

let out: string;
let identity: EngineIdentity;
beforeAll(async () => {
  out = mkdtempSync(join(tmpdir(), 'grade-work-'));
  const { signal } = HERE;
  const pool = new GradingPool({
    jobs: 1,
    cores: 1,
    settings: SETTINGS,
    secondsPerSubmission: 900,
    workerMiB: 4096,
    signal,
  });
  identity = await pool.identity();
  pool.dispose();
});
afterAll(() => rmSync(out, { recursive: true, force: true }));

function submission(student: string): GradingTask {
  const into = join(out, 'students', student, '1');
  mkdirSync(into, { recursive: true });
  const source = join(into, 'gray.cu');
  cpSync(join(ASSIGNMENT, 'submissions', 'rejected', 'missing-semicolon.cu'), source);
  const attempt = `students/${student}/1`;
  return {
    attempt,
    into,
    source,
    assignment: ASSIGNMENT,
    sha256: 'aa',
    seed: '1',
    key: `key of ${student}`,
    reports: [],
    at: '2026-10-14T00:00:00.000Z',
  };
}

async function round(planned: EngineIdentity | null, tasks: readonly GradingTask[]): Promise<Round> {
  const plan = { identity: planned, settings: SETTINGS, secondsPerSubmission: 900, workerMiB: 4096 };
  const script = { setup: undefined, program: ['node', 'bin.js'] };
  return Round.create(out, plan, script, [tasks.map((task) => ({ task, tries: 1 }))]);
}

const told = (one: Round) => new OutcomeTail(one.outcomes(0)).read();

describe('a task of the array', () => {
  it('goes on where its predecessor was killed', async () => {
    const [ada, bob, eve] = ['ada', 'bob', 'eve'].map(submission) as [GradingTask, GradingTask, GradingTask];
    const one = await round(identity, [ada, bob, eve]);
    // It had told of one, and graded another without having told.
    await appendOutcome(one.outcomes(0), {
      kind: 'fault',
      attempt: ada.attempt,
      key: ada.key,
      message: 'm',
      details: [],
    });
    const result = { verdict: 'failed', responsible: 'student', score: 7, maxScore: 90 };
    const environment = { key: bob.key, durationMs: 5 };
    writeFileSync(join(bob.into, 'result.json'), JSON.stringify({ ...result, environment }));
    expect(await work(one.folder, 0, HERE)).toBe(0);
    expect(await told(one)).toMatchObject([
      { kind: 'fault', attempt: ada.attempt },
      { kind: 'graded', attempt: bob.attempt, summary: { key: bob.key, score: 7, durationMs: 5 } },
      { kind: 'graded', attempt: eve.attempt, summary: { key: eve.key, verdict: 'failed', responsible: 'student' } },
    ]);
    const written = JSON.parse(readFileSync(join(eve.into, 'result.json'), 'utf8')) as { environment: { key: string } };
    expect(written.environment.key).toBe(eve.key);
  });

  it('grades nothing on an unplanned kind of node, and names both kinds', async () => {
    const task = submission('mallory');
    const one = await round({ ...identity, clang: '21.0' }, [task]);
    await expect(work(one.folder, 0, HERE)).rejects.toMatchObject({ exitCode: 3 });
    expect(await told(one)).toEqual([
      expect.objectContaining({
        kind: 'unusable',
        node: 'n1',
        details: [`clang: 21.0 before, ${identity.clang} now`],
      }),
    ]);
    expect(() => readFileSync(join(task.into, 'result.json'))).toThrow('ENOENT');
  });

  it('answers what its node is, where that is the question', async () => {
    const one = await round(null, []);
    expect(await work(one.folder, 0, HERE)).toBe(0);
    expect(JSON.parse(readFileSync(one.path('identity.json'), 'utf8'))).toEqual({
      kind: 'ready',
      identity,
      skipped: [],
    });
  });

  it('does nothing where nobody waits for it any more', async () => {
    const one = await round(identity, [submission('late')]);
    await one.close();
    expect(await work(one.folder, 0, HERE)).toBe(0);
    expect(await told(one)).toEqual([]);
  });
});

describe('the GPU of a task', () => {
  it('is the GPU that Slurm allocated, by the number of the container engine', () => {
    const gpu = (env: NodeJS.ProcessEnv) => withGpu(SETTINGS, env).machine.gpu;
    expect(gpu({ SLURM_JOB_GPUS: '2', CUDA_VISIBLE_DEVICES: '0' })).toBe('2');
    expect(gpu({ CUDA_VISIBLE_DEVICES: 'GPU-1b2c,GPU-3d4e' })).toBe('GPU-1b2c');
    expect(gpu({})).toBe('0');
  });
});
