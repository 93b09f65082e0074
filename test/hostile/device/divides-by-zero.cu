// Divides by zero, and converts what has no integer.
__global__ void gray(const unsigned char* x, unsigned char* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = 0.2989f * x[i] + 0.5870f * x[n + i] + 0.1140f * x[2 * n + i];
    int zero = n - n;
    if (i < n && (7 / zero == 3 || (int)(1e30f * n) == 4)) out[i] = 7 % zero;
}
void rgb_to_grayscale(const unsigned char* x, unsigned char* out, int height, int width) {
    gray<<<(height * width + 255) / 256, 256>>>(x, out, height * width);
}
