export { type CudaAddon, type DriverError, type GpuProperties, isDriverError, openCuda } from './addon.ts';
export { Untranslatable } from './arguments.ts';
export { type CudaDevice, type CudaOptions, createCudaDevice, type MustEnd } from './cuda.ts';
