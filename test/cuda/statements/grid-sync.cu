// Blocks that wait for each other, in launches that promise to run all of them at the same time.
#include <cooperative_groups.h>
#include <stdio.h>
namespace cg = cooperative_groups;

__global__ void rotate(int *a, int *b, int rounds) {
  cg::grid_group grid = cg::this_grid();
  int n = (int)grid.size(), i = (int)grid.thread_rank();
  a[i] = i;
  for (int round = 0; round < rounds; round++) {
    grid.sync();
    b[i] = a[(i + 1) % n];
    grid.sync();
    a[i] = b[i];
  }
}

__global__ void facts(unsigned long long *out) {
  cg::grid_group grid = cg::this_grid();
  if (grid.thread_rank() == grid.size() - 1) {
    out[0] = grid.is_valid();
    out[1] = grid.num_blocks();
    out[2] = grid.block_rank();
  }
}

__global__ void total(const int *in, int *sums, int *out, int n) {
  __shared__ int part;
  cg::grid_group grid = cg::this_grid();
  if (threadIdx.x == 0) part = 0;
  __syncthreads();
  for (int i = (int)grid.thread_rank(); i < n; i += (int)grid.size()) atomicAdd(&part, in[i]);
  __syncthreads();
  if (threadIdx.x == 0) sums[blockIdx.x] = part;
  cg::sync(grid);
  if (grid.thread_rank() == 0) {
    int sum = 0;
    for (unsigned block = 0; block < gridDim.x; block++) sum += sums[block];
    *out = sum;
  }
}

int main() {
  const int threads = 6 * 64;
  int *a, *b, rounds = 5, got[threads], n = 1000, values[1000], *in, *sums, *out, sum = 0;
  unsigned long long *told, facts_[3];
  cudaMalloc(&a, sizeof got);
  cudaMalloc(&b, sizeof got);
  void *args[] = {&a, &b, &rounds};
  cudaError_t started = cudaLaunchCooperativeKernel((void *)rotate, dim3(6), dim3(64), args, 0, 0);
  check(started == cudaSuccess && cudaDeviceSynchronize() == cudaSuccess,
        "cudaLaunchCooperativeKernel launches a kernel whose blocks can wait for each other");
  cudaMemcpy(got, a, sizeof got, cudaMemcpyDeviceToHost);
  bool each = true;
  for (int i = 0; i < threads; i++) each = each && got[i] == (i + rounds) % threads;
  check(each, "grid.sync() waits for all threads of the grid, and they then see what was stored before it");

  cudaMalloc(&told, sizeof facts_);
  void *tell[] = {&told};
  cudaLaunchCooperativeKernel((void *)facts, dim3(3), dim3(32), tell, 0, 0);
  cudaMemcpy(facts_, told, sizeof facts_, cudaMemcpyDeviceToHost);
  check(facts_[0] == 1, "is_valid() of a grid says whether it was launched cooperatively");
  check(facts_[1] == 3 && facts_[2] == 2, "a grid knows the number of its blocks and the rank of each");

  for (int i = 0; i < n; i++) values[i] = i;
  cudaMalloc(&in, sizeof values);
  cudaMalloc(&sums, 4 * sizeof(int));
  cudaMalloc(&out, sizeof(int));
  cudaMemcpy(in, values, sizeof values, cudaMemcpyHostToDevice);
  void *add[] = {&in, &sums, &out, &n};
  cudaLaunchCooperativeKernel((void *)total, dim3(4), dim3(96), add, 0, 0);
  cudaMemcpy(&sum, out, sizeof sum, cudaMemcpyDeviceToHost);
  check(sum == 499500, "the barriers of a block and those of the grid can be mixed");

  cudaError_t refused = cudaLaunchCooperativeKernel((void *)rotate, dim3(1 << 20), dim3(64), args, 0, 0);
  check(refused == cudaErrorCooperativeLaunchTooLarge,
        "a cooperative launch of more blocks than can be resident at once is refused");
  check(cudaGetLastError() == cudaErrorCooperativeLaunchTooLarge, "and the error is kept for cudaGetLastError");
  cudaFree(a), cudaFree(b), cudaFree(told), cudaFree(in), cudaFree(sums), cudaFree(out);
}
