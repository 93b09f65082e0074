import type { Worker as NodeWorker } from 'node:worker_threads';
import type * as Platform from '../threads/worker.ts';
import { ENGINE_WORKER, type Provided, provided } from './provided.ts';

type Listener = (value: never) => void;

/** Workers that live, so that files which are loaded later reach them too. */
const living = new Set<BrowserWorker>();

/** A worker of the browser, as far as the engine uses Node's. */
class BrowserWorker {
  readonly #worker: Worker;
  readonly #listeners = new Map<string, Set<Listener>>();
  #ended = false;

  constructor(url: URL, workerData: unknown) {
    this.#worker = new Worker(url, { type: 'module', name: ENGINE_WORKER });
    this.#worker.onmessage = ({ data }) => this.#emit('message', data);
    this.#worker.onerror = (event) => {
      event.preventDefault();
      this.#emit('error', new Error(event.message ?? 'the worker could not be loaded'));
      void this.terminate();
    };
    living.add(this);
    this.#worker.postMessage({ files: provided.files, workerData } satisfies Provided);
  }

  on(event: string, listener: Listener): this {
    const listeners = this.#listeners.get(event) ?? new Set();
    this.#listeners.set(event, listeners.add(listener));
    return this;
  }

  off(event: string, listener: Listener): this {
    this.#listeners.get(event)?.delete(listener);
    return this;
  }

  postMessage(message: unknown): void {
    this.#worker.postMessage(message);
  }

  ref(): void {}

  unref(): void {}

  provide(files: Map<string, Blob>): void {
    this.#worker.postMessage({ files, workerData: null } satisfies Provided);
  }

  async terminate(): Promise<number> {
    if (this.#ended) return 1;
    this.#ended = true;
    living.delete(this);
    this.#worker.terminate();
    this.#emit('exit', 1);
    return 1;
  }

  #emit(event: string, value: unknown): void {
    for (const listener of [...(this.#listeners.get(event) ?? [])]) listener(value as never);
  }
}

/** @param url - of the module as the bundler named it: its path in `grader/`, which is also the bundle's */
export const startWorker: typeof Platform.startWorker = (url, options = {}) => {
  const bundle = new URL(`.${url.pathname.replace(/\.ts$/, '.js')}`, self.location.href);
  // Only what BrowserWorker has is used of it.
  return new BrowserWorker(bundle, options.workerData) as unknown as NodeWorker;
};

/** Files for workers that run and for those that will. */
export function provideFiles(files: ReadonlyMap<string, Blob>): void {
  const added = new Map([...files].filter(([path]) => !provided.files.has(path)));
  if (added.size === 0) return;
  for (const [path, blob] of added) provided.files.set(path, blob);
  for (const worker of living) worker.provide(added);
}
