// "The function gets the arrays, so I can fill them." They lie in the GPU's memory.
void thread_names(int* block_number, int* thread_number, int* index, int n, int threads_per_block) {
  for (int i = 0; i < n; i++) {
    block_number[i] = i / threads_per_block;
    thread_number[i] = i % threads_per_block;
    index[i] = i;
  }
}
