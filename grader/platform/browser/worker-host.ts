import { ENGINE_WORKER } from './provided.ts';

/** A request of the thread that uses a worker to the page. */
export type HostRequest =
  /** `port` becomes the worker's own. */
  | { readonly kind: 'start'; readonly id: number; readonly url: string; readonly port: MessagePort }
  | { readonly kind: 'terminate'; readonly id: number };

/** A worker could not be loaded, or has thrown. */
export interface HostAnswer {
  readonly id: number;
  readonly message: string;
}

/**
 * Starts the engine's workers in the page, for another worker. Firefox can stop for ever in `new Worker` inside a worker,
 * if the site's service worker is renewed at that time.
 */
export class WorkerHost {
  readonly #port: MessagePort;
  readonly #workers = new Map<number, Worker>();

  /** @param port - the other end is for `startWorkersAt` */
  constructor(port: MessagePort) {
    this.#port = port;
    port.onmessage = ({ data }: MessageEvent<HostRequest>) => {
      if (data.kind === 'start') this.#start(data);
      else this.#terminate(data.id);
    };
  }

  /** Terminates all workers. */
  close(): void {
    for (const id of [...this.#workers.keys()]) this.#terminate(id);
    this.#port.close();
  }

  #start({ id, url, port }: Extract<HostRequest, { kind: 'start' }>): void {
    const worker = new Worker(url, { type: 'module', name: ENGINE_WORKER });
    this.#workers.set(id, worker);
    worker.onerror = (event) => {
      event.preventDefault();
      const message = event.message ?? 'the worker could not be loaded';
      this.#port.postMessage({ id, message } satisfies HostAnswer);
    };
    worker.postMessage(port, [port]);
  }

  #terminate(id: number): void {
    this.#workers.get(id)?.terminate();
    this.#workers.delete(id);
  }
}
