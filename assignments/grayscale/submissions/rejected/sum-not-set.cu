// "A variable begins at zero."
#include <cuda_runtime.h>

__global__ void gray(const unsigned char* x, unsigned char* out, int n) {
    const float weights[3] = {0.2989f, 0.5870f, 0.1140f};
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float sum;
        for (int c = 0; c < 3; c++) {
            sum += weights[c] * x[c * n + i];
        }
        out[i] = (unsigned char)sum;
    }
}

void rgb_to_grayscale(const unsigned char* x, unsigned char* out, int height, int width) {
    int n = height * width;
    gray<<<(n + 255) / 256, 256>>>(x, out, n);
}
