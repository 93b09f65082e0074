import { BatchBusyError } from '../../batch/index.ts';
import { GradeError, InfrastructureError, messageOf } from '../../platform/index.ts';
import type { Arrived, DropFolder } from './drop-folder.ts';

/** The state of a watch, as `progress.json` has it. */
export interface WatchState {
  readonly state: 'waiting' | 'grading' | 'stopped';
  /** The number of rounds that have ended. */
  readonly rounds: number;
  /** The number of names that have not arrived as a whole. */
  readonly arriving: number;
  /** The error of the last round, in words; `null` if it had none. */
  readonly error: string | null;
}

export interface WatchLoop {
  readonly folder: DropFolder;
  readonly everyMs: number;
  readonly signal: AbortSignal;
  /** True if the watch ends as soon as all that is there has been taken. */
  readonly once: boolean;
  readonly now: () => number;
  /** Returns early if the signal is aborted. */
  readonly wait: (milliseconds: number) => Promise<void>;
  /** Takes what has arrived, and grades it. */
  readonly round: (arrived: readonly Arrived[]) => Promise<void>;
  readonly onState: (state: WatchState) => Promise<void>;
  readonly note: (text: string) => void;
}

/** Tries of what has arrived, if a round with it is refused. Then it waits until it changes. */
const TRIES = 3;
const RETRY_MS = 60_000;

/**
 * Looks at a folder until the signal is aborted, and grades in rounds what has arrived. A round that is refused, because
 * of a damaged archive say, costs the next one nothing. A fault of the machine is tried again each minute, and so is a
 * batch in which another command is at work.
 * @returns the number of rounds that failed and were not made up for
 */
export async function watchLoop(loop: WatchLoop): Promise<number> {
  const { folder, signal, everyMs } = loop;
  let state: WatchState = { state: 'waiting', rounds: 0, arriving: 0, error: null };
  const set = async (change: Partial<WatchState>): Promise<void> => {
    const next = { ...state, ...change };
    if (JSON.stringify(next) === JSON.stringify(state)) return;
    state = next;
    await loop.onState(state);
  };
  await loop.onState(state);
  let refusals = 0;
  let given = 0;
  try {
    while (!signal.aborted) {
      const { arrived, arriving } = await folder.look(loop.now());
      if (arrived.length === 0) {
        await set({ arriving });
        if (loop.once && arriving === 0) break;
        await loop.wait(everyMs);
        continue;
      }
      await set({ state: 'grading', arriving });
      try {
        await loop.round(arrived);
        folder.taken(arrived);
        refusals = 0;
        await set({ state: 'waiting', rounds: state.rounds + 1, error: null });
      } catch (error) {
        if (signal.aborted) break;
        if (!(error instanceof GradeError)) throw error;
        const words = [messageOf(error), ...error.details].join(' ');
        loop.note(words);
        // Another command in the batch ends some time, as a fault of the machine does.
        const isMachine = error instanceof InfrastructureError || error instanceof BatchBusyError;
        if (!isMachine) refusals += 1;
        if (refusals === TRIES || (loop.once && !isMachine)) {
          folder.taken(arrived);
          given += 1;
          refusals = 0;
        } else if (loop.once && isMachine) {
          throw error;
        } else {
          await set({ state: 'waiting', error: words });
          await loop.wait(RETRY_MS);
          continue;
        }
        await set({ state: 'waiting', rounds: state.rounds + 1, error: words });
      }
    }
  } finally {
    await loop.onState({ ...state, state: 'stopped' });
  }
  return given;
}
