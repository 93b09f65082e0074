// The first of the lanes that are there takes a place for all of them, and a barrier follows.
#include <cfloat>

__global__ void reduce(const float *x, float *sums, float *maxima, int columns) {
  __shared__ float partial[256], top[256];
  __shared__ int count;
  int t = threadIdx.x, row = blockIdx.x;
  if (t == 0) count = 0;
  __syncthreads();
  float own = 0.0f, largest = -FLT_MAX;
  for (int c = t; c < columns; c += 256) {
    own += x[row * columns + c];
    largest = fmaxf(largest, x[row * columns + c]);
  }
  if (t < columns) {
    unsigned active = __activemask();
    int lane = t % 32, leader = __ffs(active) - 1, place = 0;
    if (lane == leader) place = atomicAdd(&count, __popc(active));
    place = __shfl_sync(active, place, leader) + __popc(active & ((1u << lane) - 1));
    partial[place] = own;
    top[place] = largest;
  }
  __syncthreads();
  for (int half = 128; half > 0; half /= 2) {
    if (t < half && t + half < count) {
      partial[t] += partial[t + half];
      top[t] = fmaxf(top[t], top[t + half]);
    }
    __syncthreads();
  }
  if (t == 0) {
    sums[row] = partial[0];
    maxima[row] = top[0];
  }
}

void reduce_rows(const float *x, float *sums, float *maxima, int rows, int columns) {
  reduce<<<rows, 256>>>(x, sums, maxima, columns);
}
