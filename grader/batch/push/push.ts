/** A grade or a comment that a student gets, or would get. */
export interface Push {
  readonly student: string;
  readonly assignment: string;
  /** In words, e.g. `70 → 90, a comment`. */
  readonly what: string;
}

/** The record of a push, written while it is sent. */
export interface PushLog {
  /** Gets what is about to be sent. */
  sending(push: Push): Promise<void>;
  /** Gets what became of it. @param refusal - the reason of the server; `null` if it has been taken */
  ended(push: Push, refusal: string | null): Promise<void>;
  /** Gets whose grade the server has already: an earlier push, which was interrupted, can have sent it. */
  there?(grade: Pick<Push, 'student' | 'assignment'>): Promise<void>;
}

/** A log that keeps nothing, for a dry run. */
export const NO_LOG: PushLog = { sending: async () => undefined, ended: async () => undefined };

/** The result of a push, or of its dry run. */
export interface PushReport {
  readonly pushed: readonly Push[];
  /** The number of those that were there already. */
  readonly unchanged: number;
  /** A sentence for each that was not sent. */
  readonly notes: readonly string[];
}
