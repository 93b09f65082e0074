/** A failure of the grader's own code that names its reason: it is never one of the submission. */
export class GraderFault extends Error {
  override readonly name: string = 'GraderFault';
}

/** A line of IR that the reader does not know. Clang has written it, so the reader lacks something. */
export class UnreadIr extends GraderFault {
  override readonly name = 'UnreadIr';

  /** @param line - as it stands in the IR */
  constructor(expected: string, line: string) {
    super(`the reader of IR expects ${expected} in this line: ${line.slice(0, MOST_CHARACTERS)}`);
  }
}

const MOST_CHARACTERS = 400;
