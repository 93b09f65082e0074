import { isOfNothing } from '../device/index.ts';
import { worded } from '../explain/index.ts';
import type { LaunchRecord } from '../host/index.ts';
import type { Finding, Rule } from '../result/index.ts';
import type { CaseEvidence, Evidence } from './evidence.ts';
import type { Follows } from './follows.ts';

/** cudaErrorLaunchTimeout */
export const LAUNCH_TIMEOUT = 702;

/** The errors of a wrong address: cudaErrorIllegalAddress, MisalignedAddress, InvalidAddressSpace, LaunchFailure. */
const OF_ADDRESSES: ReadonlySet<number> = new Set([700, 716, 717, 719]);

/** Accesses to a wrong address, by the emulator's words. */
const WRONG_ADDRESS: ReadonlySet<Rule> = new Set<Rule>([
  'out-of-bounds-read',
  'out-of-bounds-write',
  'shared-out-of-bounds',
  'local-out-of-bounds',
  'misaligned-access',
  'use-after-free',
  'host-device-pointer',
]);

/** Tells whether a rule is about an access to a wrong address. */
export function isOfWrongAddress(rule: Rule): boolean {
  return WRONG_ADDRESS.has(rule);
}

/** Tells whether a launch of at least one thread failed on the GPU. */
export function failedOnGpu(launch: LaunchRecord): boolean {
  return launch.outcome.error !== 0 && !isOfNothing(launch);
}

/**
 * Finds why a case failed on the GPU, if the emulator has shown it: the first launch that failed accesses a wrong address
 * there, in the same kernel. Whether such an access ends a kernel depends on what lies at that address.
 * @param seen - the case on the GPU
 * @param cases - all that were run on the emulator
 * @returns the access; `null` if the case did not fail, or if nothing that the emulator saw explains it
 */
export function causeOfGpuFailure({ name, run }: CaseEvidence, cases: Evidence['cases']): Follows | null {
  const failed = run.launches.find(failedOnGpu);
  if (!failed || !OF_ADDRESSES.has(failed.outcome.error)) return null;
  const faults = cases.find((seen) => seen.name === name)?.run.faults ?? [];
  const cause = faults.find((fault) => fault.kernel === failed.kernel && isOfWrongAddress(fault.rule));
  const position = cause?.at.position;
  return cause && position
    ? { rule: cause.rule, file: position.file, line: position.line, column: position.column }
    : null;
}

/**
 * Reports a launch that failed on the GPU and came to its end on the emulator.
 * @param seen - the case on the GPU
 */
export function gpuFailureFinding(launch: LaunchRecord, seen: CaseEvidence, { gpu, cases }: Evidence): Finding {
  const { position, kernel, outcome } = launch;
  const follows = causeOfGpuFailure(seen, cases);
  return worded({
    rule: outcome.error === LAUNCH_TIMEOUT ? 'timeout' : 'launch-error',
    severity: 'error',
    ...(position && { file: position.file, line: position.line, column: position.column }),
    kernel,
    case: seen.name,
    ...(follows && { follows }),
    detail: { kind: 'gpu-failure', code: outcome.error, gpu: gpu?.name ?? '' },
  });
}
