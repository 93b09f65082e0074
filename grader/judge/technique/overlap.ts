import type { Technique } from '../../spec/index.ts';
import type { Judged, Shortfall } from './shortfall.ts';

/** Copies that nothing orders with some kernel of another stream, as counted in a run that follows the order of streams. */
export function overlap({ minCopies }: Extract<Technique, { kind: 'overlap' }>, judged: Judged): Shortfall {
  const { overlappingCopies: copies } = judged.case.run;
  if (copies === undefined) return 'not-counted';
  if (copies >= minCopies) return null;
  return { shortfall: { kind: 'overlap', copies, min: minCopies }, launch: judged.writing[0] };
}
