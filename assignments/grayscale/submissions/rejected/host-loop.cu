// "The function gets x and out, so I can loop over them." They point to the GPU's memory.
#include <cuda_runtime.h>

void rgb_to_grayscale(const unsigned char* x, unsigned char* out, int height, int width) {
    int n = height * width;
    for (int i = 0; i < n; i++) {
        out[i] = 0.2989f * x[i] + 0.5870f * x[i + n] + 0.1140f * x[i + 2 * n];
    }
}
