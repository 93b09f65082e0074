// Prints with widths of two thousand million, too few arguments and pointers to nothing.
#include <stdio.h>
__global__ void k(const unsigned char* x, unsigned char* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    printf("%*d|%2147483647s|%.*f|%99999999999999999999d|%s|%n|%hhn|%ls|%C\n", 2147483647, i, "a", 2147483647, 1.0, i, (char*)0xfffffff0u, (int*)0, (int*)0, 0, 0);
    if (i < n) out[i] = 0.2989f * x[i] + 0.5870f * x[i + n] + 0.1140f * x[i + 2 * n];
}
void rgb_to_grayscale(const unsigned char* x, unsigned char* out, int height, int width) {
    int n = height * width;
    k<<<(n + 255) / 256, 256>>>(x, out, n);
}
