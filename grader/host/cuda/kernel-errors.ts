import type { DeviceFault } from '../../device/index.ts';
import { CUDA } from './errors.ts';

/** Bytes between an access and the nearest buffer from which on no GPU has memory there. An H200 refuses 4 GiB and more. */
const UNMAPPED_BYTES = 2 ** 32;

/**
 * Returns the error with which a GPU ends a launch that made these accesses; 0 if that is not certain. An access a little out of
 * bounds can reach other memory. Memory of the host can be mapped on some systems.
 */
export function executionError(faults: readonly DeviceFault[]): number {
  const codes = faults.map(({ rule, detail, buffer }) => {
    if (rule === 'misaligned-access') return CUDA.misalignedAddress;
    if (rule === 'host-device-pointer' && detail === 'null-pointer') return CUDA.illegalAddress;
    const isGlobal = rule === 'out-of-bounds-read' || rule === 'out-of-bounds-write';
    return isGlobal && Math.abs(buffer?.offset ?? 0) >= UNMAPPED_BYTES ? CUDA.illegalAddress : CUDA.success;
  });
  return codes.find((code) => code !== CUDA.success) ?? CUDA.success;
}
