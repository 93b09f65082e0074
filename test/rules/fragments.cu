#include <mma.h>
#include <stdio.h>
#include <string.h>
using namespace nvcuda;

// What can be wrong about a warp matrix function, each in the smallest program that shows it, and the same one corrected:
// the first argument is its name, the second `wrong` or `right`. A finding belongs to the line that names it.
typedef wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> factor_a;
typedef wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> factor_b;
typedef wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum_of;

__global__ void starts(const half *x, float *out, bool wrong) {
  factor_a a;
  factor_b b;
  sum_of sum;
  wmma::load_matrix_sync(a, x, 32);
  wmma::load_matrix_sync(b, x, 32);
  if (!wrong) wmma::fill_fragment(sum, 0.0f);
  wmma::mma_sync(sum, a, b, sum);  // unfilled-sum
  wmma::store_matrix_sync(out, sum, 16, wmma::mem_row_major);
}
__global__ void stores(float *out, bool wrong) {
  sum_of sum;
  for (int i = 0; i < sum.num_elements && !wrong; i++) sum.x[i] = 1.0f;
  wmma::store_matrix_sync(out, sum, 16, wmma::mem_row_major);  // stored
}
__global__ void multiplies(const half *x, float *out, bool wrong) {
  factor_a a;
  factor_b b;
  sum_of sum;
  if (!wrong) wmma::load_matrix_sync(a, x, 32);
  wmma::load_matrix_sync(b, x, 32);
  wmma::fill_fragment(sum, 0.0f);
  wmma::mma_sync(sum, a, b, sum);  // unfilled-factor
  wmma::store_matrix_sync(out, sum, 16, wmma::mem_row_major);
}
__global__ void some_lanes(float *out, int lanes) {
  sum_of sum;
  wmma::fill_fragment(sum, 1.0f);
  if (threadIdx.x >= lanes) return;
  wmma::store_matrix_sync(out, sum, 16, wmma::mem_row_major);  // returned small-block
}
__global__ void one_branch(float *out, bool wrong) {
  sum_of sum;
  wmma::fill_fragment(sum, 1.0f);
  if (!wrong || threadIdx.x % 2 == 0) wmma::store_matrix_sync(out, sum, 16, wmma::mem_row_major);  // branch
  __syncthreads();
}
__global__ void loads(const half *x, float *out, int ldm, int begin, int lane) {
  factor_a a;
  wmma::load_matrix_sync(a, x + begin + lane * threadIdx.x, ldm);  // stride pointer lane beyond unwritten
  out[threadIdx.x] = __half2float(a.x[0]);
}
template <class T>
__device__ float loaded(const void *x) {
  wmma::fragment<wmma::matrix_a, 16, 16, 16, T, wmma::row_major> a;
  wmma::load_matrix_sync(a, (const T *)x, 16);  // types
  return (float)a.x[0];
}
__global__ void two_types(const half *x, float *out, bool wrong) {
  out[threadIdx.x] = wrong && threadIdx.x < 16 ? loaded<signed char>(x) : loaded<half>(x);
}
template <bool Wrong>
__global__ void hands_over(const half *x, float *out) {
  __shared__ half tile[16 * 16];
  if (threadIdx.x < 32)
    for (int i = threadIdx.x; i < 256; i += 32) tile[i] = x[i];
  if constexpr (!Wrong) __syncthreads();
  if (threadIdx.x < 32) return;
  factor_a a;
  wmma::load_matrix_sync(a, tile, 16);  // race
  out[threadIdx.x - 32] = __half2float(a.x[0]);
}
template <bool Wrong>
__global__ void hands_back(float *out) {
  __shared__ float tile[16 * 16];
  if (threadIdx.x < 32) {
    sum_of sum;
    wmma::fill_fragment(sum, 1.0f);
    wmma::store_matrix_sync(tile, sum, 16, wmma::mem_row_major);
  }
  if constexpr (!Wrong) __syncthreads();
  if (threadIdx.x >= 32) out[threadIdx.x - 32] = tile[threadIdx.x - 32];  // race-with-store
}

template <class T>
__global__ void sets_all(int *out, int value) {
  wmma::fragment<wmma::matrix_a, 16, 16, 16, T, wmma::row_major> a;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, T, wmma::col_major> b;
  wmma::fragment<wmma::accumulator, 16, 16, 16, int> sum;
  for (int i = 0; i < a.num_elements; i++) a.x[i] = b.x[i] = (T)value;
  for (int i = 0; i < sum.num_elements; i++) sum.x[i] = -1;
  wmma::mma_sync(sum, a, b, sum);
  wmma::store_matrix_sync(out, sum, 16, wmma::mem_row_major);
}

int main(int argc, char **argv) {
  const char *name = argc > 1 ? argv[1] : "";
  bool wrong = argc > 2 && !strcmp(argv[2], "wrong");
  auto is = [&](const char *other) { return !strcmp(name, other); };
  half *x;
  float *out;
  cudaMalloc(&x, 32 * 32 * sizeof(half));
  cudaMalloc(&out, 16 * 16 * sizeof(float));
  cudaMemset(x, 0, wrong && is("unwritten") ? 15 * 32 * sizeof(half) : 32 * 32 * sizeof(half));
  if (is("unfilled-sum")) starts<<<1, 32>>>(x, out, wrong);
  for (int value : {-1, -86, 170, 255}) {
    if (is("set-bytes")) sets_all<signed char><<<1, 32>>>((int *)out, value);
    if (is("set-bytes")) sets_all<unsigned char><<<1, 32>>>((int *)out, value);
  }
  if (is("stored")) stores<<<1, 32>>>(out, wrong);
  if (is("unfilled-factor")) multiplies<<<1, 32>>>(x, out, wrong);
  if (is("returned")) some_lanes<<<1, 32>>>(out, wrong ? 20 : 32);
  if (is("small-block")) some_lanes<<<1, wrong ? 24 : 32>>>(out, 32);
  if (is("branch")) one_branch<<<1, 32>>>(out, wrong);
  if (is("stride")) loads<<<1, 32>>>(x, out, wrong ? 17 : 24, 0, 0);
  if (is("pointer")) loads<<<1, 32>>>(x, out, 32, wrong ? 8 : 16, 0);
  if (is("lane")) loads<<<1, 32>>>(x, out, 32, 0, wrong ? 2 : 0);
  if (is("types")) two_types<<<1, 32>>>(x, out, wrong);
  if (is("beyond")) loads<<<1, 32>>>(x, out, wrong ? 72 : 32, 16, 0);
  if (is("unwritten")) loads<<<1, 32>>>(x, out, 32, 0, 0);
  if (is("race")) (wrong ? hands_over<true> : hands_over<false>)<<<1, 64>>>(x, out);
  if (is("race-with-store")) (wrong ? hands_back<true> : hands_back<false>)<<<1, 64>>>(out);
  cudaDeviceSynchronize();
  cudaFree(x);
  cudaFree(out);
}
