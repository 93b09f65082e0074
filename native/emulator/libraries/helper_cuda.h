// Checks of CUDA's calls, and the choice of a device, as programs in the style of NVIDIA's CUDA samples use them. A failed
// check prints the call with its line to standard error and ends the program.
#ifndef COMMON_HELPER_CUDA_H_
#define COMMON_HELPER_CUDA_H_

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cuda_runtime.h"
#include "helper_string.h"

inline const char *_cudaGetErrorEnum(cudaError_t error) { return cudaGetErrorName(error); }

/** Names the statuses of all libraries; the number after it says which one. */
template <class T>
inline const char *_cudaGetErrorEnum(T) {
  return "a status of its library";
}

template <typename T>
void check(T result, char const *const func, const char *const file, int const line) {
  if (!result) return;
  fprintf(stderr, "%s:%d: %s failed with %s (%u)\n", file, line, func, _cudaGetErrorEnum(result), (unsigned)result);
  exit(EXIT_FAILURE);
}
#define checkCudaErrors(val) check((val), #val, __FILE__, __LINE__)

inline void __printLastCudaError(const char *errorMessage, const char *file, const int line) {
  const cudaError_t error = cudaGetLastError();
  if (error != cudaSuccess)
    fprintf(stderr, "%s:%d: %s: the last CUDA error is %s, %s (%d)\n", file, line, errorMessage, cudaGetErrorName(error),
            cudaGetErrorString(error), (int)error);
}
inline void __getLastCudaError(const char *errorMessage, const char *file, const int line) {
  if (cudaPeekAtLastError() == cudaSuccess) return;
  __printLastCudaError(errorMessage, file, line);
  exit(EXIT_FAILURE);
}
#define getLastCudaError(msg) __getLastCudaError(msg, __FILE__, __LINE__)
#define printLastCudaError(msg) __printLastCudaError(msg, __FILE__, __LINE__)

#ifndef MAX
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#endif

/** Rounds to the nearest integer, and halves away from 0. */
inline int ftoi(float value) { return (int)(value >= 0 ? value + 0.5 : value - 0.5); }

/** Returns the FP32 lanes of a multiprocessor, from the table of compute capabilities in CUDA's guide. */
inline int _ConvertSMVer2Cores(int major, int minor) {
  switch (major) {
    case 3: return 192;
    case 6: return minor == 0 ? 64 : 128;
    case 7: return 64;
    case 8: return minor == 0 ? 64 : 128;
    default: return 128;
  }
}
inline const char *_ConvertSMVer2ArchName(int major, int minor) {
  switch (major) {
    case 3: return "Kepler";
    case 5: return "Maxwell";
    case 6: return "Pascal";
    case 7: return minor == 5 ? "Turing" : minor == 2 ? "Xavier" : "Volta";
    case 8: return minor == 9 ? "Ada" : "Ampere";
    case 9: return "Hopper";
    case 10: case 11: case 12: return "Blackwell";
    default: return "Graphics Device";
  }
}

namespace emu_helper {

inline int attribute(cudaDeviceAttr name, int device) {
  int value = 0;
  checkCudaErrors(cudaDeviceGetAttribute(&value, name, device));
  return value;
}
inline int device_count() {
  int count = 0;
  checkCudaErrors(cudaGetDeviceCount(&count));
  if (count > 0) return count;
  fprintf(stderr, "no device supports CUDA\n");
  exit(EXIT_FAILURE);
}
inline void print_device(int device) {
  const int major = attribute(cudaDevAttrComputeCapabilityMajor, device), minor = attribute(cudaDevAttrComputeCapabilityMinor, device);
  printf("Device %d: %s, compute capability %d.%d\n\n", device, _ConvertSMVer2ArchName(major, minor), major, minor);
}

}  // namespace emu_helper

/** Selects a device. Returns its number, or a negative number if there is no such device. */
inline int gpuDeviceInit(int devID) {
  const int count = emu_helper::device_count();
  if (devID < 0) devID = 0;
  if (devID >= count) {
    fprintf(stderr, "device %d does not exist; the number of devices is %d\n", devID, count);
    return -devID;
  }
  if (emu_helper::attribute(cudaDevAttrComputeMode, devID) == cudaComputeModeProhibited) {
    fprintf(stderr, "device %d has the compute mode \"prohibited\", so programs cannot use it\n", devID);
    return -1;
  }
  checkCudaErrors(cudaSetDevice(devID));
  return devID;
}

/** Returns the device with the largest product of multiprocessors, lanes and clock rate. */
inline int gpuGetMaxGflopsDeviceId() {
  int best = -1;
  uint64_t most = 0;
  for (int device = 0; device < emu_helper::device_count(); device++) {
    if (emu_helper::attribute(cudaDevAttrComputeMode, device) == cudaComputeModeProhibited) continue;
    const int major = emu_helper::attribute(cudaDevAttrComputeCapabilityMajor, device);
    const int minor = emu_helper::attribute(cudaDevAttrComputeCapabilityMinor, device);
    const uint64_t power = (uint64_t)emu_helper::attribute(cudaDevAttrMultiProcessorCount, device) *
                           _ConvertSMVer2Cores(major, minor) * emu_helper::attribute(cudaDevAttrClockRate, device);
    if (best >= 0 && power <= most) continue;
    best = device;
    most = power;
  }
  if (best >= 0) return best;
  fprintf(stderr, "all devices have the compute mode \"prohibited\"\n");
  exit(EXIT_FAILURE);
}

/** Selects the device of the argument `device=N`, or else the fastest one, and returns its number. */
inline int findCudaDevice(int argc, const char **argv) {
  int device;
  if (checkCmdLineFlag(argc, argv, "device")) {
    device = getCmdLineArgumentInt(argc, argv, "device=");
    if (device < 0 || gpuDeviceInit(device) != device) {
      fprintf(stderr, "the argument device=%d names no usable device\n", device);
      exit(EXIT_FAILURE);
    }
  } else {
    device = gpuGetMaxGflopsDeviceId();
    checkCudaErrors(cudaSetDevice(device));
  }
  emu_helper::print_device(device);
  return device;
}

/** Selects the first device that is part of the processor, and returns its number; -1 if some device is not. */
inline int findIntegratedGPU() {
  bool any = false;
  for (int device = 0; device < emu_helper::device_count(); device++) {
    any = any || emu_helper::attribute(cudaDevAttrComputeMode, device) != cudaComputeModeProhibited;
    if (!emu_helper::attribute(cudaDevAttrIntegrated, device)) continue;
    checkCudaErrors(cudaSetDevice(device));
    emu_helper::print_device(device);
    return device;
  }
  if (any) return -1;
  fprintf(stderr, "no device can be used\n");
  exit(EXIT_FAILURE);
}

/** Returns whether the compute capability of the current device is at least this, and prints the answer. */
inline bool checkCudaCapabilities(int major_version, int minor_version) {
  int device;
  checkCudaErrors(cudaGetDevice(&device));
  const int major = emu_helper::attribute(cudaDevAttrComputeCapabilityMajor, device);
  const int minor = emu_helper::attribute(cudaDevAttrComputeCapabilityMinor, device);
  const bool enough = major > major_version || (major == major_version && minor >= minor_version);
  if (enough) printf("  device %d: %s, compute capability %d.%d\n", device, _ConvertSMVer2ArchName(major, minor), major, minor);
  else printf("  no device has the compute capability %d.%d\n", major_version, minor_version);
  return enough;
}

#endif
