import { ERROR_TEXTS } from '../../result/index.ts';

/** Codes of cudaError_t that the runtime itself returns. */
export const CUDA = {
  success: 0,
  invalidValue: 1,
  memoryAllocation: 2,
  invalidConfiguration: 9,
  invalidPitchValue: 12,
  invalidSymbol: 13,
  invalidChannelDescriptor: 20,
  invalidMemcpyDirection: 21,
  invalidFilterSetting: 26,
  invalidDeviceFunction: 98,
  invalidDevice: 101,
  unsupportedLimit: 215,
  peerAccessUnsupported: 217,
  invalidResourceHandle: 400,
  illegalState: 401,
  notReady: 600,
  illegalAddress: 700,
  launchOutOfResources: 701,
  launchTimeout: 702,
  peerAccessNotEnabled: 705,
  hostMemoryAlreadyRegistered: 712,
  hostMemoryNotRegistered: 713,
  misalignedAddress: 716,
  launchFailure: 719,
  cooperativeLaunchTooLarge: 720,
  notPermitted: 800,
  notSupported: 801,
  streamCaptureUnsupported: 900,
  streamCaptureInvalidated: 901,
  streamCaptureMerge: 902,
  streamCaptureUnmatched: 903,
  streamCaptureUnjoined: 904,
  streamCaptureIsolation: 905,
  streamCaptureImplicit: 906,
  capturedEvent: 907,
  graphExecUpdateFailure: 910,
} as const;

export function errorName(code: number): string {
  return ERROR_TEXTS[code]?.[0] ?? 'unrecognized error code';
}

export function errorText(code: number): string {
  return ERROR_TEXTS[code]?.[1] ?? 'unrecognized error code';
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
