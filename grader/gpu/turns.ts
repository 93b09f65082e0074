import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { InfrastructureError } from '../platform/errors.ts';
import { type Hold, type LockMode, QueueLock, type Ticket, type Waiting } from '../platform/queue-lock.ts';
import { type Activity, gpuActivity, nameOf } from './activity.ts';

export interface TurnOptions {
  readonly signal?: AbortSignal | undefined;
  /** Called while others use the GPU, each time that the queue changes, and with null once the turn has come. */
  readonly onWaiting?: ((waiting: Waiting | null) => void) | undefined;
}

export interface TurnSettings {
  /** The folder of the locks of all GPUs; all users of a machine must name the same one. */
  readonly folder?: string;
  /** For tests. */
  readonly activity?: (uuid: string) => Promise<Activity | null>;
}

/** Milliseconds. What a turn announces to those who wait behind it, and what it must not exceed. */
const ANNOUNCED: Readonly<Record<LockMode, { readonly expectedMs: number; readonly limitMs: number }>> = {
  shared: { expectedMs: 500, limitMs: 180_000 },
  exclusive: { expectedMs: 3_000, limitMs: 300_000 },
};
const LABEL: Readonly<Record<LockMode, string>> = { shared: 'judging on the GPU', exclusive: 'timing on the GPU' };

/** Percent of the last second. Less is the display, or the end of a turn. */
const QUIET_UTILIZATION = 5;

/**
 * Whose turn it is on one physical GPU, across all processes, users and containers of a machine: correctness runs share
 * it, a timing has it for itself. Student code never sees the lock.
 */
export class GpuTurns {
  readonly #lock: QueueLock;
  readonly #uuid: string;
  readonly #activity: (uuid: string) => Promise<Activity | null>;

  /** @param uuid - of the GPU or the MIG instance, as nvidia-smi writes it */
  constructor(uuid: string, { folder = lockFolder(), activity = gpuActivity }: TurnSettings = {}) {
    this.#uuid = uuid;
    this.#lock = new QueueLock(join(folder, uuid.replaceAll(/[^\w-]/g, '_')));
    this.#activity = activity;
  }

  /**
   * Waits for a turn.
   * @throws InfrastructureError if the lock cannot be used, or if another process keeps the GPU busy beyond its limit;
   * the signal's reason if that is aborted
   */
  take(mode: LockMode, { signal, onWaiting }: TurnOptions = {}): Promise<Hold> {
    return this.#lock.acquire({
      ...ANNOUNCED[mode],
      mode,
      label: LABEL[mode],
      ...(signal && { signal }),
      ...(onWaiting && { onWaiting }),
      onOverdue: (ticket) => (mode === 'shared' ? Promise.resolve(true) : this.#mayPass(ticket)),
    });
  }

  /** A holder that exceeds its limit hangs or is hostile: a timing passes it only if the GPU does nothing. */
  async #mayPass(ticket: Ticket): Promise<boolean> {
    const activity = await this.#activity(this.#uuid);
    if (activity !== null && activity.utilization <= QUIET_UTILIZATION) return true;
    const seconds = Math.round(ticket.heldMs / 1000);
    throw new InfrastructureError('Another grader holds the GPU for longer than it announced, and the GPU is busy.', {
      details: [
        `User ${ticket.uid ?? 'unknown'} has been ${ticket.label || 'using it'} for ${seconds} s.`,
        activity === null ? 'nvidia-smi does not report what uses the GPU.' : nameOf(activity),
        'End that process, or wait until it has ended, and grade again.',
      ],
    });
  }
}

/** Shared by all users: `GRADE_GPU_LOCK_DIR`, else a folder under /tmp, whatever TMPDIR says. */
function lockFolder(): string {
  const named = process.env.GRADE_GPU_LOCK_DIR;
  if (named) return named;
  return join(process.platform === 'win32' ? tmpdir() : '/tmp', 'cuda-course-grade-gpu');
}
