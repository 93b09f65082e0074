// Blocks share the inner dimension and add to the cleared output by atomicAdd.
#include <cuda_runtime.h>
const int TILE_WIDTH = 32;
__global__ void MatMulKernel(const float *A, const float *B, float *C, int ARows, int ACols, int BCols, int perZ)
{
    __shared__ float As[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Bs[TILE_WIDTH][TILE_WIDTH + 1];
    int Row = blockIdx.y * TILE_WIDTH + threadIdx.y;
    int Col = blockIdx.x * TILE_WIDTH + threadIdx.x;
    float CValue = 0;
    int kEnd = min(ACols, (int)(blockIdx.z + 1) * perZ);
    for (int k0 = blockIdx.z * perZ; k0 < kEnd; k0 += TILE_WIDTH) {
        if (k0 + (int)threadIdx.x < kEnd && Row < ARows)
            As[threadIdx.y][threadIdx.x] = A[Row * ACols + k0 + threadIdx.x];
        else
            As[threadIdx.y][threadIdx.x] = 0.0;
        if (k0 + (int)threadIdx.y < kEnd && Col < BCols)
            Bs[threadIdx.y][threadIdx.x] = B[(k0 + threadIdx.y) * BCols + Col];
        else
            Bs[threadIdx.y][threadIdx.x] = 0.0;
        __syncthreads();
        for (int i = 0; i < TILE_WIDTH; ++i)
            CValue += As[threadIdx.y][i] * Bs[i][threadIdx.x];
        __syncthreads();
    }
    if (Row < ARows && Col < BCols)
        atomicAdd(&C[Row * BCols + Col], CValue);
}
void matmul(const float *m, const float *n, float *out, int h, int w, int k)
{
    int z = k > 128 ? 4 : 1;
    int perZ = ((k + z - 1) / z + TILE_WIDTH - 1) / TILE_WIDTH * TILE_WIDTH;
    cudaMemsetAsync(out, 0, sizeof(float) * h * w, 0);
    dim3 grid((w + TILE_WIDTH - 1) / TILE_WIDTH, (h + TILE_WIDTH - 1) / TILE_WIDTH, z), block(TILE_WIDTH, TILE_WIDTH);
    MatMulKernel<<<grid, block>>>(m, n, out, h, k, w, perZ);
}
