import type { Imports } from '../host/wasi.ts';
import type { Context } from './context.ts';
import { copy, copy2d, fill } from './copy.ts';
import { CUDA } from './errors.ts';

/** Rows of cudaMallocPitch begin at multiples of it. */
const PITCH = 512;
const DEVICE_MEMORY = 2;
const HOST_MEMORY = 1;
const UNREGISTERED = 0;

/** Memory: allocating, freeing, copying, filling. */
export function memoryCalls(context: Context): Imports {
  const { device } = context;
  const pinned = new Map<number, number>();

  const allocate = (name: string, result: number, bytes: number) =>
    context.call(name, () => {
      if (result === 0) return CUDA.invalidValue;
      const pointer = bytes === 0 ? 0 : allocateStudent(context, bytes);
      if (pointer === null) return CUDA.memoryAllocation;
      context.memory.setU32(result, pointer);
      return CUDA.success;
    });
  const allocateHost = (name: string, result: number, bytes: number) =>
    context.call(name, () => {
      if (result === 0) return CUDA.invalidValue;
      const address = context.host.malloc(bytes) >>> 0;
      if (address === 0) return CUDA.memoryAllocation;
      pinned.set(address, bytes);
      context.memory.setU32(result, address);
      return CUDA.success;
    });

  return {
    cudaMalloc: (result = 0, bytes = 0) => allocate('cudaMalloc', result >>> 0, bytes >>> 0),
    cudaMallocAsync: (result = 0, bytes = 0) => allocate('cudaMallocAsync', result >>> 0, bytes >>> 0),
    cudaFree: (pointer = 0) => context.call('cudaFree', () => free(context, pointer >>> 0)),
    cudaFreeAsync: (pointer = 0) => context.call('cudaFreeAsync', () => free(context, pointer >>> 0)),
    cudaMallocHost: (result = 0, bytes = 0) => allocateHost('cudaMallocHost', result >>> 0, bytes >>> 0),
    cudaHostAlloc: (result = 0, bytes = 0) => allocateHost('cudaHostAlloc', result >>> 0, bytes >>> 0),
    cudaFreeHost: (pointer = 0) =>
      context.call('cudaFreeHost', () => {
        // The C library's free would have to be exported for it; what a run pins is small and ends with the run.
        return pointer === 0 || pinned.delete(pointer >>> 0) ? CUDA.success : CUDA.invalidValue;
      }),
    cudaHostRegister: (pointer = 0, bytes = 0) =>
      context.call('cudaHostRegister', () => {
        if (pointer === 0 || bytes === 0 || device.owns(pointer >>> 0)) return CUDA.invalidValue;
        pinned.set(pointer >>> 0, bytes >>> 0);
        return CUDA.success;
      }),
    cudaHostUnregister: (pointer = 0) =>
      context.call('cudaHostUnregister', () =>
        pinned.delete(pointer >>> 0) ? CUDA.success : CUDA.hostMemoryNotRegistered,
      ),
    cudaMallocPitch: (result = 0, pitchResult = 0, width = 0, height = 0) => {
      const pitch = Math.ceil((width >>> 0) / PITCH) * PITCH;
      const code = allocate('cudaMallocPitch', result >>> 0, pitch * (height >>> 0));
      if (code === CUDA.success) context.memory.setU32(pitchResult >>> 0, pitch);
      return code;
    },
    cudaMemcpy: (to = 0, from = 0, bytes = 0, kind = 0) =>
      context.call('cudaMemcpy', () => copy(context, to >>> 0, from >>> 0, bytes >>> 0, kind)),
    cudaMemcpyAsync: (to = 0, from = 0, bytes = 0, kind = 0) =>
      context.call('cudaMemcpyAsync', () => copy(context, to >>> 0, from >>> 0, bytes >>> 0, kind)),
    ...Object.fromEntries(
      ['cudaMemcpy2D', 'cudaMemcpy2DAsync'].map((name) => [
        name,
        (to = 0, toPitch = 0, from = 0, fromPitch = 0, width = 0, height = 0, kind = 0) => {
          const target = { address: to >>> 0, pitch: toPitch >>> 0 };
          const source = { address: from >>> 0, pitch: fromPitch >>> 0 };
          return context.call(name, () => copy2d(context, target, source, width >>> 0, height >>> 0, kind));
        },
      ]),
    ),
    cudaMemset: (pointer = 0, value = 0, bytes = 0) =>
      context.call('cudaMemset', () => fill(context, pointer >>> 0, value, bytes >>> 0)),
    cudaMemsetAsync: (pointer = 0, value = 0, bytes = 0) =>
      context.call('cudaMemsetAsync', () => fill(context, pointer >>> 0, value, bytes >>> 0)),
    cudaMemset2D: (pointer = 0, pitch = 0, value = 0, width = 0, height = 0) =>
      context.call('cudaMemset2D', () => {
        if (width >>> 0 > pitch >>> 0) return CUDA.invalidPitchValue;
        for (let row = 0; row < height >>> 0; row++) {
          const code = fill(context, (pointer >>> 0) + row * (pitch >>> 0), value, width >>> 0);
          if (code !== CUDA.success) return code;
        }
        return CUDA.success;
      }),
    cudaMemGetInfo: (free = 0, total = 0) =>
      context.call('cudaMemGetInfo', () => {
        const all = Math.min(device.properties.totalGlobalMem, 0xffff_ffff);
        const used = context.buffers.live.reduce((sum, buffer) => sum + buffer.bytes, 0);
        context.memory.setU32(free >>> 0, Math.max(0, all - used));
        context.memory.setU32(total >>> 0, all);
        return CUDA.success;
      }),
    cudaPointerGetAttributes: (result = 0, pointer = 0) =>
      context.call('cudaPointerGetAttributes', () => {
        const address = pointer >>> 0;
        const onDevice = device.owns(address);
        const onHost = !onDevice && pinned.has(address);
        context.memory.setU32(result >>> 0, onDevice ? DEVICE_MEMORY : onHost ? HOST_MEMORY : UNREGISTERED);
        context.memory.setI32((result >>> 0) + 4, onDevice || onHost ? 0 : -2);
        context.memory.setU32((result >>> 0) + 8, onDevice ? address : 0);
        context.memory.setU32((result >>> 0) + 12, onDevice ? 0 : address);
        return CUDA.success;
      }),
  };
}

