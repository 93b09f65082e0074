// The thread's number in the place of every name.
__global__ void names(int* block_number, int* thread_number, int* index, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    block_number[i] = threadIdx.x;
    thread_number[i] = threadIdx.x;
    index[i] = threadIdx.x;
  }
}

void thread_names(int* block_number, int* thread_number, int* index, int n, int threads_per_block) {
  names<<<(n + threads_per_block - 1) / threads_per_block, threads_per_block>>>(block_number, thread_number, index, n);
}
