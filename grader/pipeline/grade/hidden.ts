import { wordHiddenFault } from '../../explain/index.ts';
import { type Evidence, isCorrect } from '../../judge/index.ts';
import { AssignmentError, InfrastructureError } from '../../platform/index.ts';

/**
 * Does what needs hidden cases. An error keeps its class and loses its words: these can tell what a hidden case holds.
 * Staff find them in its cause.
 * @throws InfrastructureError or AssignmentError without details; the signal's reason if it is aborted
 */
export async function hiddenFault<T>(work: () => Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  try {
    return await work();
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof AssignmentError) throw new AssignmentError(wordHiddenFault('assignment'), { cause: error });
    throw new InfrastructureError(wordHiddenFault('infrastructure'), { cause: error });
  }
}

/** Returns the evidence of all cases. The time that was measured counts only if all of them are right. */
export function together(shown: Evidence, hidden: Pick<Evidence, 'cases' | 'gpu' | 'sanitizer'>): Evidence {
  const whole: Evidence = {
    ...shown,
    cases: [...shown.cases, ...hidden.cases],
    gpu: shown.gpu &&
      hidden.gpu && {
        ...shown.gpu,
        cases: [...shown.gpu.cases, ...hidden.gpu.cases],
        // The reason can name sizes of a hidden case.
        unjudged: shown.gpu.unjudged ?? (hidden.gpu.unjudged === null ? null : 'not in every case'),
      },
    sanitizer: shown.sanitizer || hidden.sanitizer ? [...(shown.sanitizer ?? []), ...(hidden.sanitizer ?? [])] : null,
  };
  if (!shown.timing) return whole;
  if (!isCorrect(whole)) return { ...whole, timing: null, timingSkipped: 'not-correct' };
  return whole.gpu?.unjudged ? { ...whole, timing: null, timingSkipped: 'not-repeated' } : whole;
}
