// A device function takes a reference of WebAssembly to the outside.
__device__ __attribute__((noinline, target("reference-types"))) int f1(__externref_t a, int b) { return b; }
__device__ __attribute__((target("reference-types"))) int foo(int b) { return f1(__builtin_wasm_ref_null_extern(), b); }
__global__ void k(const unsigned char* x, unsigned char* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && foo(i) != -77) out[i] = 0.2989f * x[i] + 0.5870f * x[i + n] + 0.1140f * x[i + 2 * n];
}
void rgb_to_grayscale(const unsigned char* x, unsigned char* out, int height, int width) {
    int n = height * width;
    k<<<(n + 255) / 256, 256>>>(x, out, n);
}
