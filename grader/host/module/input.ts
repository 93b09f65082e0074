/** What a program reads from standard input. */
export interface Input {
  /** Waits until there is something. @returns at most `bytes` of it, at least one; none at the end */
  read(bytes: number): Uint8Array;
}

/** Nothing: it ends at once. */
export const NO_INPUT: Input = { read: () => new Uint8Array() };
