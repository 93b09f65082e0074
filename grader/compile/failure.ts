import { adviceOn, InfrastructureError } from '../platform/index.ts';
import type { Response } from './messages.ts';

/** A failure of the grader's own code around Clang: it explains itself, and is never one of the submission. */
class CompilerFault extends InfrastructureError {}

/** Returns the error for an answer that has no result. */
export function failed(answer: Response): InfrastructureError {
  const [message = ''] = (answer.kind === 'failed' ? answer.message : answer.kind).split('\n');
  if (answer.kind === 'failed' && answer.isFault)
    return new CompilerFault(`The grader has a fault in its compiler: ${message}`, {
      details: ['Nothing is held against the submission. Please report this line, with the submission if you can.'],
      cause: answer.message,
    });
  return new InfrastructureError(`The compiler failed: ${message}`, {
    details: adviceOn(message),
    // Where it happened in the worker.
    ...(answer.kind === 'failed' && { cause: answer.message }),
  });
}

/** True if nothing is known about why a compilation failed, so that the submission can be the reason. */
export function isUnexplained(error: unknown): boolean {
  return error instanceof InfrastructureError && !(error instanceof CompilerFault);
}
