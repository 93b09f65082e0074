import type { MessagePort } from 'node:worker_threads';
import type { CreateDevice } from './device.ts';
import { execute } from './execute.ts';
import type { WorkerRequest, WorkerResponse } from './messages.ts';

/** Answers requests on a port, one after the other, with devices of one kind. */
export function serve(port: MessagePort | null, createDevice: CreateDevice): void {
  if (!port) throw new Error('this module runs as a worker thread');
  const answer = (response: WorkerResponse) => port.postMessage(response);
  port.on('message', ({ id, task }: WorkerRequest) => {
    answer({ kind: 'started', id });
    try {
      answer({ kind: 'done', id, executed: execute(task, createDevice) });
    } catch (error) {
      answer({ kind: 'failed', id, message: error instanceof Error ? (error.stack ?? error.message) : String(error) });
    }
  });
}
