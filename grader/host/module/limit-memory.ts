import { memoryLimits, PAGE, setMaximum } from '../../platform/threads/index.ts';

/**
 * The same module with a smaller limit on its memory, byte for byte in place.
 * @param bytes - limit; what the module starts with is granted in any case
 * @throws Error where the module has no memory of its own with a limit
 */
export function limitMemory(wasm: Uint8Array, bytes: number): Uint8Array<ArrayBuffer> {
  const limited = new Uint8Array(wasm);
  const limits = memoryLimits(limited);
  if (!limits) throw new Error('the host module has no memory with a limit');
  setMaximum(limited, limits, Math.max(limits.minimum, Math.min(limits.maximum, Math.floor(bytes / PAGE))));
  return limited;
}
