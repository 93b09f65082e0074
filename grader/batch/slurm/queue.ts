/** One task of an array job, in the words of `squeue`. */
export interface TaskState {
  readonly index: number;
  /** Slurm's name of it, e.g. `RUNNING`. */
  readonly state: string;
  /** Why it waits, e.g. `Resources`; `None` where it does not. */
  readonly reason: string;
  readonly node: string;
}

/** States that end a task, https://slurm.schedmd.com/squeue.html: what is not one of these may still go on. */
const ENDED: ReadonlySet<string> = new Set([
  'BOOT_FAIL',
  'CANCELLED',
  'COMPLETED',
  'DEADLINE',
  'FAILED',
  'NODE_FAIL',
  'OUT_OF_MEMORY',
  'PREEMPTED',
  'REVOKED',
  'TIMEOUT',
]);

/** Reasons to wait that pass by themselves. */
const ORDINARY = /^(|None|Priority|Resources|JobArrayTaskLimit|BeginTime|Prolog|Cleaning|(QOS|Assoc).*)$/;

/**
 * Reads `squeue --noheader --array --format=%i|%T|%r|%N`.
 * @returns null where it is anything else, or tells of another job
 */
export function readQueue(text: string, job: string): TaskState[] | null {
  const tasks: TaskState[] = [];
  for (const line of text.split('\n').filter((one) => one.trim() !== '')) {
    const [id = '', state = '', reason, node] = line.trim().split('|');
    const index = /^(\d+)_(\d+)$/.exec(id);
    if (index?.[1] !== job || !/^[A-Z_]+$/.test(state) || reason === undefined || node === undefined) return null;
    tasks.push({ index: Number(index[2]), state, reason, node });
  }
  return tasks;
}

export function hasEnded({ state }: TaskState): boolean {
  return ENDED.has(state);
}

/** True if Slurm could not start the task and holds it for an administrator; it then never continues by itself. */
export function isStranded({ state, reason }: TaskState): boolean {
  return state === 'PENDING' && /launch failed/i.test(reason);
}

/** Somebody has to act before it goes on, as far as one can tell. */
export function isStuck({ state, reason }: TaskState): boolean {
  return state === 'PENDING' && !ORDINARY.test(reason);
}

/**
 * Reads `scontrol --oneliner show job`.
 * @returns e.g. `TIMEOUT, exit code 0:15, on node n3`; null where it tells no state
 */
export function readDescription(text: string): string | null {
  const field = (name: string): string | null => new RegExp(`(?:^|\\s)${name}=(\\S+)`).exec(text)?.[1] ?? null;
  const state = field('JobState');
  if (state === null) return null;
  const reason = field('Reason');
  const node = field('BatchHost') ?? field('NodeList');
  return [
    state,
    ...(reason !== null && !['None', '(null)'].includes(reason) ? [reason] : []),
    `exit code ${field('ExitCode') ?? 'unknown'}`,
    ...(node !== null && node !== '(null)' ? [`on node ${node}`] : []),
  ].join(', ');
}
