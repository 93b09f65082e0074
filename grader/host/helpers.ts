import type { Worker } from 'node:worker_threads';
import type { HelpedDevice, Helper, Helpers, Part, PartResult } from '../device/emulator/index.ts';
import {
  idleCores,
  keepBusy,
  MessageChannel,
  type MessagePort,
  receiveMessageOnPort,
  type SharedCores,
  startWorker,
} from '../platform/threads/index.ts';

/** What a helper's thread is doing, in the first word that it shares with its owner. */
export const HELPER = { loading: 0, idle: 1, working: 2, cancelled: 3 } as const;

export interface HelperData {
  readonly port: MessagePort;
  readonly state: Int32Array<SharedArrayBuffer>;
}

export interface HelperRequest {
  /** null: the same as in the request before. */
  readonly device: HelpedDevice | null;
  readonly part: Part;
}

/** Below this the start of a thread does not pay. */
const START_MS = 150;
/** While it waits a thread looks up so often, for those who ask it to stop. */
const LOOK_UP_MS = 20;
/** How long a helper may take to notice that nobody wants its work any more. */
const CANCEL_MS = 50;

/** Threads of the calling thread that run parts of its launches, on processors that nobody else needs. */
export class ThreadHelpers implements Helpers {
  readonly #cores: SharedCores;
  readonly #helpers: ThreadHelper[] = [];
  #lent = 0;

  constructor(cores: SharedCores) {
    this.#cores = cores;
  }

  take(expectedMs: number): readonly Helper[] {
    const free = idleCores(this.#cores);
    for (let index = 0; index < this.#helpers.length; index++) {
      if (this.#helpers[index]?.isLost) this.#helpers.splice(index--, 1);
    }
    while (expectedMs >= START_MS && this.#helpers.length < free) {
      this.#helpers.push(new ThreadHelper((change) => this.#count(change)));
    }
    const loading = this.#helpers.some((helper) => helper.state === HELPER.loading);
    return loading ? [] : this.#helpers.filter((helper) => helper.state === HELPER.idle).slice(0, free);
  }

  async dispose(): Promise<void> {
    await Promise.all(this.#helpers.splice(0).map((helper) => helper.end()));
  }

  #count(change: number): void {
    this.#lent += change;
    keepBusy(this.#cores, 1 + this.#lent);
  }
}

class ThreadHelper implements Helper {
  readonly #worker: Worker;
  readonly #port: MessagePort;
  readonly #state = new Int32Array(new SharedArrayBuffer(4));
  readonly #onLent: (change: number) => void;
  #device = -1;
  #isLent = false;
  /** Its thread has ended, or is about to. */
  isLost = false;

  constructor(onLent: (change: number) => void) {
    this.#onLent = onLent;
    const { port1, port2 } = new MessageChannel();
    this.#port = port1;
    port1.unref();
    const workerData: HelperData = { port: port2, state: this.#state };
    this.#worker = startWorker(new URL('./helper-worker.ts', import.meta.url), { workerData, transferList: [port2] });
    this.#worker.unref();
    // A thread that died says so only once its owner has time to listen: until then it just never answers.
    this.#worker.on('error', () => {
      this.isLost = true;
    });
    this.#worker.on('exit', () => {
      this.isLost = true;
    });
  }

  async end(): Promise<void> {
    this.isLost = true;
    await this.#worker.terminate();
  }

  get state(): number {
    return Atomics.load(this.#state, 0);
  }

  begin(device: HelpedDevice, part: Part): void {
    Atomics.store(this.#state, 0, HELPER.working);
    this.#isLent = true;
    this.#onLent(1);
    const request: HelperRequest = { device: device.id === this.#device ? null : device, part };
    this.#device = device.id;
    this.#port.postMessage(
      request,
      part.memory.map(({ bytes }) => bytes.buffer as ArrayBuffer),
    );
  }

  result(waitMs: number): PartResult | null {
    const until = performance.now() + waitMs;
    for (;;) {
      if (this.state === HELPER.idle) {
        const answer: { message: PartResult | null } | undefined = receiveMessageOnPort(this.#port);
        return answer?.message ?? null;
      }
      const left = until - performance.now();
      if (left <= 0) return null;
      Atomics.wait(this.#state, 0, HELPER.working, Math.min(left, LOOK_UP_MS));
    }
  }

  release(): void {
    if (!this.#isLent) return;
    this.#isLent = false;
    if (Atomics.compareExchange(this.#state, 0, HELPER.working, HELPER.cancelled) === HELPER.working) {
      Atomics.wait(this.#state, 0, HELPER.cancelled, CANCEL_MS);
      if (this.state !== HELPER.idle) {
        void this.end();
      }
    }
    while (receiveMessageOnPort(this.#port));
    this.#onLent(-1);
  }
}
