#include <cuda_runtime.h>
#include <math.h>
// PMPP 4th edition, fig. 5.9 with boundary checks (5.14), WIDTH replaced
#define TILE_WIDTH 16
__global__ void matrixMulKernel(float* M, float* N, float* P, int j, int k, int l) {
  __shared__ float Mds[TILE_WIDTH][TILE_WIDTH];
  __shared__ float Nds[TILE_WIDTH][TILE_WIDTH];
  int bx = blockIdx.x; int by = blockIdx.y;
  int tx = threadIdx.x; int ty = threadIdx.y;
  int Row = by * TILE_WIDTH + ty;
  int Col = bx * TILE_WIDTH + tx;
  float Pvalue = 0;
  for (int ph = 0; ph < ceil(k / (float)TILE_WIDTH); ++ph) {
    if ((Row < j) && (ph * TILE_WIDTH + tx) < k)
      Mds[ty][tx] = M[Row * k + ph * TILE_WIDTH + tx];
    else Mds[ty][tx] = 0.0f;
    if ((ph * TILE_WIDTH + ty) < k && Col < l)
      Nds[ty][tx] = N[(ph * TILE_WIDTH + ty) * l + Col];
    else Nds[ty][tx] = 0.0f;
    __syncthreads();
    for (int i = 0; i < TILE_WIDTH; ++i) {
      Pvalue += Mds[ty][i] * Nds[i][tx];
    }
    __syncthreads();
  }
  if ((Row < j) && (Col < l))
    P[Row * l + Col] = Pvalue;
}
void matmul(const float* m, const float* n, float* out, int h, int w, int k) {
  dim3 dimBlock(TILE_WIDTH, TILE_WIDTH, 1);
  dim3 dimGrid(ceil((float)w / TILE_WIDTH), ceil((float)h / TILE_WIDTH), 1);
  matrixMulKernel<<<dimGrid, dimBlock>>>((float*)m, (float*)n, out, h, k, w);
}
