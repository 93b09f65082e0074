import { MAX_SUBMISSION_BYTES } from '../platform/files/index.ts';
import type { Graders, GradingTask, Outcome } from './grading/index.ts';
import { type HandedIn, unreadable } from './intake/index.ts';
import type { Planned } from './plan.ts';
import type { Journal } from './state/journal.ts';
import type { BatchStore } from './state/store.ts';

/** How far a batch has come. */
export interface BatchProgress {
  readonly done: number;
  readonly total: number;
  readonly passed: number;
  readonly failed: number;
  /** Not graded, through nobody's fault but the machine's. */
  readonly faults: number;
}

/** Takes submissions into the batch's folder. One that cannot be read by now costs its student that file, with a note. */
export async function addAll(
  store: BatchStore,
  journal: Journal,
  handedIn: readonly HandedIn[],
  signal: AbortSignal,
): Promise<{ readonly added: number; readonly replaced: number; readonly notes: readonly string[] }> {
  let [added, replaced] = [0, 0];
  const notes: string[] = [];
  for (const one of handedIn) {
    signal.throwIfAborted();
    let bytes: Buffer;
    try {
      // One byte more than is graded: enough to see that it is too large.
      bytes = await one.file.read(MAX_SUBMISSION_BYTES + 1);
    } catch (error) {
      notes.push(unreadable(one, error));
      continue;
    }
    const { what, folder, sha256 } = await store.add({ ...one, bytes });
    if (what === 'known') continue;
    if (what === 'added') added += 1;
    else replaced += 1;
    await journal.write({ event: what, attempt: folder, sha256 });
  }
  return { added, replaced, notes };
}

/**
 * Grades tasks and writes down what became of each.
 * @param engine - the grader and the machine, for the journal
 */
export async function gradeAll(
  store: BatchStore,
  journal: Journal,
  pool: Pick<Graders, 'grade'>,
  tasks: readonly GradingTask[],
  onProgress: (progress: BatchProgress) => void,
  engine?: string,
): Promise<BatchProgress> {
  let progress: BatchProgress = { done: 0, total: tasks.length, passed: 0, failed: 0, faults: 0 };
  onProgress(progress);
  await pool.grade(tasks, async (outcome) => {
    await record(store, journal, outcome, engine);
    progress = count(progress, outcome);
    onProgress(progress);
  });
  return progress;
}

async function record(
  store: BatchStore,
  journal: Journal,
  outcome: Outcome,
  engine: string | undefined,
): Promise<void> {
  const { attempt, into } = outcome.task;
  const isProposed = into !== store.path(attempt);
  if (outcome.kind === 'fault') {
    const { message, details } = outcome;
    const at = new Date().toISOString();
    if (!isProposed) await store.setFault({ folder: attempt }, { at, message, details });
    await journal.write({ event: 'fault', attempt, message });
    return;
  }
  const { key, verdict, score, maxScore, durationMs } = outcome.summary;
  if (!isProposed) await store.setFault({ folder: attempt }, null);
  await journal.write({
    event: isProposed ? 'proposed' : 'graded',
    attempt,
    key,
    verdict,
    score,
    maxScore,
    durationMs,
    engine,
    ...(!isProposed && { result: (await store.resultHash({ folder: attempt })) ?? undefined }),
  });
}

function count(progress: BatchProgress, outcome: Outcome): BatchProgress {
  const is = (verdict: string): number => (outcome.kind === 'graded' && outcome.summary.verdict === verdict ? 1 : 0);
  return {
    ...progress,
    done: progress.done + 1,
    passed: progress.passed + is('passed'),
    failed: progress.failed + is('failed'),
    faults: progress.faults + is('error') + (outcome.kind === 'fault' ? 1 : 0),
  };
}

/** Those that have to be graded for the first time, or once more after a fault of the machine. */
export function missing(planned: readonly Planned[]): GradingTask[] {
  return planned.filter(({ standing }) => standing.kind === 'missing').map(({ task }) => task);
}
