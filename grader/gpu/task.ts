import { FIXED_LIMITS } from '../limits/index.ts';
import { limitMemory } from '../record/host/limit-memory.ts';
import type { RunRequest } from '../record/run.ts';
import type { GpuTask } from './messages.ts';

/** A submission's code for the GPU, beside what Clang made of it. */
export interface GpuProgram {
  readonly program: RunRequest['program'];
  readonly image: Uint8Array;
}

export function taskOf({ program, image }: GpuProgram, request: Omit<RunRequest, 'program'>): GpuTask {
  return {
    ...request,
    device: { ...program.device, wasm: new Uint8Array() },
    hostWasm: limitMemory(program.host.wasm, request.limits.hostMemoryBytes),
    image,
    launchTimeoutMs: FIXED_LIMITS.gpuLaunchMs,
    memoryBytes: program.device.heapBytes,
    plainMemory: false,
  };
}
