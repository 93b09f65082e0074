// "A block has one number, so its threads can share it": and the index too, in the same variable.
__global__ void names(int* block_number, int* thread_number, int* index, int n) {
  __shared__ int i;
  i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    block_number[i] = blockIdx.x;
    thread_number[i] = threadIdx.x;
    index[i] = i;
  }
}

void thread_names(int* block_number, int* thread_number, int* index, int n, int threads_per_block) {
  int blocks = (n + threads_per_block - 1) / threads_per_block;
  names<<<blocks, threads_per_block>>>(block_number, thread_number, index, n);
}
