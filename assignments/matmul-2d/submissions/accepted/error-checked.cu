#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

#define CUDA_CHECK(call)                                                              \
    do {                                                                              \
        cudaError_t err = (call);                                                     \
        if (err != cudaSuccess) {                                                     \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(err)); \
            exit(EXIT_FAILURE);                                                       \
        }                                                                             \
    } while (0)

#define BLOCK 16

__global__ void MatMulKernel(const float* A, const float* B, float* C, int height, int width, int depth) {
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    if (row < height && col < width) {
        float Cvalue = 0;
        for (int e = 0; e < depth; ++e)
            Cvalue += A[row * depth + e] * B[e * width + col];
        C[row * width + col] = Cvalue;
    }
}

extern "C" void matmul(const float* m, const float* n, float* out, int h, int w, int k) {
    dim3 dimBlock(BLOCK, BLOCK);
    dim3 dimGrid((w + BLOCK - 1) / BLOCK, (h + BLOCK - 1) / BLOCK);
    MatMulKernel<<<dimGrid, dimBlock>>>(m, n, out, h, w, k);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaDeviceSynchronize());
}
