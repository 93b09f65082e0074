// "193 threads in blocks of 64 are 193 / 64 blocks, and at least one."
__global__ void names(int* block_number, int* thread_number, int* index, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    block_number[i] = blockIdx.x;
    thread_number[i] = threadIdx.x;
    index[i] = i;
  }
}

void thread_names(int* block_number, int* thread_number, int* index, int n, int threads_per_block) {
  int blocks = n / threads_per_block;
  if (blocks == 0) blocks = 1;
  names<<<blocks, threads_per_block>>>(block_number, thread_number, index, n);
}
