// Inputs and the result lie in __device__ arrays, and the length in constant memory.
__constant__ int length;
__device__ float left[1 << 17], right_[1 << 17], sums[1 << 17];
__global__ void add() {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < length; i += gridDim.x * blockDim.x) sums[i] = left[i] + right_[i];
}
void vector_add(const float* a, const float* b, float* out, int n) {
  cudaMemcpyToSymbol(length, &n, sizeof n);
  cudaMemcpyToSymbol(left, a, n * sizeof(float));
  cudaMemcpyToSymbol(right_, b, n * sizeof(float));
  add<<<64, 128>>>();
  cudaMemcpyFromSymbol(out, sums, n * sizeof(float));
}
