import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { courseSchema } from '../../../grader/batch/course-schema.ts';
import { type Graders, GradingPool, type GradingTask } from '../../../grader/batch/index.ts';
import type { EngineIdentity } from '../../../grader/batch/key.ts';
import { appendOutcome } from '../../../grader/batch/slurm/outcomes.ts';
import { SlurmPool } from '../../../grader/batch/slurm/pool.ts';
import { FakeSlurm } from '../slurm/fake.ts';
import { entriesOf } from '../slurm/tasks.ts';
import { describeEngine, type Fate } from './contract.ts';

/** Each engine that there is, with graders that play what a test wants. */

const IDENTITY: EngineIdentity = {
  ...{ target: 'emulator', engine: 'e1', clang: '22', nvcc: null, image: null, gpu: null, driver: null },
  sanitize: false,
};
const SETTINGS = {
  cache: { dir: 'off', maxMiB: null },
  machine: { target: 'emulator', nvcc: 'off', sandbox: 'auto' },
  sanitize: false,
} as const;
const SUMMARY = { verdict: 'passed', responsible: null, score: 90, maxScore: 90, durationMs: 1 } as const;

function tasksIn(out: string, fates: readonly Fate[]): GradingTask[] {
  return entriesOf(fates.length, 1, out).map(({ task }, at) => ({ ...task, source: fates[at] ?? '' }));
}

/** A grading process that plays the fate that the source of a task names. */
const PROCESS = `process.on('disconnect', () => process.exit(0));
process.on('message', ({ kind, task }) => {
  if (kind === 'start') return process.send({ kind: 'ready', identity: ${JSON.stringify(IDENTITY)}, skipped: [] });
  if (kind === 'control') return process.send({ kind: 'sound' });
  if (task.source === 'never') return;
  if (task.source === 'fault') return process.send({ kind: 'fault', message: 'The disk is full.', details: [] });
  process.send({ kind: 'graded', summary: { key: task.key, ...${JSON.stringify(SUMMARY)} }, residentMiB: 100 });
});`;

describeEngine('of this machine', async (signal) => {
  const out = mkdtempSync(join(tmpdir(), 'grade-engine-'));
  const program = join(out, 'process.cjs');
  writeFileSync(program, PROCESS);
  const limits = { jobs: 1, cores: 1, secondsPerSubmission: 30, workerMiB: 1000 };
  return {
    graders: new GradingPool({ ...limits, settings: SETTINGS, signal, program }),
    tasks: (fates) => tasksIn(out, fates),
    close: () => rmSync(out, { recursive: true, force: true }),
  };
});

describeEngine('of a Slurm cluster', async (signal) => {
  const out = mkdtempSync(join(tmpdir(), 'grade-engine-'));
  const slurm = new FakeSlurm();
  slurm.says('sbatch', { stdout: '7\n' });
  slurm.says('squeue', { stdout: '7_0|RUNNING|None|n1\n' });
  const local = (): Graders => ({
    skipped: [],
    identity: async () => IDENTITY,
    grade: () => Promise.reject(new Error('the login node grades nothing')),
    dispose: () => undefined,
  });
  return {
    graders: new SlurmPool({
      ...{ out, program: ['node', 'bin.js'], settings: SETTINGS, secondsPerSubmission: 900, workerMiB: 1536, local },
      ...{ env: slurm.env, note: () => undefined, signal },
      slurm: courseSchema.parse({ schemaVersion: 1, slurm: {} }).slurm,
      onSubmitted: () => playTasks(join(out, 'slurm', '0001')),
      pace: { leastMs: 5, mostMs: 20, settleMs: 30, patienceMs: 20_000 },
    }),
    tasks: (fates) => tasksIn(out, fates),
    close: () => {
      slurm.remove();
      rmSync(out, { recursive: true, force: true });
    },
  };
});

/** Writes what the nodes would, for the tasks of a round. */
async function playTasks(round: string): Promise<void> {
  for (const name of existsSync(round) ? readdirSync(round) : []) {
    const number = /^(\d+)\.json$/.exec(name)?.[1];
    if (number === undefined) continue;
    const entries = JSON.parse(readFileSync(join(round, name), 'utf8')) as { readonly task: GradingTask }[];
    for (const { task } of entries) {
      const { attempt, key } = task;
      // Nodes get absolute paths.
      const fate = basename(task.source);
      const path = join(round, `${number}.jsonl`);
      if (fate === 'graded') await appendOutcome(path, { kind: 'graded', attempt, summary: { key, ...SUMMARY } });
      if (fate === 'fault')
        await appendOutcome(path, { kind: 'fault', attempt, key, message: 'The disk is full.', details: [] });
    }
  }
}
