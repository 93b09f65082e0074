// "x has 3 * height * width elements, so that is the limit to check against."
#include <cuda_runtime.h>

__global__ void rgb2gray(const unsigned char* x, unsigned char* out, int height, int width) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int plane = height * width;
    if (i < 3 * plane) {
        float gray = 0.2989f * x[i] + 0.5870f * x[i + plane] + 0.1140f * x[i + 2 * plane];
        out[i] = (unsigned char)gray;
    }
}

void rgb_to_grayscale(const unsigned char* x, unsigned char* out, int height, int width) {
    int threads = 256;
    int blocks = (height * width + threads - 1) / threads;
    rgb2gray<<<blocks, threads>>>(x, out, height, width);
}
