import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { FromWorker, ToWorker } from './messages.ts';

/** Node's flag for TypeScript sources: tests and development alone. */
const FROM_SOURCE = import.meta.url.endsWith('.ts') ? ['--import', import.meta.resolve('tsx')] : [];
const PROGRAM = fileURLToPath(new URL(FROM_SOURCE.length > 0 ? './worker.ts' : './worker.js', import.meta.url));
/**
 * Each run of the compiler takes and gives back tens of megabytes, which V8 answers with a collection of a small heap.
 * Where every processor grades, threads that help with it cost more than they give: a seventh of all time.
 */
const QUIET_GC = ['--single-threaded-gc'];
/** Of what it says on standard error, the last that is kept. */
const KEPT_CHARACTERS = 4000;

/** It has ended without an answer: killed, out of memory, or by a fault of its own. */
export class WorkerDied extends Error {}

/** A grading process: asked one thing after the other. */
export class GradingProcess {
  readonly #child: ChildProcess;
  #said = '';
  #pending: { resolve: (message: FromWorker) => void; reject: (error: Error) => void } | null = null;
  #ended: WorkerDied | null = null;

  /** @param cores - processors that it may use for the blocks of a launch */
  constructor(cores: number, program: string = PROGRAM) {
    this.#child = fork(program, [], {
      execArgv: [...QUIET_GC, ...(program.endsWith('.ts') ? FROM_SOURCE : [])],
      env: { ...process.env, GRADE_CORES: String(cores) },
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      serialization: 'json',
    });
    this.#child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#said = (this.#said + text).slice(-KEPT_CHARACTERS);
    });
    this.#child.on('message', (message) => {
      this.#pending?.resolve(message as FromWorker);
      this.#pending = null;
    });
    this.#child.on('error', (error) => this.#end(error.message));
    this.#child.on('exit', (code, signal) => this.#end(signal ? `killed by ${signal}` : `exit status ${code}`));
  }

  get ended(): boolean {
    return this.#ended !== null;
  }

  /** @throws WorkerDied where it ends before it has answered */
  ask(message: ToWorker): Promise<FromWorker> {
    return new Promise((resolve, reject) => {
      if (this.#ended) return reject(this.#ended);
      this.#pending = { resolve, reject };
      this.#child.send(message, (error) => {
        if (error) this.#end(error.message);
      });
    });
  }

  kill(): void {
    this.#child.kill('SIGKILL');
  }

  #end(how: string): void {
    if (this.#ended) return;
    const last = this.#said
      .trim()
      .split('\n')
      .filter((line) => line.trim() !== '')
      .slice(-3)
      .join(' / ');
    const memory = /heap out of memory|Allocation failed/.test(this.#said) ? ', out of memory' : '';
    this.#ended = new WorkerDied(`The grading process ended (${how}${memory})${last === '' ? '.' : `: ${last}`}`);
    this.#pending?.reject(this.#ended);
    this.#pending = null;
  }
}
