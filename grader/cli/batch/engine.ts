import { fileURLToPath } from 'node:url';
import {
  type BatchStore,
  drawnForAt,
  type EngineIdentity,
  type Graders,
  type Journal,
  type LoadedCourse,
  type Planned,
  type PoolOptions,
  planBatch,
  type WorkerSettings,
} from '../../batch/index.ts';
import { wordOtherModel } from '../../explain/index.ts';
import { gradingProcesses, printable, UsageError } from '../../platform/index.ts';
import { cores } from '../../platform/threads/index.ts';
import type { Assignment } from '../../spec/index.ts';
import type { LoadedConfig } from '../config.ts';
import { docsUrlOf } from '../docs-url.ts';
import type { Services } from '../grader.ts';
import type { Io } from '../io.ts';
import { machineOptions } from '../machine-options.ts';
import { cacheSettings } from '../machine-settings.ts';
import { resumeCommand } from './open.ts';
import { drawingSecret } from './secret.ts';

export interface BatchEngine {
  readonly pool: Graders;
  readonly jobs: number;
  readonly planned: readonly Planned[];
  readonly identity: EngineIdentity;
}

interface Given {
  readonly store: BatchStore;
  readonly course: LoadedCourse;
  readonly assignments: ReadonlyMap<string, Assignment>;
  readonly jobs: string | undefined;
  readonly config: LoadedConfig;
  readonly io: Io;
  readonly services: Pick<Services, 'graders'>;
  /** The journal that gets the jobs of Slurm; null if this machine grades. */
  readonly onSlurm: Journal | null;
}

type MakeGraders = (options: PoolOptions) => Graders;

/** This program's command line, as other machines run it. */
const FROM_SOURCE = import.meta.url.endsWith('.ts') ? ['--import', import.meta.resolve('tsx')] : [];
const PROGRAM = [
  process.execPath,
  ...FROM_SOURCE,
  fileURLToPath(new URL(FROM_SOURCE.length > 0 ? '../bin.ts' : '../bin.js', import.meta.url)),
];

/** Starts the first grading process, and finds out what there is to do. The caller disposes of the pool. */
export async function openEngineOf(given: Given): Promise<BatchEngine> {
  const { store, course, assignments, config, io } = given;
  const { settings } = store.batch;
  const worker: WorkerSettings = {
    cache: cacheSettings(io, config),
    machine: machineOptions(settings, config, io),
    sanitize: settings.sanitize,
  };
  const gpus = given.onSlurm ? NO_GPUS : await gpusFor(worker, io);
  const jobs = given.onSlurm ? course.course.slurm.cpus : parseJobs(given.jobs, gpus.graders);
  const submissions = (await store.attempts()).length;
  const make = await given.services.graders();
  const pool = given.onSlurm
    ? await slurmPool(given, given.onSlurm, worker, make)
    : localPool(given, worker, jobs, submissions, gpus.choice, make);
  try {
    const identity = await pool.identity();
    for (const reason of pool.skipped) io.stderr.write(`note: ${printable(reason)}\n`);
    const secret = await drawingSecret(store, { io, config });
    const now = Date.now();
    await store.decideDraws(assignments.keys(), (id) => drawnForAt(course.course, id, now));
    const planned = await planBatch(store, {
      assignments,
      engine: identity,
      secret,
      reports: settings.reports,
      docsUrl: docsUrlOf(io, config),
    });
    return { pool, jobs, planned, identity };
  } catch (error) {
    pool.dispose();
    throw error;
  }
}

/** GPUs of one model that a batch uses. */
interface BatchGpus {
  /** UUIDs, if the batch names none and the machine has several. */
  readonly choice: readonly string[];
  /** Graders that they serve at the same time. */
  readonly graders: number;
}

const NO_GPUS: BatchGpus = { choice: [], graders: Number.POSITIVE_INFINITY };

/** Lists the GPUs of a batch. Others than the first one's model are reported. */
async function gpusFor({ machine: { target, nvcc, gpu } }: WorkerSettings, io: Io): Promise<BatchGpus> {
  // Without nvcc, nothing runs on a GPU that is there.
  if (target === 'emulator' || nvcc === 'off') return NO_GPUS;
  const { gradersOn, listGpus, ofOneModel } = await import('../../pipeline/gpu/index.ts');
  const all = await listGpus();
  if (gpu !== undefined) {
    const named = all.filter(({ index, uuid }) => gpu === String(index) || gpu === uuid);
    return { choice: [], graders: gradersOn(named) };
  }
  const { used, others } = ofOneModel(all);
  for (const other of others) io.stderr.write(`note: ${printable(wordOtherModel(other, used[0]?.name ?? ''))}\n`);
  return { choice: all.length > 1 ? used.map(({ uuid }) => uuid) : [], graders: gradersOn(used) };
}

function localPool(
  { store, course, io }: Given,
  settings: WorkerSettings,
  jobs: number,
  submissions: number,
  gpus: readonly string[],
  make: MakeGraders,
): Graders {
  const { limits } = course.course;
  const log = (line: string) => void io.stderr.write(`note: ${printable(line)}\n`);
  return make({
    jobs,
    submissions,
    cores: cores(),
    settings,
    gpus,
    ...limits,
    log,
    resume: resumeCommand(store.out),
    signal: io.signal,
  });
}

/** @throws UsageError for --jobs, which is this machine's */
async function slurmPool(
  given: Given,
  journal: Journal,
  settings: WorkerSettings,
  make: MakeGraders,
): Promise<Graders> {
  const { store, course, io, jobs } = given;
  if (jobs !== undefined) {
    throw new UsageError('--jobs is for this machine. Say in course.yaml, under slurm, what a task gets: cpus.');
  }
  const { SlurmPool } = await import('../../batch/slurm/index.ts');
  const { limits, slurm } = course.course;
  return new SlurmPool({
    out: store.out,
    slurm,
    program: PROGRAM,
    settings,
    ...limits,
    local: (own) => localPool(given, own, 1, 1, [], make),
    onSubmitted: (job, tasks, submissions) => journal.write({ event: 'slurm', job, tasks, submissions }),
    note: (text) => io.stderr.write(`note: ${printable(text)}\n`),
    signal: io.signal,
    env: io.env,
  });
}

/**
 * @param most - processes at the same time, without --jobs
 * @throws UsageError
 */
export function parseJobs(jobs: string | undefined, most: number = Number.POSITIVE_INFINITY): number {
  if (jobs === undefined) return Math.min(gradingProcesses(cores()), most);
  if (/^[1-9]\d{0,3}$/.test(jobs)) return Number(jobs);
  throw new UsageError(`--jobs ${JSON.stringify(jobs)} is no number of submissions at once. Give e.g. --jobs 4.`);
}
