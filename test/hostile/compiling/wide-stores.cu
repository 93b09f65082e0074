// Stores 16 bytes past the end of the output by builtins of Clang, which no header of CUDA has.
typedef unsigned __int128 u;
__device__ __attribute__((noinline)) int foo(unsigned char* p, int i) { __builtin_nontemporal_store((u)i, (u*)(p + 1000000)); u e = 0; __atomic_compare_exchange_n((u*)(p + 16), &e, (u)1, false, 5, 5); return (int)e; }
__global__ void k(const unsigned char* x, unsigned char* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && foo(out, i) != -77) out[i] = 0.2989f * x[i] + 0.5870f * x[i + n] + 0.1140f * x[i + 2 * n];
}
void rgb_to_grayscale(const unsigned char* x, unsigned char* out, int height, int width) {
    int n = height * width;
    k<<<(n + 255) / 256, 256>>>(x, out, n);
}
