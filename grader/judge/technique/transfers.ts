import type { PlanStep } from '../../host/plan/index.ts';
import { bufferBytes, type Technique } from '../../spec/index.ts';
import type { Judged, Missing } from './shortfall.ts';

type Copy = Extract<PlanStep, { step: 'write' | 'read' | 'symbol' }>;

/** What host code asked of the device: shown at the call that is one too many. */
export function transfers(technique: Extract<Technique, { kind: 'transfers' }>, judged: Judged): Missing | null {
  const { minLaunches, maxLaunches } = technique;
  const { launches } = judged.case.run;
  const fromHost = tooMuchFromHost(technique, judged);
  if (fromHost) return fromHost;
  const wrongCopies = tooMuchCopied(technique, judged);
  if (wrongCopies) return wrongCopies;
  const shortfall = { kind: 'launch-count', launches: launches.length } as const;
  if (maxLaunches !== undefined && launches.length > maxLaunches)
    return {
      shortfall: { ...shortfall, is: 'too-many', limit: maxLaunches },
      launch: launches[maxLaunches] ?? null,
    };
  if (minLaunches !== undefined && launches.length < minLaunches)
    return {
      shortfall: { ...shortfall, is: 'too-few', limit: minLaunches },
      launch: launches.at(-1) ?? null,
    };
  return null;
}

/** Kernels that access memory of the host move it over the bus each time. */
function tooMuchFromHost(
  { maxBytesRatio }: Extract<Technique, { kind: 'transfers' }>,
  { evidence, case: { run, dims } }: Judged,
): Missing | null {
  if (maxBytesRatio === undefined) return null;
  const needed = bufferBytes(evidence.spec, dims);
  const bytesOf = (launch: (typeof run.launches)[number]) => launch.outcome.work?.hostBytes ?? 0;
  const bytes = run.launches.reduce((sum, launch) => sum + bytesOf(launch), 0);
  if (bytes <= maxBytesRatio * needed) return null;
  let sum = 0;
  const launch = run.launches.find((each) => {
    sum += bytesOf(each);
    return sum > maxBytesRatio * needed;
  });
  const shortfall = { kind: 'host-memory-bytes', bytes, needed, maxRatio: maxBytesRatio } as const;
  return { shortfall, launch: launch ?? null };
}

function tooMuchCopied(
  { maxCopies, maxBytesRatio }: Extract<Technique, { kind: 'transfers' }>,
  { evidence, case: { run, dims } }: Judged,
): Missing | null {
  const steps = run.plan.steps.filter(isCopy);
  const calls = steps.filter((step) => step.row !== true);
  const needed = bufferBytes(evidence.spec, dims);
  const { copies = 0, copiedBytes = 0 } = run.plan.unlisted ?? {};
  const copied = steps.reduce((sum, { bytes }) => sum + bytes, copiedBytes);
  if (maxBytesRatio !== undefined && copied > maxBytesRatio * needed) {
    let sum = 0;
    const offending = steps.find(({ bytes }) => {
      sum += bytes;
      return sum > maxBytesRatio * needed;
    });
    const shortfall = { kind: 'transfer-bytes', copied, needed, maxRatio: maxBytesRatio } as const;
    return { shortfall, launch: null, position: offending?.position ?? null };
  }
  if (maxCopies !== undefined && calls.length + copies > maxCopies) {
    const shortfall = { kind: 'transfer-copies', copies: calls.length + copies, max: maxCopies } as const;
    return { shortfall, launch: null, position: calls[maxCopies]?.position ?? null };
  }
  return null;
}

function isCopy(step: PlanStep): step is Copy {
  return step.step === 'write' || step.step === 'read' || step.step === 'symbol';
}
