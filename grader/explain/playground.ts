/** What the page of `grade playground` says of itself. */

export const PLAYGROUND_READY = 'Ready.';
export const PLAYGROUND_PREPARING = 'Preparing the compiler …';
export const PLAYGROUND_NO_PROGRAM = 'Open a program (.cu or .py) or a notebook (.ipynb).';
export const PLAYGROUND_CANCELLED = 'Cancelled.';

/** @param loaded - bytes */
export function wordPlaygroundLoading(loaded: number, total: number): string {
  const megabytes = (bytes: number) => (bytes / 1e6).toFixed(1);
  return `Loading the compiler: ${megabytes(loaded)} of ${megabytes(total)} MB. Your browser keeps it for the next time.`;
}

/** @param stage - null before the first */
export function wordPlaygroundStage(stage: 'compile' | 'run' | 'judge' | null, done: number, total: number): string {
  switch (stage) {
    case 'compile':
      return 'Compiling …';
    case 'run':
      return `Running the cases: ${done} of ${total} …`;
    case 'judge':
      return 'Judging …';
    default:
      return 'Waiting for the compiler …';
  }
}

/** A fault of the playground is never the student's. */
export function wordPlaygroundFailure(message: string): { readonly title: string; readonly text: string } {
  const sentence = /[.!?]$/.test(message) ? message : `${message}.`;
  return { title: 'The playground failed, not your program.', text: `${sentence} Your program was not judged.` };
}
