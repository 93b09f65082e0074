import type { Worker } from 'node:worker_threads';
import { InfrastructureError } from '../platform/errors.ts';
import { startWorker } from '../platform/worker.ts';
import type { Request, Response } from './messages.ts';
import type { CompileOptions, CompileResult, SourcePosition } from './program.ts';

interface Pending {
  readonly resolve: (response: Response) => void;
  readonly reject: (error: Error) => void;
}

type Unnumbered = Request extends infer Each ? (Each extends Request ? Omit<Each, 'id'> : never) : never;

/**
 * Clang in a worker thread of its own, warm from the first use on. A source that exhausts a limit costs the worker:
 * it is ended, and the next request starts another.
 */
export class Compiler {
  readonly #memoryMiB: number;
  #worker: Worker | null = null;
  #ready: Promise<{ readonly clang: string; readonly engine: string }> | null = null;
  readonly #pending = new Map<number, Pending>();
  #ids = 0;

  /** @param options.memoryMiB - JavaScript heap of the worker */
  constructor(options: { readonly memoryMiB?: number } = {}) {
    this.#memoryMiB = options.memoryMiB ?? 1024;
  }

  /** Starts the worker, so that Clang loads while other things are done. */
  async start(): Promise<void> {
    await this.version();
  }

  /** Clang's version, and the hash of everything that decides what compiling and running gives. */
  version(): Promise<{ readonly clang: string; readonly engine: string }> {
    this.#ready ??= this.#start();
    return this.#ready;
  }

  /** @throws InfrastructureError where the compiler itself fails; the submission's mistakes are in the result */
  async compile(source: string, fileName: string, options: CompileOptions): Promise<CompileResult> {
    await this.version();
    const { prototype, heapBytes } = options;
    const request = this.#ask({ kind: 'compile', source, fileName, prototype, heapBytes });
    const answer = await this.#within(request, options);
    if (answer === 'time' || answer === 'memory') return { status: 'exhausted', limit: answer, diagnostics: [] };
    if (answer.kind !== 'compiled') throw new InfrastructureError(`The compiler failed: ${describe(answer)}`);
    return answer.result;
  }

  /**
   * Lines of the submission at code offsets of a host module.
   * @param offsets - byte offsets as in a WebAssembly stack trace
   */
  async symbolize(
    wasm: Uint8Array,
    offsets: readonly number[],
    fileName: string,
  ): Promise<readonly (SourcePosition | null)[]> {
    await this.version();
    const answer = await this.#ask({ kind: 'symbolize', wasm, offsets, fileName });
    if (answer.kind !== 'symbolized') throw new InfrastructureError(`The symbolizer failed: ${describe(answer)}`);
    return answer.positions;
  }

  async dispose(): Promise<void> {
    const worker = this.#worker;
    this.#worker = null;
    this.#ready = null;
    await worker?.terminate();
  }

  async #within(request: Promise<Response>, options: CompileOptions): Promise<Response | 'time' | 'memory'> {
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<'time'>((resolve) => {
      timer = setTimeout(() => resolve('time'), options.timeoutMs);
    });
    const aborted = new Promise<never>((_, reject) => {
      options.signal?.addEventListener('abort', () => reject(options.signal?.reason), { once: true });
    });
    request.catch(() => undefined);
    try {
      const answer = await Promise.race([request, timeout, aborted]);
      if (answer === 'time') await this.dispose();
      return answer;
    } catch (error) {
      if (error instanceof OutOfMemory) return 'memory';
      await this.dispose();
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  #ask(request: Unnumbered): Promise<Response> {
    const id = this.#ids++;
    return new Promise((resolve, reject) => {
      this.#pending.set(id, { resolve, reject });
      this.#worker?.ref();
      this.#worker?.postMessage({ ...request, id } satisfies Request);
    });
  }

  #start(): Promise<{ clang: string; engine: string }> {
    const worker = startWorker(new URL('./worker.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: this.#memoryMiB },
    });
    this.#worker = worker;
    return new Promise((resolve, reject) => {
      worker.on('message', (response: Response) => {
        if (response.kind === 'ready') return resolve(response);
        const pending = this.#pending.get(response.id);
        this.#pending.delete(response.id);
        // An idle compiler must not keep a program from ending.
        if (this.#pending.size === 0) worker.unref();
        pending?.resolve(response);
      });
      const fail = (error: Error) => {
        if (this.#worker === worker) {
          this.#worker = null;
          this.#ready = null;
        }
        reject(error);
        for (const pending of this.#pending.values()) pending.reject(error);
        this.#pending.clear();
      };
      worker.on('error', (error: Error & { code?: string }) =>
        fail(
          error.code === 'ERR_WORKER_OUT_OF_MEMORY'
            ? new OutOfMemory()
            : new InfrastructureError(`The compiler failed: ${error.message}`, { cause: error }),
        ),
      );
      worker.on('exit', () => fail(new InfrastructureError('The compiler ended before it answered.')));
    });
  }
}

class OutOfMemory extends Error {}

function describe(answer: Response): string {
  return answer.kind === 'failed' ? answer.message : answer.kind;
}
