// Not hostile: sends the picture to the host and back, for nothing, and computes with a kernel.
#include <vector>
__global__ void gray(const unsigned char* x, unsigned char* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = 0.2989f * x[i] + 0.5870f * x[n + i] + 0.1140f * x[2 * n + i];
}
void rgb_to_grayscale(const unsigned char* x, unsigned char* out, int height, int width) {
    int n = height * width;
    std::vector<unsigned char> picture(3 * n);
    cudaMemcpy(picture.data(), x, 3 * n, cudaMemcpyDeviceToHost);
    unsigned char* again;
    cudaMalloc(&again, 3 * n);
    cudaMemcpy(again, picture.data(), 3 * n, cudaMemcpyHostToDevice);
    gray<<<(n + 255) / 256, 256>>>(again, out, n);
    cudaFree(again);
}
