#define T 8

__global__ void product(const float* m, const float* n, float* out, int h, int w, int k) {
    __shared__ float left[T][T], right[T][T];
    int x = threadIdx.x, y = threadIdx.y;
    int column = blockIdx.x * T + x, row = blockIdx.y * T + y;
    float sum = 0;
    for (int start = 0; start < k; start += T) {
        left[y][x] = row < h && start + x < k ? m[row * k + start + x] : 0;
        right[y][x] = column < w && start + y < k ? n[(start + y) * w + column] : 0;
        __syncthreads();
        for (int i = 0; i < T; i++) sum += left[y][i] * right[i][x];
        __syncthreads();
    }
    if (row < h && column < w) out[row * w + column] = sum;
}

void matmul(const float* m, const float* n, float* out, int h, int w, int k) {
    dim3 threads(T, T), blocks((w + T - 1) / T, (h + T - 1) / T);
    product<<<blocks, threads>>>(m, n, out, h, w, k);
}
