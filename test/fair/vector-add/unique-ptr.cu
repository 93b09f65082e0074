// unique_ptr frees device memory, and errors are exceptions.
#include <memory>
#include <stdexcept>
#include <string>
inline void check(cudaError_t e, const char* what) {
  if (e != cudaSuccess) throw std::runtime_error(std::string(what) + ": " + cudaGetErrorString(e));
}
struct Deleter { void operator()(float* p) const { cudaFree(p); } };
using DevicePtr = std::unique_ptr<float, Deleter>;
DevicePtr makeDevice(size_t n) {
  float* p = nullptr;
  check(cudaMalloc(reinterpret_cast<void**>(&p), n * sizeof(float)), "cudaMalloc");
  return DevicePtr(p);
}
__global__ void add(const float* a, const float* b, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = a[i] + b[i];
}

void vector_add(const float* a, const float* b, float* out, int n) {
  auto da = makeDevice(n), db = makeDevice(n), dout = makeDevice(n);
  check(cudaMemcpy(da.get(), a, n * sizeof(float), cudaMemcpyHostToDevice), "a");
  check(cudaMemcpy(db.get(), b, n * sizeof(float), cudaMemcpyHostToDevice), "b");
  add<<<(n + 255) / 256, 256>>>(da.get(), db.get(), dout.get(), n);
  check(cudaPeekAtLastError(), "launch");
  check(cudaDeviceSynchronize(), "kernel");
  check(cudaMemcpy(out, dout.get(), n * sizeof(float), cudaMemcpyDeviceToHost), "out");
}
