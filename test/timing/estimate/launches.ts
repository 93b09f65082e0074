import { readFileSync } from 'node:fs';
import { type CountedLaunch, countedLaunchSchema } from '../../../grader/spec/index.ts';
import { COMPARED_ON, estimateLaunch, type LaunchEstimate } from '../../../grader/timing/estimate/index.ts';

/** A launch whose time on an H200 is known, as `node scripts/count-estimate.mjs` counted it. */
export interface Known {
  readonly name: string;
  /** `timed` at the sizes of a lecture, or `profiled` at small ones. */
  readonly source: 'timed' | 'profiled';
  readonly measuredMs: number;
  readonly launch: CountedLaunch;
  readonly estimate: LaunchEstimate;
}

export function knownLaunches(): Known[] {
  const file = new URL('../../fixtures/estimate/launches.json', import.meta.url);
  const read = JSON.parse(readFileSync(file, 'utf8')) as (Pick<Known, 'name' | 'source' | 'measuredMs'> & object)[];
  return read.map(({ name, source, measuredMs, ...counted }) => {
    const launch = countedLaunchSchema.parse(counted);
    return { name, source, measuredMs, launch, estimate: estimateLaunch(launch, COMPARED_ON) };
  });
}
