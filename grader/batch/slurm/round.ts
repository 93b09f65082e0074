import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolders, writeFileAtomic } from '../../platform/files/index.ts';
import { InfrastructureError, messageOf, systemCode } from '../../platform/index.ts';
import type { GradingTask, WorkerSettings } from '../grading/index.ts';
import type { EngineIdentity } from '../key.ts';
import { batchScript, SCRIPT_FILE } from './script.ts';

/** Under the batch's folder: a folder for each array job. */
export const SLURM = 'slurm';
const PLAN_FILE = 'plan.json';
const JOB_FILE = 'job.json';
const CLOSED_FILE = 'closed';

/** What every task of a round is told. */
export interface RoundPlan {
  readonly schemaVersion: 1;
  /** Of the job: by it a submission is found again whose answer was lost. */
  readonly name: string;
  /** What the keys were made for; a node that is another one must not grade. null: this round asks a node for it. */
  readonly identity: EngineIdentity | null;
  readonly settings: WorkerSettings;
  readonly secondsPerSubmission: number;
  readonly workerMiB: number;
}

/** A submission in a chunk. */
export interface Entry {
  readonly task: GradingTask;
  /** How often Slurm has been given it, this time included. */
  readonly tries: number;
}

/** An array job and its folder, which every node sees under the same path. */
export class Round {
  readonly folder: string;
  readonly plan: RoundPlan;
  /** Slurm's number of it; null where nobody has noted it yet. */
  #job: string | null;

  private constructor(folder: string, plan: RoundPlan, job: string | null) {
    this.folder = folder;
    this.plan = plan;
    this.#job = job;
  }

  /**
   * @param out - the batch's folder, absolute
   * @param script - `setup` of the course and the command line of `grade`
   * @param chunks - what each task of the array grades
   */
  static async create(
    out: string,
    given: Omit<RoundPlan, 'schemaVersion' | 'name'>,
    script: { readonly setup: string | undefined; readonly program: readonly string[] },
    chunks: readonly (readonly Entry[])[],
  ): Promise<Round> {
    const root = join(out, SLURM);
    makeFolders(root);
    const last = (await roundNames(root)).at(-1) ?? '0';
    const folder = join(root, String(Number(last) + 1).padStart(4, '0'));
    await mkdir(folder);
    const plan: RoundPlan = { schemaVersion: 1, name: `grade-${randomBytes(6).toString('hex')}`, ...given };
    for (const [index, entries] of chunks.entries()) {
      await writeFileAtomic(join(folder, `${index}.json`), JSON.stringify(entries));
    }
    await writeFileAtomic(
      join(folder, SCRIPT_FILE),
      batchScript(script.setup, script.program, ['batch', 'work', folder]),
    );
    // Last: a folder without it was never finished, and no round.
    await writeFileAtomic(join(folder, PLAN_FILE), `${JSON.stringify(plan, null, 2)}\n`);
    return new Round(folder, plan, null);
  }

  /** @throws InfrastructureError where the folder holds no round that this version can read */
  static async open(folder: string): Promise<Round> {
    try {
      const plan = (await readJson(join(folder, PLAN_FILE))) as RoundPlan | null;
      if (plan?.schemaVersion !== 1) throw new Error('there is no plan of this version');
      const noted = (await readJson(join(folder, JOB_FILE))) as { job: string } | null;
      return new Round(folder, plan, noted?.job ?? null);
    } catch (error) {
      throw new InfrastructureError(
        `${folder} cannot be read: ${messageOf(error)}. Is it on a file system that all nodes share?`,
        { cause: error },
      );
    }
  }

  /** Rounds of a batch that nobody has closed, oldest first. */
  static async unfinished(out: string): Promise<Round[]> {
    const root = join(out, SLURM);
    const found: Round[] = [];
    for (const name of await roundNames(root)) {
      const folder = join(root, name);
      const files = await readdir(folder);
      if (files.includes(PLAN_FILE) && !files.includes(CLOSED_FILE)) found.push(await Round.open(folder));
    }
    return found;
  }

  get job(): string | null {
    return this.#job;
  }

  path(name: string): string {
    return join(this.folder, name);
  }

  outcomes(task: number): string {
    return this.path(`${task}.jsonl`);
  }

  /** Entries of each task. */
  async chunks(): Promise<Entry[][]> {
    const chunks: Entry[][] = [];
    for (let chunk = await this.chunk(0); chunk !== null; chunk = await this.chunk(chunks.length)) chunks.push(chunk);
    return chunks;
  }

  async chunk(task: number): Promise<Entry[] | null> {
    return (await readJson(this.path(`${task}.json`))) as Entry[] | null;
  }

  async submitted(job: string): Promise<void> {
    this.#job = job;
    await writeFileAtomic(this.path(JOB_FILE), `${JSON.stringify({ schemaVersion: 1, job })}\n`);
  }

  /** Nobody waits for it any more: tasks that Slurm starts all the same end at once. */
  async close(): Promise<void> {
    await writeFileAtomic(this.path(CLOSED_FILE), '');
  }

  async isClosed(): Promise<boolean> {
    return (await readdir(this.folder)).includes(CLOSED_FILE);
  }

  /** The last lines of a task's log, which tell why it ended. */
  async lastWords(task: number, lines = 5): Promise<string[]> {
    const text = await readFile(this.path(`${task}.log`), 'utf8').catch(() => '');
    return text
      .trimEnd()
      .split('\n')
      .filter((line) => line.trim() !== '')
      .slice(-lines)
      .map((line) => line.slice(0, 500));
  }
}

async function roundNames(root: string): Promise<string[]> {
  const names = await readdir(root).catch((error: unknown) => {
    if (systemCode(error) === 'ENOENT') return [];
    throw error;
  });
  return names.filter((name) => /^\d+$/.test(name)).sort((a, b) => Number(a) - Number(b));
}

/** @returns null where there is no such file */
async function readJson(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, 'utf8'));
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return null;
    throw error;
  }
}
