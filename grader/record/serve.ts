import type { MessagePort } from 'node:worker_threads';
import type { CreateDevice } from './device.ts';
import { execute, type Snapshot } from './execute.ts';
import { STOP, type WorkerRequest, type WorkerResponse } from './messages.ts';

/** Answers requests on a port, one after the other, with devices of one kind. */
export function serve(port: MessagePort | null, createDevice: CreateDevice): void {
  if (!port) throw new Error('this module runs as a worker thread');
  const answer = (response: WorkerResponse) => port.postMessage(response);
  let running: { readonly id: number; readonly snapshot: Snapshot } | null = null;
  const stop = (id: number) => {
    if (running?.id === id) answer({ kind: 'done', id, executed: running.snapshot() });
  };
  Object.assign(globalThis, { [STOP]: stop });
  port.on('message', ({ id, task }: WorkerRequest) => {
    answer({ kind: 'started', id });
    try {
      const executed = execute(task, createDevice, (snapshot) => {
        running = { id, snapshot };
      });
      running = null;
      answer({ kind: 'done', id, executed });
    } catch (error) {
      answer({ kind: 'failed', id, message: error instanceof Error ? (error.stack ?? error.message) : String(error) });
    }
  });
}
