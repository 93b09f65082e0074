__global__ void blocks(int* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = blockIdx.x;
}
__global__ void threads(int* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = threadIdx.x;
}
__global__ void indices(int* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = i;
}
void thread_names(int* block_number, int* thread_number, int* index, int n, int threads_per_block) {
  const int grid = (n - 1) / threads_per_block + 1;
  blocks<<<grid, threads_per_block>>>(block_number, n);
  threads<<<grid, threads_per_block>>>(thread_number, n);
  indices<<<grid, threads_per_block>>>(index, n);
}
