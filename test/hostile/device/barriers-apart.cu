// Two halves of a block wait for ever, each at a barrier of its own.
__global__ void gray(const unsigned char* x, unsigned char* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = 0.2989f * x[i] + 0.5870f * x[n + i] + 0.1140f * x[2 * n + i];
    if (threadIdx.x < 128) {
        for (;;) __syncthreads();
    } else {
        out[0] = 1;
        for (;;) __syncthreads();
    }
}
void rgb_to_grayscale(const unsigned char* x, unsigned char* out, int height, int width) {
    gray<<<(height * width + 255) / 256, 256>>>(x, out, height * width);
}
