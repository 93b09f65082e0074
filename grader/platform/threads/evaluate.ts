import type { Session } from 'node:inspector';
import type { Worker } from 'node:worker_threads';

/** A thread that never pauses can be asked something here; in a browser it cannot. */
export const canEvaluate: boolean = true;

/**
 * Runs an expression in a worker thread, even while it is in a loop without an end: V8 stops JavaScript and
 * WebAssembly at the next call or turn of a loop. The expression's value is dropped; it may post a message.
 * @returns what ends the session, once the expression had its time. Where Node has no inspector, nothing runs
 */
export async function evaluateIn({ threadId }: Worker, expression: string): Promise<() => void> {
  const session = await open();
  if (!session) return () => {};
  session.on('NodeWorker.attachedToWorker', ({ params: { sessionId, workerInfo } }) => {
    // Its `workerId` is the session's number, not the thread's.
    if (!workerInfo.title.startsWith(`[worker ${threadId}]`)) return;
    const message = JSON.stringify({ id: 1, method: 'Runtime.evaluate', params: { expression } });
    session.post('NodeWorker.sendMessageToWorker', { sessionId, message });
  });
  session.post('NodeWorker.enable', { waitForDebuggerOnStart: false });
  return () => session.disconnect();
}

async function open(): Promise<Session | null> {
  try {
    const { Session } = await import('node:inspector');
    const session = new Session();
    session.connect();
    return session;
  } catch {
    return null;
  }
}
