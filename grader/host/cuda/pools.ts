import type { Imports } from '../module/wasi.ts';
import type { Context } from './context.ts';
import { CUDA } from './errors.ts';

/** The device's only memory pool: everything comes from it, and what is freed goes back at once. */
const DEFAULT_POOL = 0x500;
/** cudaMemPoolAttr: three switches of reuse, all on, and 64-bit numbers. */
const SWITCHES = [1, 2, 3];
const RELEASE_THRESHOLD = 4;
const BYTES: readonly number[] = [5, 6, 7, 8];

export function poolCalls(context: Context): Imports {
  const settings = { threshold: 0n, switches: new Map(SWITCHES.map((id) => [id, 1])) };
  const give = (name: string) => (result: number, device: number) =>
    context.call(name, () => {
      if (device !== 0) return CUDA.invalidDevice;
      context.memory.setWord(result, DEFAULT_POOL);
      return CUDA.success;
    });
  const onPool = (name: string, pool: number, body: () => number) =>
    context.call(name, () => (pool >>> 0 === DEFAULT_POOL ? body() : CUDA.invalidValue));

  return {
    cudaDeviceGetDefaultMemPool: (result = 0, device = 0) => give('cudaDeviceGetDefaultMemPool')(result, device),
    cudaDeviceGetMemPool: (result = 0, device = 0) => give('cudaDeviceGetMemPool')(result, device),
    cudaMemPoolTrimTo: (pool = 0) => onPool('cudaMemPoolTrimTo', pool, () => CUDA.success),
    cudaMemPoolSetAttribute: (pool = 0, attribute = 0, value = 0) =>
      onPool('cudaMemPoolSetAttribute', pool, () => {
        const at = value >>> 0;
        if (settings.switches.has(attribute)) settings.switches.set(attribute, context.memory.u32(at));
        else if (attribute === RELEASE_THRESHOLD) settings.threshold = context.memory.u64(at);
        else return CUDA.invalidValue;
        return CUDA.success;
      }),
    cudaMemPoolGetAttribute: (pool = 0, attribute = 0, value = 0) =>
      onPool('cudaMemPoolGetAttribute', pool, () => {
        const at = value >>> 0;
        const used = context.buffers.live.reduce((sum, { bytes }) => sum + bytes, 0);
        const flag = settings.switches.get(attribute);
        if (flag !== undefined) context.memory.setI32(at, flag);
        else if (attribute === RELEASE_THRESHOLD) context.memory.setU64(at, settings.threshold);
        else if (BYTES.includes(attribute)) context.memory.setU64(at, BigInt(used));
        else return CUDA.invalidValue;
        return CUDA.success;
      }),
  };
}
