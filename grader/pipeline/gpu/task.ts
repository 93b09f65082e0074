import type { Recorded, RunRequest } from '../../host/index.ts';
import { FIXED_LIMITS } from '../../limits/index.ts';
import type { GpuTask } from './messages.ts';

/** A submission's code for the GPU, beside what Clang made of it. */
export interface GpuProgram {
  readonly program: RunRequest['program'];
  readonly image: Uint8Array;
}

/** A case that was recorded in another process, with the judged inputs. */
export interface RepeatableRun {
  readonly request: Omit<RunRequest, 'program'>;
  readonly recorded: readonly Recorded[];
}

export function taskOf({ program, image }: GpuProgram, { request, recorded }: RepeatableRun): GpuTask {
  const { program: _, ...own }: Omit<RunRequest, 'program'> & Partial<RunRequest> = request;
  return {
    ...own,
    device: { ...program.device, wasm: new Uint8Array() },
    recorded,
    image,
    launchTimeoutMs: FIXED_LIMITS.gpuLaunchMs,
    memoryBytes: program.device.heapBytes,
    plainMemory: false,
  };
}
