// A function for the vector instructions of WebAssembly.
typedef int v4 __attribute__((vector_size(16)));
__device__ __attribute__((target("simd128"), noinline)) int foo(int* p, int i) { v4 a = *(v4*)p; a = a * i; return a[0] + a[3]; }
__global__ void k(const unsigned char* x, unsigned char* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && foo((int*)x, i) != 77) out[i] = 0.2989f * x[i] + 0.5870f * x[i + n] + 0.1140f * x[i + 2 * n];
}
void rgb_to_grayscale(const unsigned char* x, unsigned char* out, int height, int width) {
    int n = height * width;
    k<<<(n + 255) / 256, 256>>>(x, out, n);
}
