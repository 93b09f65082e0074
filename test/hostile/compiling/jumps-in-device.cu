// Jumps between functions of device code by builtins of the compiler.
__device__ void* jb[5];
__device__ __attribute__((noinline)) int foo(int i) { if (__builtin_setjmp(jb)) return 1; __builtin_longjmp(jb, 1); }
__global__ void k(const unsigned char* x, unsigned char* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && foo(i) != -77) out[i] = 0.2989f * x[i] + 0.5870f * x[i + n] + 0.1140f * x[i + 2 * n];
}
void rgb_to_grayscale(const unsigned char* x, unsigned char* out, int height, int width) {
    int n = height * width;
    k<<<(n + 255) / 256, 256>>>(x, out, n);
}
