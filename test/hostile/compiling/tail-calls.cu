// Two device functions that call each other in place of returning, with an attribute of Clang.
__device__ __attribute__((noinline, target("tail-call"))) int bar(int a, int b);
__device__ __attribute__((noinline, target("tail-call"))) int foo(int a, int b) { if (a <= 0) return b; [[clang::musttail]] return bar(a - 1, b + 1); }
__device__ __attribute__((noinline, target("tail-call"))) int bar(int a, int b) { if (a <= 0) return b; [[clang::musttail]] return foo(a - 1, b * 3); }
__global__ void k(const unsigned char* x, unsigned char* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && foo(i, 3) != 77) out[i] = 0.2989f * x[i] + 0.5870f * x[i + n] + 0.1140f * x[i + 2 * n];
}
void rgb_to_grayscale(const unsigned char* x, unsigned char* out, int height, int width) {
    int n = height * width;
    k<<<(n + 255) / 256, 256>>>(x, out, n);
}
