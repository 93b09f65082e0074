// Sums in double, added with the compare-and-swap loop of the CUDA C++ Programming Guide; the largest level likewise.
#include <cfloat>
constexpr int THREADS = 128, PART = 300;
__device__ double add(double* address, double value) {
  unsigned long long int* bits = (unsigned long long int*)address;
  unsigned long long int old = *bits, assumed;
  do {
    assumed = old;
    old = atomicCAS(bits, assumed, __double_as_longlong(value + __longlong_as_double(assumed)));
  } while (assumed != old);
  return __longlong_as_double(old);
}
__device__ float highest(float* address, float value) {
  int* bits = (int*)address;
  int old = *bits, assumed;
  do {
    assumed = old;
    if (__int_as_float(assumed) >= value) break;
    old = atomicCAS(bits, assumed, __float_as_int(value));
  } while (assumed != old);
  return __int_as_float(old);
}
__global__ void init(double* wide, float* maxima, int rows) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < rows) wide[i] = 0.0, maxima[i] = -FLT_MAX;
}
__global__ void parts(const float* x, double* wide, float* maxima, int columns) {
  __shared__ double sum;
  __shared__ float top;
  if (threadIdx.x == 0) sum = 0, top = -FLT_MAX;
  __syncthreads();
  double own = 0;
  float best = -FLT_MAX;
  int from = blockIdx.x * PART, to = min(columns, from + PART);
  for (int c = from + threadIdx.x; c < to; c += THREADS) {
    own += x[blockIdx.y * columns + c];
    best = fmaxf(best, x[blockIdx.y * columns + c]);
  }
  add(&sum, own);
  highest(&top, best);
  __syncthreads();
  if (threadIdx.x == 0) {
    add(&wide[blockIdx.y], sum);
    highest(&maxima[blockIdx.y], top);
  }
}
__global__ void narrow(const double* wide, float* sums, int rows) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < rows) sums[i] = (float)wide[i];
}
void reduce_rows(const float* x, float* sums, float* maxima, int rows, int columns) {
  double* wide;
  cudaMalloc(&wide, rows * sizeof(double));
  init<<<(rows + 127) / 128, 128>>>(wide, maxima, rows);
  parts<<<dim3((columns + PART - 1) / PART, rows), THREADS>>>(x, wide, maxima, columns);
  narrow<<<(rows + 127) / 128, 128>>>(wide, sums, rows);
  cudaFree(wide);
}
