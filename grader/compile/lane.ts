import type { Worker } from 'node:worker_threads';
import { adviceOn, InfrastructureError } from '../platform/index.ts';
import { startWorker } from '../platform/threads/index.ts';
import type { Request, Response, Versions } from './messages.ts';

type Numbered = Extract<Request, { id: number }>;
type Unnumbered = Numbered extends infer Each ? (Each extends Numbered ? Omit<Each, 'id'> : never) : never;

/** The arguments of `compileClang`. */
export interface ClangOptions {
  readonly memoryBytes: number;
  readonly isLongLived: boolean;
}

interface Pending {
  readonly resolve: (response: Response) => void;
  readonly reject: (error: Error) => void;
}

/** Megabytes: deeply nested templates and expressions need a deep stack. */
const STACK_MIB = 32;

/** The worker's JavaScript heap was not enough. */
export class OutOfMemory extends Error {
  constructor() {
    super('The compiler needs more memory for this source than its worker has.');
  }
}

/** One worker thread with a warm Clang in it, which answers one request after the other. */
export class Lane {
  readonly ready: Promise<Versions>;
  /** Clang, compiled for all workers. */
  readonly module: Promise<WebAssembly.Module>;
  readonly #worker: Worker;
  readonly #pending = new Map<number, Pending>();
  #thread: string | null = null;
  #ids = 0;
  #ended: Error | null = null;

  /**
   * @param clang - Clang as another worker has compiled it, or how to compile it
   * @param memoryMiB - JavaScript heap of the worker
   */
  constructor(clang: Promise<WebAssembly.Module> | ClangOptions, memoryMiB: number) {
    const worker = startWorker(new URL('./worker.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: memoryMiB, stackSizeMb: STACK_MIB },
    });
    this.#worker = worker;
    let loaded = (_: WebAssembly.Module) => {};
    let notLoaded = (_: Error) => {};
    const loading = new Promise<WebAssembly.Module>((resolve, reject) => {
      loaded = resolve;
      notLoaded = reject;
    });
    this.module = clang instanceof Promise ? clang : loading;
    this.ready = new Promise((resolve, reject) => {
      const fail = (error: Error) => {
        this.#ended ??= error;
        // A worker that gets no Clang would wait for it for ever.
        void worker.terminate();
        reject(error);
        notLoaded(error);
        for (const pending of this.#pending.values()) pending.reject(error);
        this.#pending.clear();
      };
      worker.on('message', (response: Response) => {
        if (response.kind === 'loaded') return loaded(response.module);
        if (response.kind === 'ready') {
          this.#rest();
          this.#thread = response.thread;
          return resolve({ clang: response.clang, engine: response.engine });
        }
        const pending = this.#pending.get(response.id);
        this.#pending.delete(response.id);
        this.#rest();
        pending?.resolve(response);
      });
      worker.on('error', (error: Error & { code?: string }) => {
        const exhausted = error.code === 'ERR_WORKER_OUT_OF_MEMORY';
        fail(exhausted ? new OutOfMemory() : failure(error));
      });
      worker.on('exit', () => fail(ended()));
      if (clang instanceof Promise) {
        clang.then(
          (module) => worker.postMessage({ kind: 'start', module } satisfies Request),
          // The other worker's failure.
          (error: Error) => fail(error),
        );
      } else worker.postMessage({ kind: 'load', ...clang } satisfies Request);
    });
    this.ready.catch(() => undefined);
    loading.catch(() => undefined);
  }

  /** Its worker is gone: another is needed. */
  get ended(): boolean {
    return this.#ended !== null;
  }

  /** The worker's thread, by `ownThread()`; `null` until it is ready. */
  get thread(): string | null {
    return this.#thread;
  }

  ask(request: Unnumbered): Promise<Response> {
    const id = this.#ids++;
    return new Promise((resolve, reject) => {
      if (this.#ended) return reject(this.#ended);
      this.#pending.set(id, { resolve, reject });
      this.#worker.ref();
      this.#worker.postMessage({ ...request, id } satisfies Request);
    });
  }

  async dispose(): Promise<void> {
    await this.#worker.terminate();
  }

  /** An idle compiler must not keep a program from ending. */
  #rest(): void {
    if (this.#pending.size === 0) this.#worker.unref();
  }
}

function ended(): InfrastructureError {
  const message = 'The compiler ended before it answered.';
  return new InfrastructureError(message, { details: adviceOn(message) });
}

function failure(error: Error): InfrastructureError {
  return new InfrastructureError(`The compiler failed: ${error.message}`, {
    details: adviceOn(error.message),
    cause: error,
  });
}
