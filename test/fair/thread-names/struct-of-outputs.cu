struct Names {
  int *block, *thread, *index;
  __device__ void write(int i) const {
    block[i] = blockIdx.x;
    thread[i] = threadIdx.x;
    index[i] = i;
  }
};
__global__ void name(Names names, int n) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < (unsigned)n) names.write(i);
}
void thread_names(int* block_number, int* thread_number, int* index, int n, int threads_per_block) {
  name<<<(n + threads_per_block - 1) / threads_per_block, threads_per_block>>>({block_number, thread_number, index}, n);
}
