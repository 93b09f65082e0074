// Each thread has a piece of the vectors: as right as a stride, and slower on a GPU.
__global__ void saxpy(float a, const float* x, const float* y, float* out, int n) {
  int threads = gridDim.x * blockDim.x;
  int each = (n + threads - 1) / threads;
  int first = (blockIdx.x * blockDim.x + threadIdx.x) * each;
  for (int i = first; i < first + each && i < n; i++) out[i] = a * x[i] + y[i];
}
