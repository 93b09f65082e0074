/** How much longer than the limit a starved machine may take. */
const PATIENCE = 4;
/** Below this share of a processor the time was not the work's own. */
const STARVED = 0.7;

/**
 * Calls back when work in this process has had its time. Where the machine gave the process little of its processors
 * meanwhile, the clock alone says nothing about the work: it gets what it lacks, up to four times the limit.
 * @param limitMs - milliseconds of one processor
 * @returns stops the clock
 */
export function afterWork(limitMs: number, onExpired: () => void): () => void {
  const startedAt = performance.now();
  const startedCpu = process.cpuUsage();
  let timer = setTimeout(check, limitMs);
  function check(): void {
    const { user, system } = process.cpuUsage(startedCpu);
    const worked = (user + system) / 1000;
    const elapsed = performance.now() - startedAt;
    const missing = limitMs * STARVED - worked;
    if (missing <= 0 || elapsed >= limitMs * PATIENCE) onExpired();
    else timer = setTimeout(check, Math.min(Math.max(missing, 50), limitMs * PATIENCE - elapsed));
  }
  return () => clearTimeout(timer);
}
