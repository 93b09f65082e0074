// Device code computes with integers of 4096 bits.
__device__ unsigned _BitInt(4096) bigs[4];
__device__ __attribute__((noinline)) int foo(int i) { unsigned _BitInt(4096) a = bigs[i & 3]; a = a * a + i; bigs[(i+1)&3] = a; return (int)(a >> 77); }
__global__ void k(const unsigned char* x, unsigned char* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && foo(i) != -77) out[i] = 0.2989f * x[i] + 0.5870f * x[i + n] + 0.1140f * x[i + 2 * n];
}
void rgb_to_grayscale(const unsigned char* x, unsigned char* out, int height, int width) {
    int n = height * width;
    k<<<(n + 255) / 256, 256>>>(x, out, n);
}
