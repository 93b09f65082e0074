// Prints with conversions that do not exist and precisions of two thousand million.
#include <stdio.h>
__global__ void k(const unsigned char* x, unsigned char* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = 0.2989f * x[i] + 0.5870f * x[i + n] + 0.1140f * x[i + 2 * n];
}
void rgb_to_grayscale(const unsigned char* x, unsigned char* out, int height, int width) {
    int n = height * width;
    for (int q = 0; q < 3; q++) printf("%*d %.2000000000f %n %ls %hhZ", 2147483647, 1, 1.0, (int*)0, (wchar_t*)0);
    k<<<(n + 255) / 256, 256>>>(x, out, n);
}
