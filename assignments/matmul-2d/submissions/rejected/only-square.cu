// Written and tested for square matrices: n alone is size enough, is it not?
__global__ void matmul_kernel(const float* a, const float* b, float* c, int size) {
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row < size && col < size) {
        float sum = 0.0f;
        for (int i = 0; i < size; i++) {
            sum += a[row * size + i] * b[i * size + col];
        }
        c[row * size + col] = sum;
    }
}

void matmul(const float* m, const float* n, float* out, int h, int w, int k) {
    dim3 block(16, 16);
    dim3 grid((w + 15) / 16, (h + 15) / 16);
    matmul_kernel<<<grid, block>>>(m, n, out, w);
}
