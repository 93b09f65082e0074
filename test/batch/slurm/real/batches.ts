import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readJournal } from '../../../../grader/batch/index.ts';
import { packageRoot } from '../../../../grader/platform/root.ts';
import type { GradeResult } from '../../../../grader/result/index.ts';
import type { Cluster } from './cluster.ts';

const BIN = join(packageRoot, 'dist', 'grader', 'cli', 'bin.js');
const SUBMISSIONS = join(packageRoot, 'assignments', 'grayscale', 'submissions');

/** Before a file whose text is handed in as a header of a source. */
export const IN_HEADER = 'header:';

type JournalLine = Awaited<ReturnType<typeof readJournal>>['events'][number];

/** A batch in a folder of its own, run by the command line as on a login node. */
export class Batch {
  readonly out: string;
  readonly #cluster: Cluster;
  readonly #folder: string;
  readonly #expected = new Map<string, string>();

  /** @param slurm - as in `course.yaml` */
  constructor(cluster: Cluster, name: string, files: readonly string[], slurm: Readonly<Record<string, unknown>>) {
    this.#cluster = cluster;
    this.#folder = join(cluster.folder, name);
    this.out = join(this.#folder, 'out');
    mkdirSync(join(this.#folder, 'class'), { recursive: true });
    for (const [index, file] of files.entries()) {
      const student = `s${index}`;
      const path = file.replace(IN_HEADER, '');
      // Its own text, so that no cache makes it quicker than another batch's.
      const text = `${readFileSync(join(SUBMISSIONS, `${path}.cu`), 'utf8')}// ${name} ${index}\n`;
      if (path === file) writeFileSync(join(this.#folder, 'class', `${student}.cu`), text);
      else {
        mkdirSync(join(this.#folder, 'class', student));
        writeFileSync(join(this.#folder, 'class', student, 'gray.cu'), '#include "k.cuh"\n');
        writeFileSync(join(this.#folder, 'class', student, 'k.cuh'), text);
      }
      this.#expected.set(student, path.startsWith('accepted') ? 'passed' : 'failed');
    }
    writeFileSync(
      join(this.#folder, 'course.yaml'),
      JSON.stringify({ schemaVersion: 1, slurm: { cpus: 1, ...slurm } }),
    );
  }

  /** @param seconds - after which the command is ended, and its `ended` rejects with what there is to know */
  start(target: 'emulator' | 'gpu' = 'emulator', seconds = 200): Login {
    const argv = ['batch', 'run', 'grayscale', join(this.#folder, 'class'), '--resume', '--engine', 'slurm'];
    argv.push(
      '--out',
      this.out,
      '--course',
      join(this.#folder, 'course.yaml'),
      '--target',
      target,
      '--nvcc',
      target === 'gpu' ? 'require' : 'off',
    );
    const env = { ...this.#cluster.env, GRADE_CACHE_DIR: join(this.#cluster.folder, 'cache') };
    const child = spawn(process.execPath, [BIN, ...argv], {
      env,
      cwd: this.#folder,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    return new Login(child, this.#cluster, seconds);
  }

  /** Students whose result is not the one that their file deserves. */
  wrong(): string[] {
    return [...this.#expected].flatMap(([student, verdict]) => {
      try {
        const path = join(this.out, 'students', student, '1', 'result.json');
        const result = JSON.parse(readFileSync(path, 'utf8')) as GradeResult;
        return result.verdict === verdict ? [] : [`${student}: ${result.verdict}, not ${verdict}`];
      } catch (error) {
        return [`${student}: ${(error as Error).message}`];
      }
    });
  }

  async events(event: JournalLine['event']): Promise<JournalLine[]> {
    return (await readJournal(join(this.out, 'journal.jsonl'))).events.filter((line) => line.event === event);
  }

  /** Waits for the first submission that a node has told of, and more to come. */
  async begun(): Promise<void> {
    const told = () => readFileSync(join(this.out, 'slurm', '0001', '0.jsonl'), 'utf8').length > 0;
    await this.#cluster.until(told, 'the first grade', 60);
    // The command follows by now.
    await this.#cluster.until(async () => (await this.events('slurm')).length > 0, 'the job in the journal', 20);
  }

  /** Processes on the nodes that grade for this batch: those of the tasks, without the ones that they have started. */
  workers(): number[] {
    return readdirSync('/proc').flatMap((pid) => {
      try {
        const words = readFileSync(`/proc/${Number(pid)}/cmdline`, 'utf8').split('\0');
        return words.includes('work') && words.some((word) => word.startsWith(this.out)) ? [Number(pid)] : [];
      } catch {
        return [];
      }
    });
  }
}

const LOGINS = new Set<Login>();

/** Also those that a test which failed has left behind. */
export async function endLogins(): Promise<void> {
  for (const login of LOGINS) login.kill('SIGKILL');
  await Promise.allSettled([...LOGINS].map(({ ended }) => ended));
}

/** `grade batch run` at work. */
export class Login {
  readonly ended: Promise<number | null>;
  readonly #child: ChildProcess;
  #stderr = '';

  constructor(child: ChildProcess, cluster: Cluster, seconds: number) {
    this.#child = child;
    LOGINS.add(this);
    child.stdout?.resume();
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#stderr += text;
    });
    this.ended = this.#end(cluster, seconds);
    // A test that has failed before does not wait for it.
    this.ended.catch(() => undefined);
  }

  async #end(cluster: Cluster, seconds: number): Promise<number | null> {
    const closed = once(this.#child, 'close');
    let why = '';
    const late = setTimeout(async () => {
      why = `no end in ${seconds} s: ${this.#stderr.trim().split('\n').slice(-5).join(' | ')}${await cluster.state()}`;
      this.#child.kill('SIGKILL');
    }, seconds * 1000);
    const [code] = await closed;
    clearTimeout(late);
    if (why !== '') throw new Error(why);
    return code as number | null;
  }

  get stderr(): string {
    return this.#stderr;
  }

  kill(signal: NodeJS.Signals): void {
    this.#child.kill(signal);
  }
}
