// "I know that blocks have 256 threads, so I need no parameter for that."
__global__ void names(int* block_number, int* thread_number, int* index, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    block_number[i] = blockIdx.x;
    thread_number[i] = threadIdx.x;
    index[i] = i;
  }
}

void thread_names(int* block_number, int* thread_number, int* index, int n) {
  names<<<(n + 255) / 256, 256>>>(block_number, thread_number, index, n);
}
