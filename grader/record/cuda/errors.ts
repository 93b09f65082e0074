/** Codes of cudaError_t that the runtime itself returns. */
export const CUDA = {
  success: 0,
  invalidValue: 1,
  memoryAllocation: 2,
  invalidConfiguration: 9,
  invalidPitchValue: 12,
  invalidSymbol: 13,
  invalidMemcpyDirection: 21,
  invalidDeviceFunction: 98,
  invalidDevice: 101,
  invalidResourceHandle: 400,
  illegalAddress: 700,
  launchTimeout: 702,
  hostMemoryNotRegistered: 713,
} as const;

/** Name and text of each error, as cudaGetErrorName and cudaGetErrorString give them. */
const ERRORS: Readonly<Record<number, readonly [name: string, text: string]>> = {
  0: ['cudaSuccess', 'no error'],
  1: ['cudaErrorInvalidValue', 'invalid argument'],
  2: ['cudaErrorMemoryAllocation', 'out of memory'],
  3: ['cudaErrorInitializationError', 'initialization error'],
  4: ['cudaErrorCudartUnloading', 'driver shutting down'],
  5: ['cudaErrorProfilerDisabled', 'profiler disabled while using external profiling tool'],
  9: ['cudaErrorInvalidConfiguration', 'invalid configuration argument'],
  12: ['cudaErrorInvalidPitchValue', 'invalid pitch argument'],
  13: ['cudaErrorInvalidSymbol', 'invalid device symbol'],
  16: ['cudaErrorInvalidHostPointer', 'invalid host pointer'],
  17: ['cudaErrorInvalidDevicePointer', 'invalid device pointer'],
  18: ['cudaErrorInvalidTexture', 'invalid texture reference'],
  20: ['cudaErrorInvalidChannelDescriptor', 'invalid channel descriptor'],
  21: ['cudaErrorInvalidMemcpyDirection', 'invalid copy direction for memcpy'],
  28: ['cudaErrorMixedDeviceExecution', 'device kernel image mixing is not allowed'],
  31: ['cudaErrorNotYetImplemented', 'feature not yet implemented'],
  35: ['cudaErrorInsufficientDriver', 'CUDA driver version is insufficient for CUDA runtime version'],
  37: ['cudaErrorInvalidSurface', 'invalid surface reference'],
  46: ['cudaErrorDevicesUnavailable', 'CUDA-capable device(s) is/are busy or unavailable'],
  52: ['cudaErrorMissingConfiguration', '__global__ function call is not configured'],
  65: ['cudaErrorLaunchMaxDepthExceeded', 'launch would exceed maximum depth of nested launches'],
  98: ['cudaErrorInvalidDeviceFunction', 'invalid device function'],
  100: ['cudaErrorNoDevice', 'no CUDA-capable device is detected'],
  101: ['cudaErrorInvalidDevice', 'invalid device ordinal'],
  127: ['cudaErrorStartupFailure', 'startup failure in cuda runtime'],
  200: ['cudaErrorInvalidKernelImage', 'device kernel image is invalid'],
  201: ['cudaErrorDeviceUninitialized', 'invalid device context'],
  209: ['cudaErrorNoKernelImageForDevice', 'no kernel image is available for execution on the device'],
  214: ['cudaErrorECCUncorrectable', 'uncorrectable ECC error encountered'],
  215: ['cudaErrorUnsupportedLimit', 'limit is not supported on this architecture'],
  217: ['cudaErrorPeerAccessUnsupported', 'peer access is not supported between these two devices'],
  218: ['cudaErrorInvalidPtx', 'a PTX JIT compilation failed'],
  300: ['cudaErrorInvalidSource', 'device kernel image is invalid'],
  301: ['cudaErrorFileNotFound', 'file not found'],
  304: ['cudaErrorOperatingSystem', 'OS call failed or operation not supported on this OS'],
  400: ['cudaErrorInvalidResourceHandle', 'invalid resource handle'],
  401: ['cudaErrorIllegalState', 'the operation cannot be performed in the present state'],
  500: ['cudaErrorSymbolNotFound', 'named symbol not found'],
  600: ['cudaErrorNotReady', 'device not ready'],
  700: ['cudaErrorIllegalAddress', 'an illegal memory access was encountered'],
  701: ['cudaErrorLaunchOutOfResources', 'too many resources requested for launch'],
  702: ['cudaErrorLaunchTimeout', 'the launch timed out and was terminated'],
  704: ['cudaErrorPeerAccessAlreadyEnabled', 'peer access is already enabled'],
  705: ['cudaErrorPeerAccessNotEnabled', 'peer access has not been enabled'],
  708: ['cudaErrorSetOnActiveProcess', 'cannot set while device is active in this process'],
  709: ['cudaErrorContextIsDestroyed', 'context is destroyed'],
  710: ['cudaErrorAssert', 'device-side assert triggered'],
  711: ['cudaErrorTooManyPeers', 'peer mapping resources exhausted'],
  712: ['cudaErrorHostMemoryAlreadyRegistered', 'part or all of the requested memory range is already mapped'],
  713: ['cudaErrorHostMemoryNotRegistered', 'pointer does not correspond to a registered memory region'],
  714: ['cudaErrorHardwareStackError', 'hardware stack error'],
  715: ['cudaErrorIllegalInstruction', 'an illegal instruction was encountered'],
  716: ['cudaErrorMisalignedAddress', 'misaligned address'],
  717: ['cudaErrorInvalidAddressSpace', 'operation not supported on global/shared address space'],
  718: ['cudaErrorInvalidPc', 'invalid program counter'],
  719: ['cudaErrorLaunchFailure', 'unspecified launch failure'],
  720: ['cudaErrorCooperativeLaunchTooLarge', 'too many blocks in cooperative launch'],
  800: ['cudaErrorNotPermitted', 'operation not permitted'],
  801: ['cudaErrorNotSupported', 'operation not supported'],
  802: ['cudaErrorSystemNotReady', 'system not yet initialized'],
  803: ['cudaErrorSystemDriverMismatch', 'system has unsupported display driver / cuda driver combination'],
  999: ['cudaErrorUnknown', 'unknown error'],
};

export function errorName(code: number): string {
  return ERRORS[code]?.[0] ?? 'unrecognized error code';
}

export function errorText(code: number): string {
  return ERRORS[code]?.[1] ?? 'unrecognized error code';
}

/** Errors of a kernel's execution: they come to light at a later call and then stay, because the context is lost. */
export function isExecutionError(code: number): boolean {
  return (
    code >= 700 &&
    code < 800 &&
    code !== 701 &&
    !(code >= 704 && code <= 708) &&
    code !== 712 &&
    code !== 713 &&
    code !== 720
  );
}
