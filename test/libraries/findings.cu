// What is wrong in a program is told at its own lines, whichever function of a library came upon it.
#include <cublas_v2.h>
#include <thrust/device_vector.h>
#include <thrust/execution_policy.h>
#include <thrust/reduce.h>
#include <thrust/sort.h>
#include <thrust/transform.h>

struct Lookup {
  const int *table;
  __device__ int operator()(int x) const {
    return table[x];  // beyond the table
  }
};

int main() {
  thrust::device_vector<int> d(10, 2), shorter(5);
  int *table;
  cudaMalloc(&table, 2 * sizeof(int));
  cudaMemset(table, 0, 2 * sizeof(int));
  thrust::transform(d.begin(), d.end(), shorter.begin(), thrust::negate<int>());  // too short
  thrust::transform(d.begin(), d.end(), d.begin(), Lookup{table});
  thrust::sort(d.begin(), d.end() + 1);  // one too many
  int here[3] = {1, 2, 3}, *last = here + 3;
  int sum = thrust::reduce(thrust::device, here + 0, last);  // the host's
  cublasHandle_t handle;
  cublasCreate(&handle);
  float *x, two = 2;
  cudaMalloc(&x, 4 * sizeof(float));
  cublasSscal(handle, 4, &two, x, 1);  // never filled
  cublasDestroy(handle);
  cudaFree(x);
  cudaFree(table);
  return sum == 6;
}
