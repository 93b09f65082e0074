// Not hostile: sends the picture through managed memory, with a table of weights beside it, and computes with a kernel.
#include <vector>
__constant__ float weights[3];
struct Shape { int height, width; };
__global__ void gray(const unsigned char* x, unsigned char* out, Shape shape) {
    int i = blockIdx.x * blockDim.x + threadIdx.x, n = shape.height * shape.width;
    if (i < n) out[i] = weights[0] * x[i] + weights[1] * x[n + i] + weights[2] * x[2 * n + i];
}
void rgb_to_grayscale(const unsigned char* x, unsigned char* out, int height, int width) {
    int n = height * width;
    const float each[3] = {0.2989f, 0.5870f, 0.1140f};
    cudaMemcpyToSymbol(weights, each, sizeof each);
    std::vector<unsigned char> picture(3 * n);
    cudaMemcpy(picture.data(), x, 3 * n, cudaMemcpyDeviceToHost);
    unsigned char *again, *result;
    cudaMallocManaged(&again, 3 * n);
    cudaMallocManaged(&result, n);
    for (int i = 0; i < 3 * n; i++) again[i] = picture[i];
    for (int i = 0; i < n; i++) result[i] = 0;
    gray<<<(n + 255) / 256, 256>>>(again, result, {height, width});
    cudaDeviceSynchronize();
    cudaMemcpy(out, result, n, cudaMemcpyDefault);
    cudaFree(again);
    cudaFree(result);
}
