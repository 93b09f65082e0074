import { wordRemark } from '../explain/index.ts';
import type { EstimateEntry, LaunchEstimateEntry } from '../result/index.ts';
import type { CountedLaunch } from '../spec/index.ts';
import {
  COMPARED_ON,
  compareLaunches,
  countedLaunch,
  estimateLaunch,
  GPUS,
  type LaunchSeen,
  remarksOf,
  repeated,
  timesToFill,
  totalSeconds,
} from '../timing/estimate/index.ts';

type LineOf = (site: number) => number | undefined;

/** A launch's estimate as results tell it; null where nothing was counted. */
export function launchEstimate(launch: LaunchSeen, lineOf: LineOf): LaunchEstimateEntry | null {
  const counted = countedLaunch(launch, lineOf);
  if (!counted) return null;
  const estimate = estimateLaunch(counted, COMPARED_ON);
  return {
    gpu: COMPARED_ON.name,
    microseconds: digits(1e6 * estimate.seconds),
    bound: estimate.bound,
    others: Object.fromEntries(
      GPUS.filter((gpu) => gpu !== COMPARED_ON).map((gpu) => [
        gpu.name,
        digits(1e6 * estimateLaunch(counted, gpu).seconds),
      ]),
    ),
    remarks: remarksOf(counted, COMPARED_ON).map(wordRemark),
  };
}

/**
 * The speed of a program on one case, from all its launches.
 * @param baseline - launches of the baseline on the same case; null where they are not known
 * @returns null where a launch was not counted, or there is none
 */
export function programEstimate(
  caseName: string,
  launches: readonly LaunchSeen[],
  lineOf: LineOf,
  baseline: readonly CountedLaunch[] | null,
): EstimateEntry | null {
  const counted = launches.flatMap((launch) => countedLaunch(launch, lineOf) ?? []);
  if (counted.length === 0 || counted.length < launches.length) return null;
  const compared = baseline?.length ? compareLaunches(counted, baseline, COMPARED_ON) : null;
  const slowest = counted.reduce((a, b) => (totalSeconds([b], COMPARED_ON) > totalSeconds([a], COMPARED_ON) ? b : a));
  const filled = repeated(slowest, timesToFill(counted, COMPARED_ON), COMPARED_ON);
  return {
    gpu: COMPARED_ON.name,
    case: caseName,
    microseconds: digits(1e6 * totalSeconds(counted, COMPARED_ON)),
    baselineMicroseconds: compared && digits(1e6 * compared.baselineSeconds),
    ratio: compared && digits(compared.ratio),
    filledRatio: compared && digits(compared.filled.ratio),
    // Cases are small: what follows from that says nothing of the program.
    remarks: remarksOf(filled, COMPARED_ON, false).map(wordRemark),
  };
}

/** No more than the model can mean, and the same on every machine. */
function digits(value: number): number {
  return Number(value.toPrecision(3));
}
