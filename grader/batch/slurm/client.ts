import { execa } from 'execa';
import { UsageError } from '../../platform/index.ts';
import { readDescription, readQueue, type TaskState } from './queue.ts';

/** A command waits for a controller that is busy; longer than this, it hangs. */
const TIMEOUT_MS = 120_000;

/** What a command of Slurm said. `silent` says nothing about the job: the controller is away, restarted or too busy. */
export type Answer<Value> =
  | { readonly kind: 'answered'; readonly value: Value }
  | { readonly kind: 'silent'; readonly said: string };

/** `refused`: no job was made, and none will be however often it is asked. */
export type Submission = Answer<string> | { readonly kind: 'refused'; readonly said: string };

/** Words of Slurm's commands where they did not reach the controller, or do not know whether they did. */
const UNREACHED =
  /unable to contact|socket timed out|zero bytes|connection (refused|reset|timed out)|communication|not responding|try again|temporarily|backup controller|standby/i;

/** Slurm through its commands, as on any login node. Accounting may be off: nothing here asks `sacct`. */
export class SlurmClient {
  readonly #env: NodeJS.ProcessEnv;

  constructor(env: NodeJS.ProcessEnv = process.env) {
    this.#env = env;
  }

  /** @param args - options of `sbatch`, then the script */
  async submit(args: readonly string[]): Promise<Submission> {
    const { ended, stdout, said } = await this.#run('sbatch', ['--parsable', ...args]);
    // `job` or `job;cluster`
    const job = /^(\d+)(?:;.*)?$/m.exec(stdout)?.[1];
    if (ended === 0 && job !== undefined) return { kind: 'answered', value: job };
    if (ended === null || ended === 0 || UNREACHED.test(said)) return { kind: 'silent', said };
    return { kind: 'refused', said };
  }

  /** The tasks of an array job; those that have ended stay for a while, and none are left of a job that is forgotten. */
  async queue(job: string): Promise<Answer<readonly TaskState[]>> {
    const { ended, stdout, said } = await this.#run('squeue', [
      ...['--noheader', '--array', '--states=all', `--jobs=${job}`],
      '--format=%i|%T|%r|%N',
    ]);
    if (ended !== 0) {
      return /invalid job id/i.test(said) ? { kind: 'answered', value: [] } : { kind: 'silent', said };
    }
    const tasks = readQueue(stdout, job);
    return tasks ? { kind: 'answered', value: tasks } : { kind: 'silent', said: `squeue said ${stdout.slice(0, 200)}` };
  }

  /** The job of this name, null where there is none: what an interrupted submission has become. */
  async find(name: string): Promise<Answer<string | null>> {
    const { ended, stdout, said } = await this.#run('squeue', [
      ...['--noheader', '--states=all', `--name=${name}`],
      '--format=%F',
    ]);
    if (ended !== 0) return { kind: 'silent', said };
    const [first = ''] = stdout.trim().split('\n');
    if (first === '') return { kind: 'answered', value: null };
    return /^\d+$/.test(first) ? { kind: 'answered', value: first } : { kind: 'silent', said: `squeue said ${first}` };
  }

  /** What the controller remembers of a task, in words; null where that is nothing. */
  async describe(job: string, task: number): Promise<string | null> {
    const { ended, stdout } = await this.#run('scontrol', ['--oneliner', 'show', 'job', `${job}_${task}`]);
    return ended === 0 ? readDescription(stdout) : null;
  }

  /** @param ids - of jobs, or of tasks as `job_task` */
  async cancel(ids: readonly string[]): Promise<Answer<null>> {
    const { ended, said } = await this.#run('scancel', ids);
    // What has ended already need not be cancelled.
    return ended === 0 || /invalid job id/i.test(said) ? { kind: 'answered', value: null } : { kind: 'silent', said };
  }

  /** @returns `ended` null where it ran into the time limit or was killed */
  async #run(
    program: string,
    args: readonly string[],
  ): Promise<{ readonly ended: number | null; readonly stdout: string; readonly said: string }> {
    const result = await execa(program, [...args], {
      env: { ...this.#env, LC_ALL: 'C' },
      extendEnv: false,
      stdin: 'ignore',
      reject: false,
      timeout: TIMEOUT_MS,
    });
    if (result.code === 'ENOENT') {
      throw new UsageError(
        `There is no ${program} on this machine. Run grade batch run --engine slurm on a login node of the cluster.`,
      );
    }
    const { exitCode = null, stdout, stderr } = result;
    return { ended: exitCode, stdout, said: stderr.trim() || `${program} ended without a word` };
  }
}
