// All threads store, in a quarter of the elements, and only one output has names.
__global__ void names(int* block_number, int* thread_number, int* index, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, at = i / 4;
  if (i < n) {
    block_number[at] = 1;
    thread_number[at] = 1;
    index[at] = at;
  }
}

void thread_names(int* block_number, int* thread_number, int* index, int n, int threads_per_block) {
  names<<<(n + threads_per_block - 1) / threads_per_block, threads_per_block>>>(block_number, thread_number, index, n);
}
