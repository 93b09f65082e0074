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

/** A part of what has arrived that cannot be taken, e.g. a damaged archive. */
export interface Refusal {
  readonly arrived: readonly Arrived[];
  readonly error: GradeError;
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
  /** Takes what has arrived, grades it, and returns what was refused. A `UsageError` that it throws refuses everything. */
  readonly round: (arrived: readonly Arrived[]) => Promise<readonly Refusal[]>;
  /** The function that is called after each round that has ended, when {@link onState} has its state. */
  readonly onRound: () => Promise<void>;
  readonly onState: (state: WatchState) => Promise<void>;
  readonly note: (text: string) => void;
}

/** Tries of what has arrived, if a round with it is refused. Then it waits until it changes. */
const TRIES = 3;
const RETRY_MS = 60_000;

/**
 * Looks at a folder until the signal is aborted, and grades in rounds what has arrived. A refused part of a round, such as
 * a damaged archive, costs the others nothing. A fault of the machine is tried again each minute, and so is a batch in
 * which another command is at work.
 * @returns the number of rounds with something that was refused to the end
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
  const tries = new Map<string, number>();
  /** The times before which refused versions are not tried again. */
  const notBefore = new Map<string, number>();
  let given = 0;
  try {
    while (!signal.aborted) {
      const found = await folder.look(loop.now());
      const { arriving } = found;
      const arrived = found.arrived.filter((one) => loop.now() >= (notBefore.get(idOf(one)) ?? 0));
      if (arrived.length === 0) {
        await set({ arriving });
        if (loop.once && arriving === 0) break;
        await loop.wait(everyMs);
        continue;
      }
      await set({ state: 'grading', arriving });
      let refusals: readonly Refusal[];
      try {
        refusals = await roundOf(loop, arrived);
      } catch (error) {
        if (signal.aborted) break;
        if (!(error instanceof GradeError)) throw error;
        loop.note(wordsOf(error));
        if (loop.once) throw error;
        await set({ state: 'waiting', error: wordsOf(error) });
        await loop.wait(RETRY_MS);
        continue;
      }
      const words = refusals.map(({ error }) => wordsOf(error));
      for (const one of words) loop.note(one);
      const refused = refusals.flatMap((one) => one.arrived);
      const spent = refused.filter((one) => {
        const id = idOf(one);
        tries.set(id, (tries.get(id) ?? 0) + 1);
        notBefore.set(id, loop.now() + RETRY_MS);
        return loop.once || tries.get(id) === TRIES;
      });
      const good = arrived.filter((one) => !refused.includes(one));
      folder.taken([...good, ...spent]);
      if (spent.length > 0) given += 1;
      const isEnded = good.length > 0 || spent.length === refused.length;
      const rounds = state.rounds + (isEnded ? 1 : 0);
      await set({ state: 'waiting', rounds, error: words.length === 0 ? null : words.join(' ') });
      if (isEnded) await loop.onRound();
    }
  } finally {
    await loop.onState({ ...state, state: 'stopped' });
  }
  return given;
}

/** @throws every other error than a refusal: another command in the batch ends some time, as a fault of the machine does */
async function roundOf(loop: WatchLoop, arrived: readonly Arrived[]): Promise<readonly Refusal[]> {
  try {
    return await loop.round(arrived);
  } catch (error) {
    const isMachine = error instanceof InfrastructureError || error instanceof BatchBusyError;
    if (loop.signal.aborted || isMachine || !(error instanceof GradeError)) throw error;
    return [{ arrived, error }];
  }
}

/** Returns text that identifies a version of what has arrived. */
function idOf({ name, version }: Arrived): string {
  return JSON.stringify([name, version]);
}

function wordsOf(error: GradeError): string {
  return [messageOf(error), ...error.details].join(' ');
}
