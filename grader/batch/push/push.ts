/** A grade or a comment that a student gets, or would get. */
export interface Push {
  readonly student: string;
  readonly assignment: string;
  /** In words, e.g. `70 → 90, a comment`. */
  readonly what: string;
}

/** The result of a push, or of its dry run. */
export interface PushReport {
  readonly pushed: readonly Push[];
  /** The number of those that were there already. */
  readonly unchanged: number;
  /** A sentence for each that was not sent. */
  readonly notes: readonly string[];
}
