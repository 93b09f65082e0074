// The tiles are cleared first, then filled where there is something to fill them with.
const int TILE_WIDTH = 16;

__global__ void MatrixMulKernel(const float* M, const float* N, float* P, int height, int width, int depth) {
    __shared__ float Mds[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Nds[TILE_WIDTH][TILE_WIDTH];

    int bx = blockIdx.x, by = blockIdx.y;
    int tx = threadIdx.x, ty = threadIdx.y;
    int Row = by * TILE_WIDTH + ty;
    int Col = bx * TILE_WIDTH + tx;

    float Pvalue = 0;
    for (int ph = 0; ph < ceil(depth / (float)TILE_WIDTH); ++ph) {
        Mds[ty][tx] = 0.f;
        Nds[ty][tx] = 0.f;
        if (Row < height && ph * TILE_WIDTH + tx < depth)
            Mds[ty][tx] = M[Row * depth + ph * TILE_WIDTH + tx];
        if (Col < width && ph * TILE_WIDTH + ty < depth)
            Nds[ty][tx] = N[(ph * TILE_WIDTH + ty) * width + Col];
        __syncthreads();

        for (int i = 0; i < TILE_WIDTH; ++i)
            Pvalue += Mds[ty][i] * Nds[i][tx];
        __syncthreads();
    }
    if (Row < height && Col < width) P[Row * width + Col] = Pvalue;
}

extern "C" void matmul(const float* m, const float* n, float* out, int h, int w, int k) {
    dim3 dimGrid(ceil(w / (float)TILE_WIDTH), ceil(h / (float)TILE_WIDTH), 1);
    dim3 dimBlock(TILE_WIDTH, TILE_WIDTH, 1);
    MatrixMulKernel<<<dimGrid, dimBlock>>>(m, n, out, h, w, k);
}
