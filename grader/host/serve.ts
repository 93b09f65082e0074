import type { MessagePort } from 'node:worker_threads';
import type { FileAccess, FileSystem } from '../platform/files/index.ts';
import { afterRun } from '../platform/threads/index.ts';
import type { CreateDevice } from './device.ts';
import { execute, type Snapshot } from './execute.ts';
import { STOP, type WorkerRequest, type WorkerResponse } from './messages.ts';
import { NoRoom } from './place.ts';
import { inputFrom } from './shared-input.ts';
import { KernelLost } from './signals.ts';

/**
 * Answers requests on a port, one after the other, with devices of one kind, and with files of the machine.
 * @param perform - carries out one task; default: runs it
 */
export function serve(
  port: MessagePort | null,
  createDevice: CreateDevice,
  openFiles?: (access: FileAccess) => FileSystem,
  perform: typeof execute = execute,
): void {
  if (!port) throw new Error('this module runs as a worker thread');
  const answer = (response: WorkerResponse) => port.postMessage(response);
  let running: { readonly id: number; readonly snapshot: Snapshot } | null = null;
  const stop = (id: number) => {
    if (running?.id === id) answer({ kind: 'done', id, executed: running.snapshot() });
  };
  Object.assign(globalThis, { [STOP]: stop });
  port.on('message', ({ id, task, streams, input }: WorkerRequest) => {
    answer({ kind: 'started', id });
    try {
      const executed = perform(task, createDevice, {
        onRunning: (snapshot) => {
          running = { id, snapshot };
        },
        ...(openFiles && { openFiles }),
        ...(streams && { onOutput: (stream, bytes) => answer({ kind: 'output', id, stream, bytes }) }),
        ...(input && { input: inputFrom(input, (bytes) => answer({ kind: 'input', id, bytes })) }),
      });
      running = null;
      answer({ kind: 'done', id, executed });
    } catch (error) {
      const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
      answer({ kind: 'failed', id, message, isExplained: error instanceof NoRoom || error instanceof KernelLost });
    }
    // The answer is under way: nobody waits for this.
    afterRun(1);
  });
}
