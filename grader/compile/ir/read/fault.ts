/**
 * A line of IR that the reader does not know. Clang has written it, so the reader lacks something: this is a fault of the
 * grader and never one of the submission.
 */
export class UnreadIr extends Error {
  override readonly name = 'UnreadIr';

  /** @param line - as it stands in the IR */
  constructor(expected: string, line: string) {
    super(`the reader of IR expects ${expected} in the line: ${line.slice(0, MOST_CHARACTERS)}`);
  }
}

const MOST_CHARACTERS = 400;
