import type { LaunchRecord } from '../../host/index.ts';
import { evaluateExpression, type Technique } from '../../spec/index.ts';
import type { Judged, Missing } from './shortfall.ts';
import { isUnknown } from './writing.ts';

/** Launches that write outputs have so many blocks, and ask for no more shared memory, as the case's parameters say. */
export function launchShape(technique: Extract<Technique, { kind: 'launch-shape' }>, judged: Judged): Missing | null {
  const { blocks, maxSharedBytes } = technique;
  const { dims } = judged.case;
  const wanted = blocks === undefined ? null : evaluateExpression(blocks, dims);
  const max = maxSharedBytes === undefined ? Number.POSITIVE_INFINITY : evaluateExpression(maxSharedBytes, dims);
  const missing = (launch: LaunchRecord): Missing | null => {
    const launched = launch.grid.reduce((product, extent) => product * extent, 1);
    if (wanted !== null && launched !== wanted)
      return { shortfall: { kind: 'launch-blocks', blocks: launched, wanted }, launch };
    const { sharedBytes: bytes } = launch.outcome;
    return bytes > max ? { shortfall: { kind: 'launch-shared', bytes, max }, launch } : null;
  };
  const found = judged.writing.map(missing);
  if (isUnknown(judged.writing) && found.includes(null)) return null;
  return found.find((each) => each !== null) ?? otherSizes(technique, judged);
}

/** Shared memory must follow the parameters in every case. Which launches only prepare outputs is not known there. */
function otherSizes(
  { maxSharedBytes }: Extract<Technique, { kind: 'launch-shape' }>,
  { evidence, case: largest }: Judged,
): Missing | null {
  if (maxSharedBytes === undefined) return null;
  for (const other of evidence.cases) {
    if (other === largest) continue;
    const max = evaluateExpression(maxSharedBytes, other.dims);
    const writing = other.run.launches.filter(({ outcome }) => outcome.outputThreads > 0);
    const launch = writing.find(({ outcome }) => outcome.sharedBytes > max);
    if (launch)
      return { shortfall: { kind: 'launch-shared', bytes: launch.outcome.sharedBytes, max }, launch, of: other };
  }
  return null;
}
