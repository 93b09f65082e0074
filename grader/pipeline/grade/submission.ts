import { ControlFailed, findBlame } from '../../blame/index.ts';
import { GradeError, InfrastructureError, messageOf } from '../../platform/index.ts';
import { type Graded, type GradeRequest, gradeOnce } from './grade.ts';

/**
 * Grades one submission. An exception that nothing explains is not the machine's just because it was thrown here: the
 * submission is graded again, and if it fails again where the control program passes, it is at fault.
 * @throws GradeError where the machine or the assignment is at fault; the signal's reason once it is aborted
 */
export async function gradeSubmission(request: GradeRequest): Promise<Graded> {
  const { engine, signal } = request;
  try {
    const verdict = await findBlame({
      attempt: () => gradeOnce(request),
      isUnexplained: (error) => !(error instanceof GradeError) && !signal?.aborted,
      control: engine.control ?? null,
      log: engine.log ?? (() => undefined),
    });
    return verdict.by === 'result' ? verdict.result : await gradeAsEnded(request);
  } catch (error) {
    if (!(error instanceof ControlFailed)) throw error;
    throw new InfrastructureError('This machine does not grade a program that passes everywhere.', {
      details: [error.message, messageOf(error.cause)],
      cause: error,
    });
  }
}

/** Gives the result of a submission that ends what grades it: it fails, and nothing of it is tried again. */
export function gradeAsEnded(request: GradeRequest): Promise<Graded> {
  return gradeOnce(request, { status: 'exhausted', limit: 'crash', diagnostics: [] });
}
