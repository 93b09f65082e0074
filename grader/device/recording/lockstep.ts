import type { ThreadStep } from './threads.ts';

/** A line that lanes of a warp run together, or a barrier that the whole block has reached. */
export type BlockStep =
  | {
      readonly kind: 'line';
      readonly warp: number;
      /** The number of the event that began it. */
      readonly place: number;
      /** The lanes that run the line, with what each of them does. */
      readonly lanes: ReadonlyMap<number, ThreadStep>;
    }
  | {
      readonly kind: 'barrier';
      readonly scope: 'block' | 'grid';
      /** The number of threads that wait. */
      readonly threads: number;
    };

const LANES = 32;

interface Lane {
  readonly lane: number;
  readonly steps: readonly ThreadStep[];
  next: number;
  waitsFor: ThreadStep['waitsFor'];
}

/**
 * Puts the steps of threads in an order in which lanes of a warp run a line together, as the hardware does. Of lanes at
 * different lines, those that are furthest behind in the code run first, so that the others wait for them where branches
 * meet. Between two barriers one warp runs after the other.
 */
export function inLockstep(threads: ReadonlyMap<number, readonly ThreadStep[]>): BlockStep[] {
  const warps = new Map<number, Lane[]>();
  for (const [thread, steps] of [...threads].sort(([a], [b]) => a - b)) {
    const warp = Math.floor(thread / LANES);
    const lanes = warps.get(warp) ?? [];
    warps.set(warp, lanes);
    lanes.push({ lane: thread % LANES, steps, next: 0, waitsFor: null });
  }
  const steps: BlockStep[] = [];
  for (;;) {
    for (const [warp, lanes] of warps) runWarp(warp, lanes, steps);
    const waiting = [...warps.values()].flat().filter(({ waitsFor }) => waitsFor !== null);
    const goOn = waiting.filter((lane) => lane.next < lane.steps.length);
    if (waiting.length > 0) {
      const scope = waiting.some(({ waitsFor }) => waitsFor === 'grid') ? 'grid' : 'block';
      steps.push({ kind: 'barrier', scope, threads: waiting.length });
    }
    if (goOn.length === 0) return steps;
    for (const lane of waiting) lane.waitsFor = null;
  }
}

/** Runs the lanes of a warp until each has ended or waits for its block. */
function runWarp(warp: number, lanes: readonly Lane[], steps: BlockStep[]): void {
  for (;;) {
    const ready = lanes.filter((lane) => lane.waitsFor === null && lane.next < lane.steps.length);
    if (ready.length === 0) {
      const held = lanes.filter(({ waitsFor }) => waitsFor === 'warp');
      if (held.length === 0) return;
      for (const lane of held) lane.waitsFor = null;
      continue;
    }
    const place = Math.min(...ready.map((lane) => lane.steps[lane.next]?.place ?? 0));
    const together = new Map<number, ThreadStep>();
    for (const lane of ready) {
      const step = lane.steps[lane.next];
      if (step?.place !== place) continue;
      together.set(lane.lane, step);
      lane.next++;
      lane.waitsFor = step.waitsFor;
    }
    steps.push({ kind: 'line', warp, place, lanes: together });
  }
}
