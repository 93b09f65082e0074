import type { ApiError, HostOutcome, LaunchRecord } from '../host/index.ts';
import type { FindingDetail } from '../result/index.ts';

/** The limits of a run of a program, in milliseconds, bytes and launches. */
export interface ProgramLimits {
  readonly wallMs: number;
  readonly hostMemoryBytes: number;
  /** Absent on a GPU, which has its own. */
  readonly deviceMemoryBytes?: number;
  readonly outputBytes: number;
  readonly launches: number;
}

type Ended = Exclude<HostOutcome, { status: 'returned' }>;

/**
 * Returns what a finding says of how host code ended.
 * @param visible - false for a hidden case: an exit code or a text can be one of its sizes
 */
export function hostDetail(host: Ended, visible: boolean): FindingDetail {
  switch (host.status) {
    case 'exited':
      return { kind: 'exit', ...(visible && { code: host.code }) };
    case 'trapped':
      if (host.tampered !== undefined) return { kind: 'tampered', record: host.tampered };
      if (host.endedWorker) return { kind: 'ended-process', reason: host.message };
      if (host.devicePointer) return { kind: 'device-pointer-on-host' };
      if (!host.exception) return { kind: 'crash', trap: host.message, ...(host.inFree && { inFree: true }) };
      return {
        kind: 'exception',
        type: host.exception.type,
        ...(visible && host.exception.what !== null && { what: host.exception.what }),
      };
    case 'stopped':
      if (host.launch) return { kind: 'kernel-time-limit' };
      return { kind: 'limit', limit: host.limit, ...(visible && requestOf(host)) };
  }
}

function requestOf({ request }: Extract<HostOutcome, { status: 'stopped' }>): { request?: number } {
  return request === undefined ? {} : { request };
}

/** Returns what a finding says of how a program with a `main` ended, with its own limits. */
export function programEnd(host: Ended, limits: ProgramLimits): FindingDetail {
  if (host.status !== 'stopped') return hostDetail(host, true);
  const { limit } = host;
  const values = {
    wall: limits.wallMs,
    memory: limits.hostMemoryBytes,
    deviceMemory: limits.deviceMemoryBytes,
    output: limits.outputBytes,
    launches: limits.launches,
    calls: undefined,
    deviceSteps: undefined,
  };
  const value = values[limit];
  return value === undefined ? hostDetail(host, true) : { kind: 'limit', limit, value, ...requestOf(host) };
}

/**
 * Returns what a finding says of a call that failed.
 * @param launch - null for a hidden case
 * @param harmless - there was nothing to do
 */
export function apiErrorDetail(error: ApiError, launch: LaunchRecord | null, harmless: boolean): FindingDetail {
  const { call, code, noticed, isUsed, reason } = error;
  const told = launch && {
    grid: [...launch.grid] satisfies [number, number, number],
    block: [...launch.block] satisfies [number, number, number],
    sharedBytes: launch.outcome.sharedBytes,
  };
  return {
    kind: 'api-error',
    call,
    code,
    noticed,
    ...(isUsed && { isUsed: true as const }),
    reason,
    ...(told && { launch: told }),
    ...(harmless && { isHarmless: true as const }),
  };
}
