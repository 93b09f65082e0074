// Reads and writes 3000 arguments where there are two.
__device__ __attribute__((noinline)) int foo(int c, ...) { __builtin_va_list v; __builtin_va_start(v, c); int s = 0; for (int k = 0; k < 3000; k++) { int* p = &__builtin_va_arg(v, int); s += *p; *p = -1; } __builtin_va_end(v); return s; }
__global__ void k(const unsigned char* x, unsigned char* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && foo(i, 1, 2) != -77) out[i] = 0.2989f * x[i] + 0.5870f * x[i + n] + 0.1140f * x[i + 2 * n];
}
void rgb_to_grayscale(const unsigned char* x, unsigned char* out, int height, int width) {
    int n = height * width;
    k<<<(n + 255) / 256, 256>>>(x, out, n);
}
