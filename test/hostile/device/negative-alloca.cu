// Moves its stack by an array of a negative size.
__device__ __attribute__((noinline)) int foo(int i) { volatile char* p = (volatile char*)__builtin_alloca((unsigned)(-(i+1)*4096)); p[0] = 1; p[5] = 2; return p[0]; }
__global__ void k(const unsigned char* x, unsigned char* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && foo(i) != -77) out[i] = 0.2989f * x[i] + 0.5870f * x[i + n] + 0.1140f * x[i + 2 * n];
}
void rgb_to_grayscale(const unsigned char* x, unsigned char* out, int height, int width) {
    int n = height * width;
    k<<<(n + 255) / 256, 256>>>(x, out, n);
}
