// A device function pointer is called for each output, and a lambda has the barrier.
#include <cuda_runtime.h>
typedef float (*epilogue_t)(float);
__device__ float identity(float v) { return v; }
__device__ float twice_half(float v) { return 2.0f * (0.5f * v); }
__device__ epilogue_t epilogues[2] = {identity, twice_half};
#define T 16
__global__ void mm(const float *m, const float *n, float *out, int h, int w, int k, int which)
{
    __shared__ float a[T][T], b[T][T];
    int x = threadIdx.x, y = threadIdx.y, r = blockIdx.y * T + y, c = blockIdx.x * T + x;
    epilogue_t f = epilogues[which];
    auto load = [&](int k0) {
        a[y][x] = r < h && k0 + x < k ? m[r * k + k0 + x] : 0.f;
        b[y][x] = c < w && k0 + y < k ? n[(k0 + y) * w + c] : 0.f;
        __syncthreads();
    };
    float s = 0;
    for (int k0 = 0; k0 < k; k0 += T) {
        load(k0);
        for (int i = 0; i < T; i++) s += a[y][i] * b[i][x];
        __syncthreads();
    }
    if (r < h && c < w) out[r * w + c] = f(s);
}
void matmul(const float *m, const float *n, float *out, int h, int w, int k)
{
    mm<<<dim3((w + T - 1) / T, (h + T - 1) / T), dim3(T, T)>>>(m, n, out, h, w, k, w & 1);
}
