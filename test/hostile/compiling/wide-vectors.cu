// Device code reads and writes vectors of 2048 numbers past the end of an array.
typedef int big __attribute__((ext_vector_type(2048)));
__device__ big bigs[2];
__device__ __attribute__((noinline)) int foo(int i) { big a = bigs[i & 7]; bigs[i & 7] = a + i; return a[i & 2047]; }
__global__ void k(const unsigned char* x, unsigned char* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && foo(i) != -77) out[i] = 0.2989f * x[i] + 0.5870f * x[i + n] + 0.1140f * x[i + 2 * n];
}
void rgb_to_grayscale(const unsigned char* x, unsigned char* out, int height, int width) {
    int n = height * width;
    k<<<(n + 255) / 256, 256>>>(x, out, n);
}
