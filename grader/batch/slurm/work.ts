import { readFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { basename, join } from 'node:path';
import { writeFileAtomic } from '../../platform/files/index.ts';
import { GradeError, InfrastructureError, messageOf } from '../../platform/index.ts';
import type { GradeResult } from '../../result/index.ts';
import { GradingPool, type GradingTask, type Outcome, type Summary, type WorkerSettings } from '../grading/index.ts';
import { differences, type EngineIdentity } from '../key.ts';
import { RESULT_FILE } from '../state/layout.ts';
import { appendOutcome, OutcomeTail } from './outcomes.ts';
import { Round, type RoundPlan } from './round.ts';

/** What a node answers where a round asks what it is. */
export const IDENTITY_FILE = 'identity.json';

export type NodeAnswer =
  | { readonly kind: 'ready'; readonly identity: EngineIdentity; readonly skipped: readonly string[] }
  | { readonly kind: 'unusable'; readonly message: string; readonly details: readonly string[] };

/** Memory that a grading process is reckoned with, MiB. */
const WORKER_MIB = 1229;

interface Surroundings {
  readonly env: NodeJS.ProcessEnv;
  readonly signal: AbortSignal;
}

/**
 * One task of an array job: grades its chunk, tells each outcome as it comes, and goes on where a predecessor was
 * killed. What it cannot do it tells too.
 * @param folder - of the round
 * @returns the exit status: 0 where it has told of every submission, else 3
 */
export async function work(folder: string, task: number, { env, signal }: Surroundings): Promise<number> {
  const round = await Round.open(folder);
  if (await round.isClosed()) return 0;
  const submissions = (await round.chunk(task))?.length ?? 0;
  const pool = new GradingPool({ ...poolOptions(round.plan, env, signal), submissions });
  try {
    if (round.plan.identity === null) return await answer(round, pool, signal);
    const identity = await pool.identity();
    const difference = differences(round.plan.identity, identity);
    if (difference.length > 0) {
      throw new InfrastructureError('This node is not what the batch was planned for, so it grades nothing.', {
        details: difference,
      });
    }
    const log = round.outcomes(task);
    await pool.grade(await remaining(round, task), (outcome) => appendOutcome(log, lineOf(outcome)));
    return 0;
  } catch (error) {
    if (signal.aborted) throw error;
    const { message, details } = worded(error);
    await appendOutcome(round.outcomes(task), { kind: 'unusable', node: nodeName(env), message, details });
    throw error;
  } finally {
    pool.dispose();
  }
}

/** Tells what this node is. */
async function answer(round: Round, pool: GradingPool, signal: AbortSignal): Promise<number> {
  let told: NodeAnswer;
  try {
    told = { kind: 'ready', identity: await pool.identity(), skipped: pool.skipped };
  } catch (error) {
    if (signal.aborted) throw error;
    told = { kind: 'unusable', ...worded(error) };
  }
  await writeFileAtomic(round.path(IDENTITY_FILE), `${JSON.stringify(told)}\n`);
  return told.kind === 'ready' ? 0 : 3;
}

/** Submissions of a chunk that nobody has told of. Where only the telling is missing, that is done here. */
async function remaining(round: Round, task: number): Promise<GradingTask[]> {
  const log = round.outcomes(task);
  const told = new Set((await new OutcomeTail(log).read()).flatMap((line) => ('attempt' in line ? line.attempt : [])));
  const left: GradingTask[] = [];
  for (const { task: one } of (await round.chunk(task)) ?? []) {
    if (told.has(one.attempt)) continue;
    const summary = await graded(one);
    if (summary) await appendOutcome(log, { kind: 'graded', attempt: one.attempt, summary });
    else left.push(one);
  }
  return left;
}

/** What a predecessor has written down; null where that is nothing, or a fault of its machine. */
async function graded({ into, key }: GradingTask): Promise<Summary | null> {
  try {
    const result = JSON.parse(await readFile(join(into, RESULT_FILE), 'utf8')) as GradeResult;
    const { verdict, responsible, score, maxScore, environment } = result;
    if (environment.key !== key || responsible === 'infrastructure') return null;
    return { key, verdict, responsible, score, maxScore, durationMs: environment.durationMs };
  } catch {
    return null;
  }
}

/** As many processes as the allocation has processors and memory for; times on a GPU are one submission's alone. */
function poolOptions(plan: RoundPlan, env: NodeJS.ProcessEnv, signal: AbortSignal) {
  const { settings, secondsPerSubmission, workerMiB } = plan;
  const cores = Number(env.SLURM_CPUS_PER_TASK) || 1;
  const memory = Number(env.SLURM_MEM_PER_NODE) || Number.POSITIVE_INFINITY;
  const isGpu = settings.machine.target === 'gpu';
  return {
    jobs: isGpu ? 1 : Math.max(1, Math.min(cores, Math.floor(memory / WORKER_MIB))),
    cores,
    settings: isGpu ? withGpu(settings, env) : settings,
    secondsPerSubmission,
    workerMiB,
    signal,
  };
}

/**
 * The GPU that Slurm gave this task. A container engine sees all of a node's GPUs whatever the task may see, so it
 * needs the node's own number: `CUDA_VISIBLE_DEVICES` begins at 0 in a task that Slurm confines.
 */
export function withGpu(settings: WorkerSettings, env: NodeJS.ProcessEnv): WorkerSettings {
  const [gpu = ''] = (env.SLURM_JOB_GPUS || env.CUDA_VISIBLE_DEVICES || '0').split(',');
  return { ...settings, machine: { ...settings.machine, gpu } };
}

function lineOf(outcome: Outcome): Parameters<typeof appendOutcome>[1] {
  const { attempt, key } = outcome.task;
  if (outcome.kind === 'graded') return { kind: 'graded', attempt, summary: outcome.summary };
  return { kind: 'fault', attempt, key, message: outcome.message, details: [...outcome.details] };
}

function worded(error: unknown): { message: string; details: string[] } {
  return { message: messageOf(error), details: error instanceof GradeError ? [...error.details] : [] };
}

function nodeName(env: NodeJS.ProcessEnv): string {
  return env.SLURMD_NODENAME || basename(hostname());
}
