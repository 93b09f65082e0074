// Blocks stride over whole pieces of the vectors, threads inside of them.
#define PIECE blockDim.x

__global__ void saxpy(float a, const float* x, const float* y, float* out, int n) {
  for (unsigned piece = blockIdx.x; piece * PIECE < n; piece += gridDim.x) {
    unsigned i = piece * PIECE + threadIdx.x;
    if (i >= n) return;
    out[i] = a * x[i] + y[i];
  }
}
