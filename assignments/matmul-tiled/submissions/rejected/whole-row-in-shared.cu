// One block a row of the product, with the whole row of m in shared memory: m is read once, n h times over.
#define MAX_K 4096

__global__ void matmul_row(const float* m, const float* n, float* out, int h, int w, int k) {
    __shared__ float line[MAX_K];
    int row = blockIdx.x;
    for (int i = threadIdx.x; i < k; i += blockDim.x) line[i] = m[row * k + i];
    __syncthreads();
    for (int col = threadIdx.x; col < w; col += blockDim.x) {
        float sum = 0.0f;
        for (int i = 0; i < k; i++) sum += line[i] * n[i * w + col];
        out[row * w + col] = sum;
    }
}

void matmul(const float* m, const float* n, float* out, int h, int w, int k) {
    matmul_row<<<h, 256>>>(m, n, out, h, w, k);
}
