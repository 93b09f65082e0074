// Every call is checked: a mistake says where it happened.
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

#define CHECK(call)                                                                       \
  do {                                                                                    \
    cudaError_t status = (call);                                                          \
    if (status != cudaSuccess) {                                                          \
      fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(status));     \
      exit(EXIT_FAILURE);                                                                 \
    }                                                                                     \
  } while (0)

__global__ void vecAddKernel(const float *A, const float *B, float *C, int n)
{
    int i = threadIdx.x + blockDim.x * blockIdx.x;
    if (i < n) {
        C[i] = A[i] + B[i];
    }
}

void vector_add(const float *A_h, const float *B_h, float *C_h, int n)
{
    const size_t bytes = sizeof(float) * (size_t)n;
    float *A_d = nullptr, *B_d = nullptr, *C_d = nullptr;

    CHECK(cudaMalloc(&A_d, bytes));
    CHECK(cudaMalloc(&B_d, bytes));
    CHECK(cudaMalloc(&C_d, bytes));
    CHECK(cudaMemcpy(A_d, A_h, bytes, cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(B_d, B_h, bytes, cudaMemcpyHostToDevice));

    vecAddKernel<<<(n - 1) / 512 + 1, 512>>>(A_d, B_d, C_d, n);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());

    CHECK(cudaMemcpy(C_h, C_d, bytes, cudaMemcpyDeviceToHost));
    CHECK(cudaFree(A_d));
    CHECK(cudaFree(B_d));
    CHECK(cudaFree(C_d));
}
