import type { LaunchRecord } from '../host/index.ts';
import type { CaseEvidence } from './evidence.ts';

/** Returns the launch that should have written the outputs: the last that wrote any, else the last. */
export function writingLaunch({ run }: CaseEvidence): LaunchRecord | null {
  return run.launches.findLast(({ outcome }) => outcome.outputThreads > 0) ?? run.launches.at(-1) ?? null;
}
