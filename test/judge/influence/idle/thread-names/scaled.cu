// Constants that look like names.
__global__ void names(int* block_number, int* thread_number, int* index, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    block_number[i] = 7;
    thread_number[i] = 31;
    index[i] = 1000;
  }
}

void thread_names(int* block_number, int* thread_number, int* index, int n, int threads_per_block) {
  names<<<(n + threads_per_block - 1) / threads_per_block, threads_per_block>>>(block_number, thread_number, index, n);
}
