// One array of three parts is written and copied to the outputs on the device.
__global__ void name(int* all, int n) {
  int i = blockDim.x * blockIdx.x + threadIdx.x;
  if (i >= n) return;
  all[i] = blockIdx.x;
  all[n + i] = threadIdx.x;
  all[2 * n + i] = i;
}
void thread_names(int* block_number, int* thread_number, int* index, int n, int threads_per_block) {
  int* all;
  size_t bytes = n * sizeof(int);
  cudaMalloc(&all, 3 * bytes);
  name<<<(n + threads_per_block - 1) / threads_per_block, threads_per_block>>>(all, n);
  cudaMemcpy(block_number, all, bytes, cudaMemcpyDeviceToDevice);
  cudaMemcpy(thread_number, all + n, bytes, cudaMemcpyDeviceToDevice);
  cudaMemcpyAsync(index, all + 2 * n, bytes, cudaMemcpyDeviceToDevice);
  cudaFree(all);
}
