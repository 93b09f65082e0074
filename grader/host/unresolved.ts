import type { SourcePosition } from '../compile/index.ts';
import type { DeviceFault } from '../device/index.ts';
import type { LaunchPlan, PlanStep } from './plan/index.ts';
import type { ApiError, HostOutcome, LaunchRecord, RunResult } from './run.ts';
import type { Trace } from './traces.ts';

/** The same shape with stacks where host code's positions will be. */
export type Unresolved<T> = T extends SourcePosition
  ? T | Trace
  : T extends Uint8Array | string | number | boolean | null | undefined
    ? T
    : { [Key in keyof T]: Unresolved<T[Key]> };

export type RawRun = Unresolved<RunResult>;
export type RawFault = Unresolved<DeviceFault>;
export type RawPlanStep = Unresolved<PlanStep>;
export type RawPlan = Unresolved<LaunchPlan>;
export type RawLaunch = Unresolved<LaunchRecord>;
export type RawApiError = Unresolved<ApiError>;
export type RawOutcome = Unresolved<HostOutcome>;

/** Puts positions in the place of stacks, at any depth. */
export function resolveTraces<T>(value: Unresolved<T>, positionOf: (trace: number) => SourcePosition | null): T {
  return replace(value, positionOf) as T;
}

function replace(value: unknown, positionOf: (trace: number) => SourcePosition | null): unknown {
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return value;
  if (Array.isArray(value)) return value.map((each) => replace(each, positionOf));
  if ('trace' in value && typeof value.trace === 'number') return positionOf(value.trace);
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, replace(each, positionOf)]));
}
