// One launch per block: host code gives each the number of the block and where its elements begin.
__global__ void names(int* block_number, int* thread_number, int* index, int block, int count) {
  int t = threadIdx.x;
  if (t >= count) return;
  block_number[t] = block;
  thread_number[t] = t;
  index[t] = t;
}

void thread_names(int* block_number, int* thread_number, int* index, int n, int threads) {
  for (int first = 0; first < n; first += threads)
    names<<<1, threads>>>(block_number + first, thread_number + first, index + first, first / threads, n - first);
}
