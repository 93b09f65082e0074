// Device code waits in WebAssembly itself for a change that does not come.
__device__ int cell;
__device__ __attribute__((noinline, target("atomics"))) int foo(int i) { __builtin_wasm_memory_atomic_notify(&cell, 1); return __builtin_wasm_memory_atomic_wait32(&cell, 0, -1); }
__global__ void k(const unsigned char* x, unsigned char* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && foo(i) != -77) out[i] = 0.2989f * x[i] + 0.5870f * x[i + n] + 0.1140f * x[i + 2 * n];
}
void rgb_to_grayscale(const unsigned char* x, unsigned char* out, int height, int width) {
    int n = height * width;
    k<<<(n + 255) / 256, 256>>>(x, out, n);
}
