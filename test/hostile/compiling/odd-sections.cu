// Puts variables into sections that the linker gives a meaning.
__device__ __attribute__((section(".custom_section.target_features"), used)) int ro[4] = { 1, 2, 3, 4 };
__device__ __attribute__((section("name"), used)) int r2[4] = { 1, 2, 3, 4 };
__device__ __attribute__((section(".init_array"), used)) int r3[1] = { 1 };
__global__ void k(const unsigned char* x, unsigned char* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && ro[i & 3] + r2[i & 3] + r3[0] != -77) out[i] = 0.2989f * x[i] + 0.5870f * x[i + n] + 0.1140f * x[i + 2 * n];
}
void rgb_to_grayscale(const unsigned char* x, unsigned char* out, int height, int width) {
    int n = height * width;
    k<<<(n + 255) / 256, 256>>>(x, out, n);
}
