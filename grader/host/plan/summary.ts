import type { LaunchPlan, PlanStep } from './plan.ts';

type Launch = Extract<PlanStep, { step: 'launch' }>;

/** What a plan comes to, for people and for checks that need no more. Bytes are those that the calls asked for. */
export interface PlanSummary {
  /** Buffers that the submission itself allocated, and their bytes; the most bytes of all buffers that lived at once. */
  readonly allocations: number;
  readonly allocatedBytes: number;
  readonly peakBytes: number;
  /** Buffers of the submission that were never freed, by number. */
  readonly leaked: readonly number[];
  readonly bytesToDevice: number;
  readonly bytesToHost: number;
  readonly bytesOnDevice: number;
  /** Launches by kernel, in the order of their first launch. */
  readonly kernels: readonly { readonly kernel: string; readonly launches: number; readonly failed: number }[];
  readonly synchronizations: number;
}

export function summarizePlan({ steps }: LaunchPlan): PlanSummary {
  const live = new Map<number, Extract<PlanStep, { step: 'alloc' }>>();
  const kernels = new Map<string, { kernel: string; launches: number; failed: number }>();
  const sum = {
    allocations: 0,
    allocatedBytes: 0,
    peakBytes: 0,
    bytesToDevice: 0,
    bytesToHost: 0,
    bytesOnDevice: 0,
    synchronizations: 0,
  };
  let liveBytes = 0;
  for (const step of steps) {
    switch (step.step) {
      case 'alloc':
        live.set(step.buffer, step);
        liveBytes += step.bytes;
        sum.peakBytes = Math.max(sum.peakBytes, liveBytes);
        if (step.role === 'student') {
          sum.allocations += 1;
          sum.allocatedBytes += step.bytes;
        }
        break;
      case 'free':
        liveBytes -= live.get(step.buffer)?.bytes ?? 0;
        live.delete(step.buffer);
        break;
      case 'write':
        sum.bytesToDevice += step.bytes;
        break;
      case 'read':
        sum.bytesToHost += step.bytes;
        break;
      case 'copy':
      case 'set':
        sum.bytesOnDevice += step.bytes;
        break;
      case 'launch': {
        const counted = kernels.get(step.kernel) ?? { kernel: step.kernel, launches: 0, failed: 0 };
        counted.launches += 1;
        if (step.error !== 0) counted.failed += 1;
        kernels.set(step.kernel, counted);
        break;
      }
      case 'synchronize':
        sum.synchronizations += 1;
    }
  }
  const leaked = [...live.values()].filter(({ role }) => role === 'student').map(({ buffer }) => buffer);
  return { ...sum, leaked, kernels: [...kernels.values()] };
}

/** Numbers of the buffers that a launch was given a pointer into. */
export function buffersOf(launch: Launch): number[] {
  const numbers = launch.args.flatMap((argument) => (argument.kind === 'buffer' ? [argument.buffer] : []));
  return [...new Set(numbers)];
}
