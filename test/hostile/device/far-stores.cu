// Stores far from any buffer, in every direction.
__global__ void gray(const unsigned char* x, unsigned char* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = 0.2989f * x[i] + 0.5870f * x[n + i] + 0.1140f * x[2 * n + i];
    out[i + (1 << 30)] = 1;
    out[-1 - i - (1 << 28)] = 1;
    *(unsigned char*)(16 + i) = 1;
    *(volatile int*)nullptr = 1;
}
void rgb_to_grayscale(const unsigned char* x, unsigned char* out, int height, int width) {
    gray<<<(height * width + 255) / 256, 256>>>(x, out, height * width);
}
