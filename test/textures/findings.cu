// What is found in programs with textures and surfaces: `program <name>` runs one of them, and the line that is at
// fault ends in its name.
#include <stdio.h>
#include <string.h>

__global__ void read_line(cudaTextureObject_t texture, float *out) {
  out[threadIdx.x] = tex1D<float>(texture, threadIdx.x + 0.5f);  // uninitialised freed destroyed other-object no-object
}
__global__ void read_memory(cudaTextureObject_t texture, float *out) {
  out[threadIdx.x] = tex1Dfetch<float>(texture, threadIdx.x);  // beyond-memory
}
__global__ void store_and_read(cudaTextureObject_t texture, float *memory, float *out) {
  memory[threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = tex1Dfetch<float>(texture, threadIdx.x ^ 1);  // cache
}
__global__ void write_and_read(cudaSurfaceObject_t surface, float *out) {
  surf1Dwrite(2.0f, surface, threadIdx.x * 4);
  out[threadIdx.x] = surf1Dread<float>(surface, threadIdx.x * 4);  // surface-cache
}
__global__ void write_elements(cudaSurfaceObject_t surface, int step) {
  surf2Dwrite(1.0f, surface, threadIdx.x * step, threadIdx.y);  // beyond-row beyond-rows misaligned
}
__global__ void same_place(cudaSurfaceObject_t surface) {
  surf2Dwrite((float)threadIdx.x, surface, 0, 0);  // race
}

static cudaArray_t array(int width, int height, bool filled = true) {
  static float values[64];
  cudaChannelFormatDesc desc = cudaCreateChannelDesc<float>();
  cudaArray_t made = nullptr;
  cudaMallocArray(&made, &desc, width, height, cudaArraySurfaceLoadStore);  // leaked
  if (filled) cudaMemcpyToArray(made, 0, 0, values, width * (height ? height : 1) * sizeof(float), cudaMemcpyHostToDevice);
  return made;
}
static cudaResourceDesc of(cudaArray_t made) {
  cudaResourceDesc resource;
  memset(&resource, 0, sizeof resource);
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = made;
  return resource;
}
static cudaResourceDesc of(float *memory, size_t bytes) {
  cudaResourceDesc resource;
  memset(&resource, 0, sizeof resource);
  resource.resType = cudaResourceTypeLinear;
  resource.res.linear.devPtr = memory;
  resource.res.linear.desc = cudaCreateChannelDesc<float>();
  resource.res.linear.sizeInBytes = bytes;
  return resource;
}
static cudaTextureObject_t texture(cudaResourceDesc resource) {
  cudaTextureDesc desc;
  memset(&desc, 0, sizeof desc);
  desc.addressMode[0] = desc.addressMode[1] = cudaAddressModeClamp;
  cudaTextureObject_t made = 0;
  cudaCreateTextureObject(&made, &resource, &desc, nullptr);
  return made;
}
static cudaSurfaceObject_t surface(cudaResourceDesc resource) {
  cudaSurfaceObject_t made = 0;
  cudaCreateSurfaceObject(&made, &resource);
  return made;
}

int main(int argc, char **argv) {
  const char *name = argc > 1 ? argv[1] : "";
  auto is = [&](const char *other) { return !strcmp(name, other); };
  float *out = nullptr, *memory = nullptr;
  cudaMalloc(&out, 9 * sizeof(float));
  cudaMalloc(&memory, 8 * sizeof(float));
  cudaMemset(memory, 0, 8 * sizeof(float));
  cudaArray_t line = array(8, 0, !is("uninitialised")), rectangle = array(8, 4);
  cudaTextureObject_t of_line = texture(of(line)), of_rectangle = texture(of(rectangle));
  cudaTextureObject_t of_memory = texture(of(memory, (is("beyond-memory") ? 9 : 8) * sizeof(float)));
  cudaSurfaceObject_t on_line = surface(of(line)), on_rectangle = surface(of(rectangle));
  bool freed = false, destroyed = false;

  if (is("uninitialised") || is("right")) read_line<<<1, 8>>>(of_line, out);
  if (is("freed")) cudaFreeArray(line), freed = true, read_line<<<1, 8>>>(of_line, out);
  if (is("destroyed")) cudaDestroyTextureObject(of_line), destroyed = true, read_line<<<1, 8>>>(of_line, out);
  if (is("other-object")) read_line<<<1, 8>>>(of_rectangle, out);
  if (is("no-object")) read_line<<<1, 8>>>(on_line, out);
  if (is("beyond-memory")) read_memory<<<1, 9>>>(of_memory, out);
  if (is("cache")) store_and_read<<<1, 8>>>(of_memory, memory, out);
  if (is("surface-cache")) write_and_read<<<1, 8>>>(on_line, out);
  if (is("beyond-row")) write_elements<<<1, dim3(9, 4)>>>(on_rectangle, 4);
  if (is("beyond-rows")) write_elements<<<1, dim3(8, 5)>>>(on_rectangle, 4);
  if (is("misaligned")) write_elements<<<1, dim3(3, 1)>>>(on_rectangle, 2);
  if (is("race")) same_place<<<1, 64>>>(on_rectangle);
  if (is("right")) write_elements<<<1, dim3(8, 4)>>>(on_rectangle, 4), read_memory<<<1, 8>>>(of_memory, out);
  cudaDeviceSynchronize();

  if (!destroyed) cudaDestroyTextureObject(of_line);
  cudaDestroyTextureObject(of_rectangle);
  cudaDestroyTextureObject(of_memory);
  cudaDestroySurfaceObject(on_line);
  cudaDestroySurfaceObject(on_rectangle);
  if (!freed && !is("leaked")) cudaFreeArray(line);
  cudaFreeArray(rectangle);
  cudaFree(out);
  cudaFree(memory);
}
