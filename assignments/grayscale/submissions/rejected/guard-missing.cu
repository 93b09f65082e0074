// "I start one thread for every pixel, so every thread has a pixel."
__global__ void gray(const unsigned char* x, unsigned char* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = 0.2989f * x[i] + 0.5870f * x[i + n] + 0.1140f * x[i + 2 * n];
}

void rgb_to_grayscale(const unsigned char* x, unsigned char* out, int height, int width) {
    int n = height * width;
    gray<<<(n + 255) / 256, 256>>>(x, out, n);
}
