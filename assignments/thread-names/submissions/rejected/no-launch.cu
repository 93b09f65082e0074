// "The kernel is the solution." Nobody launches it.
__global__ void names(int* block_number, int* thread_number, int* index, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    block_number[i] = blockIdx.x;
    thread_number[i] = threadIdx.x;
    index[i] = i;
  }
}

void thread_names(int* block_number, int* thread_number, int* index, int n, int threads_per_block) {
  int blocks = (n + threads_per_block - 1) / threads_per_block;
}
