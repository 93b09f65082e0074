import { type Index3, showIndex } from './geometry.ts';

/** The rules of `grade submit` by which a kernel can go wrong here too, and one for a simulator that is used wrongly. */
export type SimulationRule =
  | 'out-of-bounds-read'
  | 'out-of-bounds-write'
  | 'shared-out-of-bounds'
  | 'uninitialized-read'
  | 'shared-race'
  | 'global-race'
  | 'barrier-divergence'
  | 'launch-error'
  | 'host-device-pointer'
  | 'kernel-error';

/** Where in a launch something happened. */
export interface Place {
  readonly kernel: string;
  readonly block: Index3;
  readonly thread: Index3;
  readonly gridDim: Index3;
  readonly blockDim: Index3;
}

/** A kernel, or the code that launches it, did what no GPU would forgive. The message says what, who and what to look at. */
export class SimulationError extends Error {
  readonly rule: SimulationRule;
  /** Null outside kernels. */
  readonly place: Place | null;

  constructor(rule: SimulationRule, message: string, place: Place | null = null, cause?: unknown) {
    super(place === null ? message : `${message}\n  ${showPlace(place)}`, cause === undefined ? undefined : { cause });
    this.name = 'SimulationError';
    this.rule = rule;
    this.place = place;
  }
}

export function showPlace({ kernel, block, thread, gridDim, blockDim }: Place): string {
  return `in ${kernel}, block ${showIndex(block, gridDim)}, thread ${showIndex(thread, blockDim)}`;
}
