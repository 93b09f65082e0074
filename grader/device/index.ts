/** What runs kernels, whichever way: the interface that all devices have. */

export type {
  AccessEnd,
  ArrayShape,
  BelowZero,
  BufferRole,
  Device,
  DeviceFault,
  DevicePointer,
  DeviceProperties,
  Dim3,
  FaultDetail,
  Footprint,
  HostRange,
  Influence,
  LaunchOutcome,
  LaunchRequest,
  NearBuffer,
  RequestSample,
  Reversed,
  RunningGrid,
  SiteStores,
  StoredBuffer,
  TexelLayout,
  TextureObject,
  ThreadId,
} from './device.ts';
export { CONDITION_LABEL } from './device.ts';
export {
  bareOutcome,
  CLUSTER_LIMITS,
  isOfNothing,
  type LaunchRefusal,
  refuseCluster,
  refuseCooperative,
  refuseLaunch,
  sharedLimit,
} from './launch-rules.ts';
export { LiveRanges } from './live-ranges.ts';
export { MULTIPROCESSOR, residentBlocks, sharedOfEach } from './occupancy.ts';
export { TamperedRecord } from './tampered.ts';
export { stateAfter } from './written.ts';
