export {
  activityFromNvml,
  type CudaAddon,
  type DriverError,
  type GpuClocks,
  type GpuProperties,
  type Handle,
  isDriverError,
  openCuda,
} from './addon.ts';
export type { RecordedAddresses } from './address-space.ts';
export { Untranslatable } from './arguments.ts';
export {
  type CudaDevice,
  type CudaOptions,
  createCudaDevice,
  gpuFault,
  isLost,
  isOfMachine,
  type MustEnd,
} from './cuda.ts';
export { deviceProperties } from './properties.ts';
