import type * as Platform from '../threads/threads.ts';
import { ENGINE_WORKER, type Provided, provided } from './provided.ts';

type Listener = (message: never) => void;

/** The end of a worker's own channel. What arrives before somebody listens is kept, as Node keeps it. */
class OwnPort {
  readonly #waiting: unknown[] = [];
  readonly #listeners: Listener[] = [];
  #port: MessagePort | null = null;

  /** @param port - the channel, which the first message of the page brings */
  connect(port: MessagePort, onMessage: (event: MessageEvent<unknown>) => void): void {
    this.#port = port;
    port.onmessage = onMessage;
  }

  on(_event: 'message', listener: Listener): this {
    this.#listeners.push(listener);
    for (const message of this.#waiting.splice(0)) listener(message as never);
    return this;
  }

  postMessage(message: unknown): void {
    this.#port?.postMessage(message);
  }

  receive(message: unknown): void {
    if (this.#listeners.length === 0) this.#waiting.push(message);
    for (const listener of this.#listeners) listener(message as never);
  }
}

const own = self.name === ENGINE_WORKER ? new OwnPort() : null;

/** Only what OwnPort has is used of it. */
export const parentPort = own as unknown as typeof Platform.parentPort;

/** The first message on the channel, and later ones with more files, are the platform's own. */
if (own) {
  // A rejected promise alone does not reach `onerror` of the page's side.
  self.addEventListener('unhandledrejection', (event) => {
    event.preventDefault();
    reportError(event.reason);
  });
  await new Promise<void>((resolve) => {
    const receive = ({ data }: MessageEvent<unknown>) => {
      if (!isProvided(data)) return own.receive(data);
      for (const [path, blob] of data.files) provided.files.set(path, blob);
      provided.workerData ??= data.workerData;
      resolve();
    };
    self.addEventListener('message', ({ data }: MessageEvent<MessagePort>) => own.connect(data, receive), {
      once: true,
    });
  });
}

export const workerData: unknown = provided.workerData;

function isProvided(data: unknown): data is Provided {
  return typeof data === 'object' && data !== null && 'files' in data && data.files instanceof Map;
}

/** Blocks are never spread over helper threads here: they would need memory that threads share. */
export function receiveMessageOnPort(): never {
  throw new Error('a browser has no helper threads');
}

export class MessageChannel {
  constructor() {
    receiveMessageOnPort();
  }
}
