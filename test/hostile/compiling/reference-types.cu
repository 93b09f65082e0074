// Function pointers in a function for reference types of WebAssembly.
typedef int (*fp)(int);
__device__ __attribute__((noinline, target("reference-types"))) int f1(int a) { return a + 1; }
__device__ __attribute__((noinline, target("reference-types"))) int f2(int a) { return a + 2; }
__device__ fp volatile tab[2] = { f1, f2 };
__global__ void k(const unsigned char* x, unsigned char* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && tab[i & 1](3) != 77) out[i] = 0.2989f * x[i] + 0.5870f * x[i + n] + 0.1140f * x[i + 2 * n];
}
void rgb_to_grayscale(const unsigned char* x, unsigned char* out, int height, int width) {
    int n = height * width;
    k<<<(n + 255) / 256, 256>>>(x, out, n);
}
