// Outputs are made in buffers of one's own and pass through host memory.
#include <vector>
__global__ void name(int* block, int* thread, int* index, int n) {
  int i = blockDim.x * blockIdx.x + threadIdx.x;
  if (i < n) block[i] = blockIdx.x, thread[i] = threadIdx.x, index[i] = i;
}
void thread_names(int* block_number, int* thread_number, int* index, int n, int threads_per_block) {
  int* own[3];
  for (int*& each : own) cudaMalloc(&each, n * sizeof(int));
  name<<<(n + threads_per_block - 1) / threads_per_block, threads_per_block>>>(own[0], own[1], own[2], n);
  int* outputs[] = {block_number, thread_number, index};
  for (int o = 0; o < 3; o++) {
    std::vector<int> here(n);
    cudaMemcpy(here.data(), own[o], n * sizeof(int), cudaMemcpyDeviceToHost);
    cudaMemcpy(outputs[o], here.data(), n * sizeof(int), cudaMemcpyHostToDevice);
    cudaFree(own[o]);
  }
}
