// Four pieces on four streams, so that one piece can be copied while another is added.
#include <cuda_runtime.h>

constexpr int kStreams = 4;

__global__ void add(const float* a, const float* b, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = a[i] + b[i];
}

void vector_add(const float* a, const float* b, float* out, int n) {
  float *da, *db, *dout;
  cudaMalloc(&da, n * sizeof(float));
  cudaMalloc(&db, n * sizeof(float));
  cudaMalloc(&dout, n * sizeof(float));
  cudaStream_t streams[kStreams];
  const int piece = (n + kStreams - 1) / kStreams;

  for (int s = 0; s < kStreams; s++) {
    cudaStreamCreate(&streams[s]);
    int first = s * piece;
    int count = min(piece, n - first);
    if (count <= 0) continue;
    size_t bytes = count * sizeof(float);
    cudaMemcpyAsync(da + first, a + first, bytes, cudaMemcpyHostToDevice, streams[s]);
    cudaMemcpyAsync(db + first, b + first, bytes, cudaMemcpyHostToDevice, streams[s]);
    add<<<(count + 255) / 256, 256, 0, streams[s]>>>(da + first, db + first, dout + first, count);
    cudaMemcpyAsync(out + first, dout + first, bytes, cudaMemcpyDeviceToHost, streams[s]);
  }
  for (cudaStream_t stream : streams) {
    cudaStreamSynchronize(stream);
    cudaStreamDestroy(stream);
  }
  cudaFree(da);
  cudaFree(db);
  cudaFree(dout);
}
