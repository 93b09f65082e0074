// vector-add: right; copies go in three pieces of bytes/3 bytes (no multiple of 4) through one pinned buffer, both ways
#include <cuda_runtime.h>
#include <cstring>
__global__ void add(const float* a, const float* b, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = a[i] + b[i];
}
enum { PIECES = 3 };
template <typename Move>
static void in_pieces(size_t bytes, Move move) {
  const size_t piece = bytes / PIECES;
  for (int p = 0; p < PIECES; ++p) {
    const size_t at = p * piece, size = p == PIECES - 1 ? bytes - at : piece;
    if (size) move(at, size);
  }
}
void vector_add(const float* a, const float* b, float* out, int n) {
  const size_t bytes = n * sizeof(float);
  char *bounce, *da, *db, *dout;
  cudaHostAlloc(&bounce, bytes, cudaHostAllocDefault);
  cudaMalloc(&da, bytes);
  cudaMalloc(&db, bytes);
  cudaMalloc(&dout, bytes);
  auto up = [&](char* to, const float* from) {
    in_pieces(bytes, [&](size_t at, size_t size) {
      std::memcpy(bounce, reinterpret_cast<const char*>(from) + at, size);
      cudaMemcpy(to + at, bounce, size, cudaMemcpyHostToDevice);
    });
  };
  up(da, a);
  up(db, b);
  add<<<(n + 255) / 256, 256>>>((float*)da, (float*)db, (float*)dout, n);
  in_pieces(bytes, [&](size_t at, size_t size) {
    cudaMemcpy(bounce, dout + at, size, cudaMemcpyDeviceToHost);
    std::memcpy(reinterpret_cast<char*>(out) + at, bounce, size);
  });
  cudaFree(da);
  cudaFree(db);
  cudaFree(dout);
  cudaFreeHost(bounce);
}
