// One thread of a block goes on for ever, and the others wait for it.
__global__ void gray(const unsigned char* x, unsigned char* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = 0.2989f * x[i] + 0.5870f * x[n + i] + 0.1140f * x[2 * n + i];
    if (threadIdx.x == 77)
        for (volatile int j = 0;; j = j + 1) {}
    __syncthreads();
}
void rgb_to_grayscale(const unsigned char* x, unsigned char* out, int height, int width) {
    gray<<<(height * width + 255) / 256, 256>>>(x, out, height * width);
}
