/** nvcc's code on a GPU, by way of the CUDA driver. */

export { activityFromNvml, type CudaAddon, type GpuProperties, type Handle, isDriverError, openCuda } from './addon.ts';
export type { RecordedAddresses } from './address-space.ts';
export { Untranslatable } from './arguments.ts';
export { type CudaDevice, createCudaDevice, gpuFault, isLost, isOfMachine } from './cuda.ts';
export { deviceProperties } from './properties.ts';
