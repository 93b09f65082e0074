import type { DevicePointer } from '../../device/index.ts';
import type { Buffer } from '../buffers.ts';
import type { Context } from './context.ts';
import { CUDA } from './errors.ts';
import { assertBeyondMachines } from './refused-memory.ts';

/**
 * A buffer of the submission's own.
 * @param kind - what its label begins with
 * @param isTwin - it goes when the host memory that it stands for goes, and cannot leak by itself
 * @returns null where no GPU has as much memory
 * @throws LimitReached where the emulator alone does not
 */
export function allocateBuffer(context: Context, bytes: number, kind = 'allocation', isTwin = false): Buffer | null {
  const { device, buffers, recorder } = context;
  const label = `${kind} ${buffers.countOf('student') + 1}`;
  const pointer = device.alloc(bytes, label, 'student');
  if (pointer === null) {
    assertBeyondMachines('deviceMemory', bytes);
    return null;
  }
  const allocatedAt = isTwin ? null : context.here();
  const buffer = buffers.add({ pointer, bytes, label, role: 'student', allocatedAt });
  recorder.step({ step: 'alloc', buffer: buffer.number, bytes, label, role: 'student', position: allocatedAt });
  return buffer;
}

/**
 * cudaFree of an address on the device.
 * @param isPageLocked - the address is that of page-locked memory of the host
 * @returns a CUDA error code
 */
export function freeBuffer(context: Context, pointer: DevicePointer, isPageLocked = false): number {
  if (pointer === 0) return CUDA.success;
  const { device, buffers, recorder } = context;
  const fault = { buffer: null, detail: null, bytes: 0, access: 'write' } as const;
  if (!device.owns(pointer)) {
    const detail = isPageLocked ? 'freed-page-locked' : 'freed-host-memory';
    recorder.hostFault({ ...fault, rule: 'host-device-pointer', detail }, context.here());
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
  buffers.free(buffer);
  return context.graphs.memory.free(pointer) ? CUDA.success : device.free(pointer);
}
