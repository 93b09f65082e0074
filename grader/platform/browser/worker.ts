import type { Worker as NodeWorker } from 'node:worker_threads';
import type * as Platform from '../threads/worker.ts';
import { type Provided, provided } from './provided.ts';
import type { HostAnswer, HostRequest } from './worker-host.ts';

type Listener = (value: never) => void;

/** Workers that live, so that files which are loaded later reach them too. */
const living = new Set<BrowserWorker>();

/** The page, which starts workers; `null` until it is known. */
let page: MessagePort | null = null;
let ids = 0;

/** Takes the workers that the other end's `WorkerHost` starts. Needed before the first worker. */
export function startWorkersAt(port: MessagePort): void {
  page = port;
  port.onmessage = ({ data: { id, message } }: MessageEvent<HostAnswer>) => {
    for (const worker of living) if (worker.id === id) worker.fail(message);
  };
}

/** A worker of the browser, as far as the engine uses Node's. */
class BrowserWorker {
  readonly id = ids++;
  readonly #host: MessagePort;
  readonly #own: MessagePort;
  readonly #listeners = new Map<string, Set<Listener>>();
  #ended = false;

  constructor(url: URL, workerData: unknown) {
    if (!page) throw new Error('startWorkersAt was not called');
    this.#host = page;
    const { port1, port2: port } = new MessageChannel();
    this.#own = port1;
    this.#own.onmessage = ({ data }) => this.#emit('message', data);
    this.#ask({ kind: 'start', id: this.id, url: url.href, port }, [port]);
    living.add(this);
    this.#own.postMessage({ files: provided.files, workerData } satisfies Provided);
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
    this.#own.postMessage(message);
  }

  ref(): void {}

  unref(): void {}

  provide(files: Map<string, Blob>): void {
    this.#own.postMessage({ files, workerData: null } satisfies Provided);
  }

  fail(message: string): void {
    this.#emit('error', new Error(message));
    void this.terminate();
  }

  async terminate(): Promise<number> {
    if (this.#ended) return 1;
    this.#ended = true;
    living.delete(this);
    this.#own.close();
    this.#ask({ kind: 'terminate', id: this.id });
    this.#emit('exit', 1);
    return 1;
  }

  #ask(request: HostRequest, transfer: Transferable[] = []): void {
    this.#host.postMessage(request, transfer);
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
