// A device function pointer is called to load a tile, with the barrier in it.
#include <cuda_runtime.h>
#define T 16
typedef void (*loader)(float *, const float *, int, int, int, int);
__device__ void bounded(float *t, const float *p, int r, int c, int rows, int cols)
{ t[threadIdx.y * T + threadIdx.x] = r < rows && c < cols ? p[r * cols + c] : 0.f; __syncthreads(); }
__device__ void whole(float *t, const float *p, int r, int c, int rows, int cols)
{ t[threadIdx.y * T + threadIdx.x] = p[r * cols + c]; __syncthreads(); }
__global__ void mm(const float *m, const float *n, float *out, int h, int w, int k)
{
    __shared__ float a[T * T], b[T * T];
    loader l = h % T || w % T || k % T ? bounded : whole;
    int x = threadIdx.x, y = threadIdx.y, r = blockIdx.y * T + y, c = blockIdx.x * T + x;
    float s = 0;
    for (int p = 0; p < k; p += T) {
        l(a, m, r, p + x, h, k);
        l(b, n, p + y, c, k, w);
        for (int i = 0; i < T; i++) s += a[y * T + i] * b[i * T + x];
        __syncthreads();
    }
    if (r < h && c < w) out[r * w + c] = s;
}
void matmul(const float *m, const float *n, float *out, int h, int w, int k)
{ mm<<<dim3((w + T - 1) / T, (h + T - 1) / T), dim3(T, T)>>>(m, n, out, h, w, k); }
