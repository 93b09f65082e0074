// Chunks in two streams with page-locked memory. The host copies the results after it has waited.
#include <cstring>

__global__ void add(const float *a, const float *b, float *c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) c[i] = a[i] + b[i];
}

void vector_add(const float *a, const float *b, float *out, int n) {
  size_t bytes = n * sizeof(float);
  int blocks = (n + 127) / 128;
  float *da, *db, *dc;
  cudaMalloc(&da, bytes);
  cudaMalloc(&db, bytes);
  cudaMalloc(&dc, bytes);
  const int chunk = (n + 4) / 5;
  float *pa, *pb, *pc;
  cudaMallocHost(&pa, bytes);
  cudaMallocHost(&pb, bytes);
  cudaMallocHost(&pc, bytes);
  memcpy(pa, a, bytes);
  memcpy(pb, b, bytes);
  cudaStream_t s1, s2;
  cudaStreamCreateWithFlags(&s1, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&s2, cudaStreamNonBlocking);
  cudaStream_t streams[] = {s1, s2};
  for (int from = 0, turn = 0; from < n; from += chunk, turn ^= 1) {
    int count = n - from < chunk ? n - from : chunk;
    size_t part = count * sizeof(float);
    cudaMemcpyAsync(da + from, pa + from, part, cudaMemcpyHostToDevice, streams[turn]);
    cudaMemcpyAsync(db + from, pb + from, part, cudaMemcpyHostToDevice, streams[turn]);
    add<<<(count + 127) / 128, 128, 0, streams[turn]>>>(da + from, db + from, dc + from, count);
    cudaMemcpyAsync(pc + from, dc + from, part, cudaMemcpyDeviceToHost, streams[turn]);
  }
  cudaStreamSynchronize(s1);
  cudaStreamSynchronize(s2);
  memcpy(out, pc, bytes);
  cudaFreeHost(pa);
  cudaFreeHost(pb);
  cudaFreeHost(pc);
  cudaStreamDestroy(s1);
  cudaStreamDestroy(s2);
  cudaFree(da);
  cudaFree(db);
  cudaFree(dc);
}
