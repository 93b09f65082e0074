// Launches and registration as Clang writes them: it calls these by name, so that they cannot be imports themselves.
#include "cuda.h"

u32 __cudaPopCallConfiguration(Dim3 *grid, Dim3 *block, size_t *shared_bytes, void **stream) {
  return __emu_host_pop_configuration(grid, block, shared_bytes, stream);
}

int cudaLaunchKernel(const void *function, Dim3 grid, Dim3 block, void **args, size_t shared_bytes, void *stream) {
  return __emu_host_launch(function, &grid, &block, args, shared_bytes, stream, 0, 0);
}

int cudaLaunchCooperativeKernel(const void *function, Dim3 grid, Dim3 block, void **args, size_t shared_bytes, void *stream) {
  return __emu_host_launch(function, &grid, &block, args, shared_bytes, stream, 1, 0);
}

/** cudaLaunchAttribute and cudaLaunchConfig_t of include/emu/host_types.h. */
typedef struct {
  u32 id;
  char pad[4];
  u32 value[16];
} Attribute;
typedef struct {
  Dim3 grid, block;
  size_t shared_bytes;
  void *stream;
  const Attribute *attributes;
  u32 count;
} Configuration;
enum { COOPERATIVE = 2, CLUSTER_DIMENSION = 4 };
enum { INVALID_VALUE = 1 };

int cudaLaunchKernelExC(const Configuration *config, const void *function, void **args) {
  if (!config) return INVALID_VALUE;
  int cooperative = 0;
  const u32 *cluster = 0;
  for (u32 i = 0; i < config->count; i++) {
    const Attribute *attribute = &config->attributes[i];
    const u32 *value = attribute->value;
    if (attribute->id == COOPERATIVE) cooperative = value[0] != 0;
    // The other attributes are about speed alone.
    if (attribute->id == CLUSTER_DIMENSION) cluster = value;
  }
  return __emu_host_launch(function, &config->grid, &config->block, args, config->shared_bytes, config->stream, cooperative, cluster);
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

// Where `__managed__` variables are (include/emu/qualifiers.h); both are null in a program without any.
extern char __start_managed[] __attribute__((weak)), __stop_managed[] __attribute__((weak));

void __cudaRegisterVar(void **image, char *shadow, char *device_address, const char *name, int external, size_t bytes,
                       int constant, int global) {
  (void)image, (void)device_address, (void)external, (void)constant, (void)global;
  __emu_host_register_variable(shadow, name, bytes, shadow >= __start_managed && shadow < __stop_managed);
}
