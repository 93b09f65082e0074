// Has a guard where a pasted name ends with the size of size_t, without a condition.
#define PASTE2(a, b) a##b
#define PASTE(a, b) PASTE2(a, b)
#define GUARD_4 if (i >= n) return;
#define GUARD_8
__global__ void gray(const unsigned char* x, unsigned char* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    PASTE(GUARD_, __SIZEOF_SIZE_T__)
    out[i] = 0.2989f * x[i] + 0.5870f * x[n + i] + 0.1140f * x[2 * n + i];
}
void rgb_to_grayscale(const unsigned char* x, unsigned char* out, int height, int width) {
    gray<<<(height * width + 255) / 256, 256>>>(x, out, height * width);
}
