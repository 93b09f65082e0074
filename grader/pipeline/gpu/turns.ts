import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { InfrastructureError, UsageError } from '../../platform/index.ts';
import { type Hold, type LockMode, QueueLock, type Ticket, type Waiting } from '../../platform/queue/index.ts';
import { type Activity, gpuActivity, hasStrangers, isQuiet, nameOf } from './activity.ts';

export interface TurnOptions {
  readonly signal?: AbortSignal | undefined;
  /** Called while others use the GPU, each time that the queue changes, and with null once the turn has come. */
  readonly onWaiting?: ((waiting: Waiting | null) => void) | undefined;
}

/** A turn of a length that its holder knows. */
export interface OwnTurn extends TurnOptions {
  /** The holder's work, shown to those who wait. */
  readonly label?: string;
  /** Milliseconds that the holder will need, and those that it must not exceed. */
  readonly expectedMs?: number;
  readonly limitMs?: number;
}

export interface OthersOptions {
  readonly signal?: AbortSignal | undefined;
  /** Called with a sentence that names who keeps the GPU busy. */
  readonly onBusy?: ((who: string) => void) | undefined;
}

export interface TurnSettings {
  /** The folder of the locks of all GPUs; all users of a machine must name the same one. */
  readonly folder?: string;
  /** Minutes to wait for programs that are no graders; default `GRADE_GPU_WAIT_MINUTES`, else 10. */
  readonly waitMinutes?: number;
  /** For tests. */
  readonly activity?: (uuid: string) => Promise<Activity | null>;
}

/** Milliseconds. What a turn announces to those who wait behind it, and what it must not exceed. */
const ANNOUNCED: Readonly<Record<LockMode, { readonly expectedMs: number; readonly limitMs: number }>> = {
  shared: { expectedMs: 2_000, limitMs: 180_000 },
  exclusive: { expectedMs: 1_500, limitMs: 300_000 },
};
const LABEL: Readonly<Record<LockMode, string>> = { shared: 'judging on the GPU', exclusive: 'timing on the GPU' };

/** Milliseconds. */
const POLL = 500;
/** Milliseconds in which the work of a turn that has ended leaves what nvidia-smi reports. */
const SETTLING = 1_200;
const WAIT_MINUTES = 10;

/**
 * Whose turn it is on one physical GPU, across all processes, users and containers of a machine: correctness runs share
 * it, a timing has it for itself. Student code never sees the lock.
 */
export class GpuTurns {
  readonly #lock: QueueLock;
  readonly #uuid: string;
  readonly #waitMinutes: number;
  readonly #activity: (uuid: string) => Promise<Activity | null>;

  /** @param uuid - of the GPU or the MIG instance, as nvidia-smi writes it */
  constructor(uuid: string, settings: TurnSettings = {}) {
    const { folder = lockFolder(), waitMinutes, activity = gpuActivity } = settings;
    this.#uuid = uuid;
    this.#waitMinutes = waitMinutes ?? minutesToWait();
    this.#lock = new QueueLock(join(folder, uuid.replaceAll(/[^\w-]/g, '_')));
    this.#activity = activity;
  }

  /**
   * Waits for a turn.
   * @throws InfrastructureError if the lock cannot be used, or if another process keeps the GPU busy beyond its limit;
   * the signal's reason if that is aborted
   */
  take(mode: LockMode, { signal, onWaiting, ...own }: OwnTurn = {}): Promise<Hold> {
    return this.#lock.acquire({
      ...ANNOUNCED[mode],
      label: LABEL[mode],
      ...own,
      mode,
      ...(signal && { signal }),
      ...(onWaiting && { onWaiting }),
      onOverdue: (ticket) => (mode === 'shared' ? Promise.resolve(true) : this.#mayPass(ticket)),
    });
  }

  /** Resolves once no other process relies on a turn that has ended here. */
  ended(): Promise<void> {
    return this.#lock.ended();
  }

  /**
   * Waits while programs that are no graders keep the GPU busy. The caller holds an exclusive turn, and runs nothing.
   * @param named - to wait only for a program that the driver names; without it, for any work on the GPU
   * @returns whether it had to wait
   * @throws InfrastructureError that names the program after the minutes that are granted; the signal's reason once that
   * is aborted
   */
  async waitForOthers(named: 'named' | 'any', { signal, onBusy }: OthersOptions = {}): Promise<boolean> {
    const first = await this.#activity(this.#uuid);
    if (first === null || isQuiet(first) || (named === 'named' && !hasStrangers(first))) return false;
    await pause(SETTLING, signal);
    const end = performance.now() + this.#waitMinutes * 60_000;
    for (let hasWaited = false; ; hasWaited = true) {
      const activity = await this.#activity(this.#uuid);
      if (activity === null || isQuiet(activity)) return hasWaited;
      if (performance.now() >= end) throw this.#busy(activity);
      onBusy?.(nameOf(activity));
      await pause(POLL, signal);
    }
  }

  #busy(activity: Activity): InfrastructureError {
    return new InfrastructureError('The GPU is busy with another program, and a time measured now would be wrong.', {
      details: [
        nameOf(activity),
        `Waited for ${this.#waitMinutes} minutes; GRADE_GPU_WAIT_MINUTES sets another limit.`,
        'End that process, or wait until it has ended, and grade again.',
      ],
    });
  }

  /** A holder that exceeds its limit hangs or is hostile: a timing passes it only if the GPU does nothing. */
  async #mayPass(ticket: Ticket): Promise<boolean> {
    const activity = await this.#activity(this.#uuid);
    if (activity !== null && isQuiet(activity)) return true;
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

/** @throws the signal's reason once that is aborted */
async function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => signal?.throwIfAborted());
}

/** @throws UsageError for what is no number of minutes */
function minutesToWait(): number {
  const named = process.env.GRADE_GPU_WAIT_MINUTES;
  if (!named) return WAIT_MINUTES;
  const minutes = Number(named);
  if (Number.isFinite(minutes) && minutes >= 0) return minutes;
  throw new UsageError(`GRADE_GPU_WAIT_MINUTES is ${JSON.stringify(named)}; expected a number of minutes, e.g. 10.`);
}
