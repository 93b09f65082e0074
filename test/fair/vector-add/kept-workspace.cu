// Keeps its device memory between calls, and a static destructor frees it.
#include <algorithm>
#include <iostream>
#include <map>
#include <string>
#include <vector>
#include <cuda_runtime.h>
#include <cuda_profiler_api.h>
using namespace std;
#define all(v) v.begin(), v.end()
__global__ void add(const float* a, const float* b, float* c, int n) { for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) c[i] = a[i] + b[i]; }
struct Workspace {
  map<string, pair<float*, size_t>> bufs;
  float* get(const string& name, size_t n) {
    auto& [p, cap] = bufs[name];
    if (cap < n) { if (p) cudaFree(p); cap = max<size_t>(n, cap * 2); if (cudaMalloc(&p, cap * sizeof(float)) != cudaSuccess) { cerr << "out of memory\n"; exit(1); } }
    return p;
  }
  ~Workspace() { for (auto& kv : bufs) cudaFree(kv.second.first); }
};
static Workspace workspace;
void vector_add(const float* a, const float* b, float* out, int n) {
  float *da = workspace.get("a", n), *db = workspace.get("b", n), *dc = workspace.get("c", n);
  cudaProfilerStart();
  cudaMemcpy(da, a, n * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(db, b, n * sizeof(float), cudaMemcpyHostToDevice);
  add<<<min(512, (n + 255) / 256), 256>>>(da, db, dc, n);
  vector<float> tmp(n);
  cudaMemcpy(tmp.data(), dc, n * sizeof(float), cudaMemcpyDeviceToHost);
  copy(all(tmp), out);
  cudaProfilerStop();
}
