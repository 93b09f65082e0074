__global__ void warp(float *f, double *d, int *i, unsigned *u, unsigned long long *q, long long *l) {
  __syncthreads();
  i[0] = __syncthreads_count(i[1] > 0) + __syncthreads_and(i[1]) + __syncthreads_or(i[2]);
  __syncwarp();
  __syncwarp(0xffffu);
  __threadfence();
  __threadfence_block();
  __threadfence_system();
  for (int offset = 16; offset > 0; offset /= 2) f[0] += __shfl_down_sync(0xffffffff, f[0], offset);
  d[0] = __shfl_sync(0xffffffff, d[0], 3) + __shfl_xor_sync(~0u, d[1], 1) + __shfl_up_sync(~0u, d[2], 1, 8);
  i[1] = __shfl_sync(~0u, i[0], threadIdx.x ^ 1, warpSize);
  u[0] = __shfl_sync(~0u, u[1], 0) + __ballot_sync(~0u, i[0]) + __activemask();
  q[0] = __shfl_down_sync(~0u, q[0], 2u);
  l[0] = __shfl_sync(~0u, l[0], 1);
  i[2] = __all_sync(~0u, i[0]) + __any_sync(~0u, i[1]);
  u[2] = __match_any_sync(~0u, i[0]) | __match_any_sync(~0u, d[0]) | __match_all_sync(~0u, u[1], i + 3);
  u[3] = __reduce_add_sync(~0u, u[1]) + __reduce_max_sync(~0u, u[0]) + __reduce_or_sync(~0u, u[2]);
  i[4] = __reduce_min_sync(~0u, i[0]) + __reduce_add_sync(~0u, i[1]);
  l[1] = clock64() + (long long)clock();
  __nanosleep(100);
  if (i[5]) __trap();
}
int main() {}