/** @returns the address; null where device memory is full */
function allocateStudent(context: Context, bytes: number): number | null {
  const { device, buffers, recorder } = context;
  const label = `allocation ${buffers.countOf('student') + 1}`;
  const pointer = device.alloc(bytes, label, 'student');
  if (pointer === null) return null;
  const buffer = buffers.add({ pointer, bytes, label, role: 'student', allocatedAt: context.here() });
  recorder.step({ step: 'alloc', buffer: buffer.number, bytes, label, role: 'student' });
  return pointer;
}

/** cudaFree. @returns a CUDA error code */
function free(context: Context, pointer: number): number {
  if (pointer === 0) return CUDA.success;
  const { device, buffers, recorder } = context;
  const fault = { buffer: null, detail: null, bytes: 0, access: 'write' } as const;
  if (!device.owns(pointer)) {
    recorder.hostFault({ ...fault, rule: 'host-device-pointer', detail: 'host-pointer' }, context.here());
    return CUDA.invalidValue;
  }
  const buffer = buffers.startingAt(pointer);
  if (!buffer) return CUDA.invalidValue;
  const { label, role, bytes } = buffer;
  if (!buffer.live) {
    recorder.hostFault({ ...fault, rule: 'double-free', buffer: { label, role, bytes, offset: 0 } }, context.here());
    return CUDA.invalidValue;
  }
  // The exercise's own buffers are not the submission's to free: it fails, and nothing is lost.
  if (role !== 'student') return CUDA.invalidValue;
  recorder.step({ step: 'free', buffer: buffer.number, position: context.here() });
  buffer.live = false;
  return device.free(pointer);
}
