// A thread for a column and a row, and every call checked.
#include <cstdio>
#include <cstdlib>
#include <utility>
#include <cuda_runtime.h>

#define CHECK(call)                                                                   \
  do {                                                                                \
    cudaError_t status = (call);                                                      \
    if (status != cudaSuccess) {                                                      \
      fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(status)); \
      exit(EXIT_FAILURE);                                                             \
    }                                                                                 \
  } while (0)

__global__ void step_kernel(const float *in, float *out, int rows, int columns)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    int r = blockIdx.y * blockDim.y + threadIdx.y;
    if (c < columns && r < rows) {
        const float *rod = in + (size_t)r * columns;
        float here = rod[c];
        if (c > 0 && c < columns - 1) {
            here = 0.25f * rod[c - 1] + 0.5f * here + 0.25f * rod[c + 1];
        }
        out[(size_t)r * columns + c] = here;
    }
}

extern "C" void spread_heat(const float *start_h, float *out_h, int rows, int columns, int steps)
{
    const size_t bytes = sizeof(float) * rows * columns;
    float *a_d = nullptr, *b_d = nullptr;
    CHECK(cudaMalloc(&a_d, bytes));
    CHECK(cudaMalloc(&b_d, bytes));
    CHECK(cudaMemcpy(a_d, start_h, bytes, cudaMemcpyHostToDevice));
    dim3 block(32, 8);
    dim3 grid((columns + 31) / 32, (rows + 7) / 8);
    for (int s = 0; s < steps; ++s) {
        step_kernel<<<grid, block>>>(a_d, b_d, rows, columns);
        CHECK(cudaGetLastError());
        std::swap(a_d, b_d);
    }
    CHECK(cudaMemcpy(out_h, a_d, bytes, cudaMemcpyDeviceToHost));
    CHECK(cudaFree(a_d));
    CHECK(cudaFree(b_d));
}
