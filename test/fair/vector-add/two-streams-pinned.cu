// Two streams take turns, each with pinned buffers of its own.
#include <cstring>
#include <algorithm>
__global__ void add(const float* a, const float* b, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = a[i] + b[i];
}

void vector_add(const float* a, const float* b, float* out, int n) {
  const int chunk = 8192;
  cudaStream_t streams[2];
  float *pinned[2][3], *device[2][3];
  for (int s = 0; s < 2; s++) {
    cudaStreamCreate(&streams[s]);
    for (int k = 0; k < 3; k++) {
      cudaHostAlloc(&pinned[s][k], chunk * sizeof(float), cudaHostAllocDefault);
      cudaMalloc(&device[s][k], chunk * sizeof(float));
    }
  }
  int start[2] = {-1, -1}, length[2] = {0, 0};
  int turn = 0;
  auto finish = [&](int s) {
    if (start[s] < 0) return;
    cudaStreamSynchronize(streams[s]);
    std::memcpy(out + start[s], pinned[s][2], length[s] * sizeof(float));
    start[s] = -1;
  };
  for (int from = 0; from < n; from += chunk, turn ^= 1) {
    finish(turn);
    int count = std::min(chunk, n - from);
    size_t bytes = count * sizeof(float);
    std::memcpy(pinned[turn][0], a + from, bytes);
    std::memcpy(pinned[turn][1], b + from, bytes);
    cudaMemcpyAsync(device[turn][0], pinned[turn][0], bytes, cudaMemcpyHostToDevice, streams[turn]);
    cudaMemcpyAsync(device[turn][1], pinned[turn][1], bytes, cudaMemcpyHostToDevice, streams[turn]);
    add<<<(count + 127) / 128, 128, 0, streams[turn]>>>(device[turn][0], device[turn][1], device[turn][2], count);
    cudaMemcpyAsync(pinned[turn][2], device[turn][2], bytes, cudaMemcpyDeviceToHost, streams[turn]);
    start[turn] = from;
    length[turn] = count;
  }
  finish(0);
  finish(1);
  for (int s = 0; s < 2; s++) {
    for (int k = 0; k < 3; k++) { cudaFreeHost(pinned[s][k]); cudaFree(device[s][k]); }
    cudaStreamDestroy(streams[s]);
  }
}
