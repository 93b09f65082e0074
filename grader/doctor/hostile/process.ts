import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { MachineOptions } from '../../pipeline/engine/index.ts';
import { SECRET_VARIABLE } from './bait.ts';
import type { Outcome, Task } from './messages.ts';

/** Node's flag for TypeScript sources: tests and development alone. */
const FROM_SOURCE = import.meta.url.endsWith('.ts') ? ['--import', import.meta.resolve('tsx')] : [];
const PROGRAM = fileURLToPath(new URL(FROM_SOURCE.length > 0 ? './worker.ts' : './worker.js', import.meta.url));
/** As the grading processes of a batch: threads that help with collections only cost where every processor grades. */
const QUIET_GC = ['--single-threaded-gc'];
/** Of what it says on standard error, the last that is kept. */
const KEPT_CHARACTERS = 100_000;

/** How a grading process ended without an answer, a clause. */
export interface Ended {
  readonly kind: 'ended';
  readonly how: string;
}

export interface LateAnswer {
  readonly kind: 'late';
}

/** A grading process with the secret in its environment; asked one thing after the other. */
export class GradingProcess {
  readonly #child: ChildProcess;
  #said = '';
  #how: string | null = null;

  /** @param machine - what it grades with; null: the emulator alone */
  constructor(secret: string, folder: string, machine: MachineOptions | null = null, program: string = PROGRAM) {
    this.#child = fork(program, machine ? [JSON.stringify(machine)] : [], {
      cwd: folder,
      execArgv: [...QUIET_GC, ...(program.endsWith('.ts') ? FROM_SOURCE : [])],
      env: { ...process.env, GRADE_CORES: '1', [SECRET_VARIABLE]: secret },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    for (const stream of [this.#child.stdout, this.#child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        this.#said = (this.#said + text).slice(-KEPT_CHARACTERS);
      });
    }
    this.#child.on('error', (error) => {
      this.#how ??= error.message;
    });
    this.#child.on('exit', (code, signal) => {
      this.#how ??= signal === null ? `exit status ${code}` : `killed by ${signal}`;
    });
  }

  get usable(): boolean {
    return this.#how === null;
  }

  /** What it has printed since this was asked last. */
  said(): string {
    const said = this.#said;
    this.#said = '';
    return said;
  }

  /** @param seconds - after which it is no longer waited for; then the process is ended */
  async ask(task: Task, seconds: number): Promise<Outcome | Ended | LateAnswer> {
    if (this.#how !== null) return { kind: 'ended', how: this.#how };
    const child = this.#child;
    return new Promise((resolve) => {
      const finish = (answer: Outcome | Ended | LateAnswer): void => {
        clearTimeout(timer);
        child.off('message', onMessage).off('exit', onExit).off('error', onExit);
        resolve(answer);
      };
      const onMessage = (message: unknown): void => finish(message as Outcome);
      const onExit = (): void => finish({ kind: 'ended', how: this.#how ?? 'it ended' });
      const timer = setTimeout(() => {
        this.kill();
        finish({ kind: 'late' });
      }, seconds * 1000);
      child.on('message', onMessage).on('exit', onExit).on('error', onExit);
      child.send(task, (error) => {
        if (error) finish({ kind: 'ended', how: error.message });
      });
    });
  }

  kill(): void {
    this.#how ??= 'it was ended';
    this.#child.kill('SIGKILL');
  }
}
