import type { RunPool } from '../pool.ts';
import type { RunRequest, RunResult } from '../run.ts';
import type { RunOptions } from '../run-worker.ts';
import type { Recorded } from '../task.ts';

/** A run of host code on the inputs that are judged. */
export interface DirectRun {
  readonly run: RunResult;
  /** The recording of this run, and one on decoys. Together they show the bytes that host code moved. */
  readonly recorded: readonly Recorded[];
}

/**
 * Runs host code on the request's own inputs, which it cannot tell from decoys.
 * @param like - a recording on decoys: the run must ask the same of the device
 * @param mostBytes - as many bytes may host code make from data
 * @returns null if it does not behave as on decoys
 */
export async function runDirectly(
  pool: RunPool,
  request: RunRequest,
  like: Recorded,
  mostBytes: number,
  options: RunOptions,
): Promise<DirectRun | null> {
  const executed = await pool.record(request, null, options);
  if (executed === 'wall' || executed.recording?.refused !== null) return null;
  const own = { args: request.args, executed };
  const compared = await pool.replay({ ...request, counters: false }, [own, like], options);
  const replayed = compared === 'wall' ? undefined : compared.replayed;
  if (!replayed || replayed.differs !== null || replayed.untracedBytes > mostBytes) return null;
  const { recording: _, memory: __, ...plain } = executed;
  return { run: await pool.resolve(request, plain, options), recorded: [own, like] };
}
