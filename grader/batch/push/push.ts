/** Something that a student gets, or would get. */
export interface Push {
  readonly student: string;
  readonly assignment: string;
  /** In words, e.g. `70 → 90, a comment`. */
  readonly what: string;
}

/** What a push has done, or would do. */
export interface PushReport {
  readonly pushed: readonly Push[];
  /** How many were there already. */
  readonly unchanged: number;
  /** A sentence for each that was not sent. */
  readonly notes: readonly string[];
}
