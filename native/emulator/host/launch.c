// Launches and registration as Clang writes them: it calls these by name, so that they cannot be imports themselves.
#include "cuda.h"

CUDA(pop_configuration) u32 __emu_host_pop_configuration(Dim3 *grid, Dim3 *block, size_t *shared_bytes, void **stream);
CUDA(launch) int __emu_host_launch(const void *function, const Dim3 *grid, const Dim3 *block, void **args, size_t shared_bytes, void *stream);
CUDA(register_function) void __emu_host_register_function(const void *function, const char *name);
CUDA(register_variable) void __emu_host_register_variable(const void *shadow, const char *name, size_t bytes);

u32 __cudaPopCallConfiguration(Dim3 *grid, Dim3 *block, size_t *shared_bytes, void **stream) {
  return __emu_host_pop_configuration(grid, block, shared_bytes, stream);
}

int cudaLaunchKernel(const void *function, Dim3 grid, Dim3 block, void **args, size_t shared_bytes, void *stream) {
  return __emu_host_launch(function, &grid, &block, args, shared_bytes, stream);
}

static void *handle;

void **__cudaRegisterFatBinary(void *image) {
  (void)image;
  return &handle;
}

void __cudaRegisterFatBinaryEnd(void **image) { (void)image; }

void __cudaUnregisterFatBinary(void **image) { (void)image; }

int __cudaRegisterFunction(void **image, const char *function, char *device_function, const char *name, int thread_limit,
                           void *tid, void *bid, void *block, void *grid, int *warp_size) {
  (void)image, (void)device_function, (void)thread_limit, (void)tid, (void)bid, (void)block, (void)grid, (void)warp_size;
  __emu_host_register_function(function, name);
  return 0;
}

void __cudaRegisterVar(void **image, char *shadow, char *device_address, const char *name, int external, size_t bytes,
                       int constant, int global) {
  (void)image, (void)device_address, (void)external, (void)constant, (void)global;
  __emu_host_register_variable(shadow, name, bytes);
}
