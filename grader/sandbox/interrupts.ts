const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
/** How long a signal waits for the work: a user who pressed Ctrl-C is waiting too. */
const WAIT_MS = 5000;

const work = new Set<() => Promise<void>>();

/**
 * From now on, a signal that ends this process does this first.
 * @returns what takes it back
 */
export function beforeInterrupt(does: () => Promise<void>): () => void {
  if (work.size === 0) for (const signal of SIGNALS) process.on(signal, onSignal);
  work.add(does);
  return () => {
    if (work.delete(does) && work.size === 0) stopListening();
  };
}

function onSignal(signal: NodeJS.Signals): void {
  const late = new Promise<void>((done) => setTimeout(done, WAIT_MS).unref());
  const all = Promise.allSettled([...work].map((does) => does()));
  void Promise.race([late, all]).finally(() => {
    stopListening();
    // Somebody else who listens decides how the process ends; otherwise it ends as it would have.
    if (process.listenerCount(signal) === 0) process.kill(process.pid, signal);
  });
}

function stopListening(): void {
  for (const signal of SIGNALS) process.off(signal, onSignal);
}
