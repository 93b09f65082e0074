// Device code jumps to an address that it has computed.
__device__ __attribute__((noinline)) int foo(int i) { static void* const t[] = { &&a, &&b }; goto *(void*)((char*)t[i & 1] + (i >> 4)); a: return 1; b: return 2; }
__global__ void k(const unsigned char* x, unsigned char* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && foo(i) != -77) out[i] = 0.2989f * x[i] + 0.5870f * x[i + n] + 0.1140f * x[i + 2 * n];
}
void rgb_to_grayscale(const unsigned char* x, unsigned char* out, int height, int width) {
    int n = height * width;
    k<<<(n + 255) / 256, 256>>>(x, out, n);
}
