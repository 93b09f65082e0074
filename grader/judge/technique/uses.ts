import type { Site } from '../../compile/index.ts';
import type { LaunchOutcome } from '../../device/index.ts';
import type { LaunchRecord } from '../../host/index.ts';
import { evaluateExpression, type Technique } from '../../spec/index.ts';
import type { Judged, Shortfall } from './shortfall.ts';

type Uses = Extract<Technique, { kind: 'uses' }>;
type Feature = Uses['feature'];

/** The bytes of the widest access of a thread, such as one of a `float4`. */
const WIDE_BYTES = 16;

/** A feature of the device, by what launches of the case did. Code that never runs counts for nothing. */
export function uses({ feature }: Uses, judged: Judged): Shortfall {
  const { launches } = judged.case.run;
  if (launchesWith(feature, judged).length > 0) return null;
  if (launches.some(({ outcome }) => !isKnown(feature, outcome))) return 'not-counted';
  return { shortfall: { kind: 'unused-feature', feature }, launch: judged.writing[0] };
}

/** The feature must not be used: the first launch that does is shown. */
export function usesNot({ feature }: Uses, judged: Judged): Shortfall {
  const [launch] = launchesWith(feature, judged);
  if (launch) return { shortfall: { kind: 'used-feature', feature }, launch };
  return judged.case.run.launches.every(({ outcome }) => isKnown(feature, outcome)) ? null : 'not-counted';
}

/** Calls of atomic functions on global memory by threads, in all launches of the case. */
export function globalAtomics({ max }: Extract<Technique, { kind: 'global-atomics' }>, judged: Judged): Shortfall {
  const { launches } = judged.case.run;
  const most = evaluateExpression(max, judged.case.dims);
  let calls = 0;
  for (const launch of launches) {
    const { atomicSites, countersLost } = launch.outcome;
    if (atomicSites === undefined || countersLost) return 'not-counted';
    calls += atomicSites.reduce((sum, site) => sum + site.calls, 0);
  }
  if (calls <= most) return null;
  const callsOf = ({ outcome }: LaunchRecord) => outcome.atomicSites?.reduce((sum, site) => sum + site.calls, 0) ?? 0;
  const [busiest] = [...launches].sort((a, b) => callsOf(b) - callsOf(a));
  return { shortfall: { kind: 'global-atomics', calls, max: most }, launch: busiest ?? null };
}

function launchesWith(feature: Feature, { evidence: { compiled }, case: { run } }: Judged): LaunchRecord[] {
  const sites = compiled.status === 'compiled' ? compiled.device.sites : [];
  return run.launches.filter(({ outcome }) => isUsed(feature, outcome, sites));
}

function isUsed(feature: Feature, outcome: LaunchOutcome, sites: readonly Site[]): boolean {
  const { counters, siteCounters, usesAtomics, sharedLoads } = outcome;
  switch (feature) {
    case 'shared-memory':
      return sharedLoads;
    case 'constant-memory':
      return (counters.constantLoadRequests ?? 0) > 0;
    case 'textures':
      return (counters.textureRequests ?? 0) > 0;
    case 'atomics':
      return usesAtomics === true;
    case 'wide-accesses':
      return siteCounters.some(({ site }) => sites[site]?.bytes === WIDE_BYTES);
  }
}

/** True if a launch that does not show the feature did not use it. */
function isKnown(feature: Feature, { countersLost, counters }: LaunchOutcome): boolean {
  if (feature === 'shared-memory' || feature === 'atomics') return true;
  return countersLost !== true && Object.keys(counters).length > 0;
}
