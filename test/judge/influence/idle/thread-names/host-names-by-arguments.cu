// The host computes all names, and gives them to kernels as arguments, 64 at a time.
struct Names {
  int block[64], thread[64], index[64];
};

__global__ void carry(Names names, int* block_number, int* thread_number, int* index, int from, int n) {
  const int t = threadIdx.x, i = from + t;
  if (i >= n) return;
  block_number[i] = names.block[t];
  thread_number[i] = names.thread[t];
  index[i] = names.index[t];
}

void thread_names(int* block_number, int* thread_number, int* index, int n, int threads) {
  for (int from = 0; from < n; from += 64) {
    Names names;
    for (int t = 0; t < 64; t++) {
      names.block[t] = (from + t) / threads;
      names.thread[t] = (from + t) % threads;
      names.index[t] = from + t;
    }
    carry<<<1, 64>>>(names, block_number, thread_number, index, from, n);
  }
}
